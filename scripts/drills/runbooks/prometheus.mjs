import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTempDirectory, findFreePort, guardProcess, poll } from "@placard/testing";
import { parse, stringify } from "yaml";

/** In the drills, the windows of all alerts are this long, and alerts fire without a delay. */
const windowSeconds = 30;

/**
 * Starts a Prometheus server that scrapes a Placard every second and evaluates deploy/prometheus/alerts.yml,
 * with shorter windows and without delays. It follows changes of `placard.gateways` and `placard.renderers`.
 */
export async function startPrometheus(placard) {
  const directory = await createTempDirectory();
  const file = (name) => join(directory.path, name);
  const writeTargets = () => writeFile(file("targets.json"), JSON.stringify(targetsOf(placard)));
  await writeTargets();
  await writeFile(file("alerts.yml"), await shortenedAlerts());
  await writeFile(file("prometheus.yml"), stringify(configuration(file("targets.json"))));
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const server = spawn(
    "prometheus",
    [
      `--config.file=${file("prometheus.yml")}`,
      `--storage.tsdb.path=${file("data")}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: "ignore" },
  );
  const exited = once(server, "exit");
  exited.catch(() => {}); // reported by the poll
  const releaseGuard = guardProcess(server.pid ?? 0, directory.path);
  try {
    await poll("Prometheus to be ready", async () => {
      if (server.exitCode !== null) throw new Error("Prometheus exited");
      return (await fetch(`${url}/-/ready`)).ok;
    });
  } catch (cause) {
    server.kill("SIGKILL");
    releaseGuard();
    await directory.remove();
    throw new Error("Prometheus did not start. Install it: apt-get install prometheus", { cause });
  }
  const timer = setInterval(() => void writeTargets(), 500);

  /** The labels of the series that an expression in PromQL has now. */
  const query = async (expression) => {
    const path = `api/v1/query?query=${encodeURIComponent(expression)}`;
    const response = await fetch(`${url}/${path}`, { signal: AbortSignal.timeout(5_000) });
    const { data } = await response.json();
    return data.result.map(({ metric }) => metric);
  };

  return {
    query,

    /** The value of a label for which a counter grows fastest now. */
    async findFastest(label, counter) {
      const [first] = await query(`topk(1, sum by (${label}) (rate(${counter}[${windowSeconds}s])))`);
      return first?.[label];
    },

    async stop() {
      clearInterval(timer);
      server.kill("SIGKILL");
      await exited.catch(() => {});
      releaseGuard();
      await directory.remove();
    },
  };
}

function targetsOf({ gateways, renderers }) {
  return Object.entries({ "placard-gateway": gateways, "placard-renderer": renderers }).map(
    ([job, processes]) => ({
      targets: processes.map(({ adminUrl }) => new URL(adminUrl).host),
      labels: { job },
    }),
  );
}

function configuration(targetsFile) {
  return {
    global: { scrape_interval: "1s", evaluation_interval: "1s" },
    rule_files: ["alerts.yml"],
    scrape_configs: [
      { job_name: "placard", file_sd_configs: [{ files: [targetsFile], refresh_interval: "1s" }] },
    ],
  };
}

async function shortenedAlerts() {
  const file = new URL("../../../deploy/prometheus/alerts.yml", import.meta.url);
  const alerts = parse(await readFile(file, "utf8"));
  for (const rule of alerts.groups.flatMap(({ rules }) => rules)) {
    delete rule.for;
    rule.expr = rule.expr.replaceAll(/\[\d+m\]/g, `[${windowSeconds}s]`);
  }
  return stringify(alerts);
}
