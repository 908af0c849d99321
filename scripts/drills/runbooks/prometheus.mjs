import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTempDirectory, findFreePort, poll } from "@placard/testing";
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
  const kill = () => server.kill("SIGKILL");
  process.once("exit", kill);
  try {
    await poll("Prometheus to be ready", async () => {
      if (server.exitCode !== null) throw new Error("Prometheus exited");
      return (await fetch(`${url}/-/ready`)).ok;
    });
  } catch (cause) {
    kill();
    await directory.remove();
    throw new Error("Prometheus did not start. Install it: apt-get install prometheus", { cause });
  }
  const timer = setInterval(() => void writeTargets(), 500);

  const get = async (path) =>
    (await (await fetch(`${url}/api/v1/${path}`, { signal: AbortSignal.timeout(5_000) })).json()).data;

  return {
    /** The labels of each alert that fires, by name. */
    async firing() {
      const { alerts } = await get("alerts");
      const firing = alerts.filter(({ state }) => state === "firing");
      return new Map(firing.map(({ labels }) => [labels.alertname, labels]));
    },

    /**
     * The values of an expression now, by the labels of their series.
     * @param expression in PromQL
     */
    async query(expression) {
      const { result } = await get(`query?query=${encodeURIComponent(expression)}`);
      return result.map(({ metric, value }) => ({ labels: metric, value: Number(value[1]) }));
    },

    async stop() {
      clearInterval(timer);
      process.off("exit", kill);
      kill();
      await exited.catch(() => {});
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
