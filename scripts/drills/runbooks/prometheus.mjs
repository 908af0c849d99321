import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTempDirectory, findFreePort, poll } from "@placard/testing";
import { parse, stringify } from "yaml";

/** In the drills, the windows of all alerts are this long, and alerts fire without a delay. */
const windowSeconds = 30;

/**
 * Admin addresses by the name of their scrape job.
 * @typedef {Readonly<Record<"placard-gateway" | "placard-renderer", readonly string[]>>} Targets
 */

/**
 * Starts a Prometheus server that scrapes every second and evaluates deploy/prometheus/alerts.yml, with shorter windows and
 * without delays. The caller must stop it.
 * @param {Targets} targets
 * @throws {Error} if `prometheus` is not installed
 */
export async function startPrometheus(targets) {
  const directory = await createTempDirectory();
  const targetsFile = join(directory.path, "targets.json");
  /** @param {Targets} current */
  const watch = (current) => writeFile(targetsFile, JSON.stringify(listTargets(current)));
  await watch(targets);
  await writeFile(join(directory.path, "alerts.yml"), await shortenedAlerts());
  await writeFile(join(directory.path, "prometheus.yml"), stringify(configuration(targetsFile)));
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const server = spawn(
    "prometheus",
    [
      `--config.file=${join(directory.path, "prometheus.yml")}`,
      `--storage.tsdb.path=${join(directory.path, "data")}`,
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

  /** @param {string} path */
  const get = async (path) =>
    (await (await fetch(`${url}/api/v1/${path}`, { signal: AbortSignal.timeout(5_000) })).json()).data;

  return {
    /** Replaces the targets. */
    watch,

    /** The labels of each alert that fires, by name. */
    async firing() {
      /** @type {{ state: string, labels: Record<string, string> }[]} */
      const alerts = (await get("alerts")).alerts;
      return new Map(
        alerts.flatMap(({ state, labels }) =>
          state === "firing" ? [[labels["alertname"] ?? "", labels]] : [],
        ),
      );
    },

    /**
     * The values of an expression now, by the labels of their series.
     * @param {string} expression in PromQL
     */
    async query(expression) {
      /** @type {{ metric: Record<string, string>, value: [number, string] }[]} */
      const result = (await get(`query?query=${encodeURIComponent(expression)}`)).result;
      return result.map(({ metric, value }) => ({ labels: metric, value: Number(value[1]) }));
    },

    async stop() {
      process.off("exit", kill);
      kill();
      await exited.catch(() => {});
      await directory.remove();
    },
  };
}

/** @typedef {Awaited<ReturnType<typeof startPrometheus>>} Prometheus */

/** @param {Targets} targets */
function listTargets(targets) {
  return Object.entries(targets).map(([job, urls]) => ({
    targets: urls.map((url) => new URL(url).host),
    labels: { job },
  }));
}

/** @param {string} targetsFile */
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
  for (const { rules } of alerts.groups) {
    for (const rule of rules) {
      delete rule.for;
      rule.expr = rule.expr.replaceAll(/\[\d+m\]/g, `[${windowSeconds}s]`);
    }
  }
  return stringify(alerts);
}
