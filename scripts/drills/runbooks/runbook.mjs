import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { jwtSecret, poll } from "@placard/testing";
import { generate, startLoad } from "../load.mjs";

/**
 * @typedef {Awaited<ReturnType<typeof import("@placard/testing").startPlacard>>} Placard
 * @typedef {import("./prometheus.mjs").Prometheus} Prometheus
 *
 * @typedef {object} Installation
 * @property {Placard} placard
 * @property {Prometheus} prometheus
 *
 * @typedef {object} Incident a fault in progress
 * @property {() => Promise<string>} follow does what the runbook section says. Resolves with what it found and did
 * @property {() => Promise<unknown>} [end] ends what is left of the fault, also if the drill failed
 *
 * @typedef {object} Runbook the drill of one section
 * @property {string} fault
 * @property {Parameters<typeof import("@placard/testing").startPlacard>[0]} [options] of the installation
 * @property {(installation: Installation) => Promise<Incident>} start causes the fault
 */

const operator = fileURLToPath(new URL("../../../services/operator/dist/main.js", import.meta.url));

/**
 * Runs the operators' command line, as `placard` does.
 * @param {Placard} placard
 * @param {readonly string[]} args
 */
export async function runOperator({ redis, publicUrl }, args) {
  const env = { ...process.env, REDIS_URL: redis.url, PUBLIC_URL: publicUrl, JWT_SECRET: jwtSecret };
  const { stdout } = await promisify(execFile)(process.execPath, [operator, ...args], { env });
  return stdout;
}

/**
 * Waits for a log line.
 * @param {Placard} placard
 * @param {string} message
 * @param {Readonly<Record<string, unknown>>} [fields]
 */
export function findLogLine(placard, message, fields = {}) {
  return poll(`the log line "${message}"`, () =>
    placard
      .logs()
      .find(
        ({ msg, ...rest }) =>
          msg === message && Object.entries(fields).every(([name, value]) => rest[name] === value),
      ),
  );
}

/**
 * Keeps requests for new cards in flight.
 * @param {string} url
 * @param {string} key
 * @param {number} clients
 */
export function startCards(url, key, clients) {
  return startLoad(async () => {
    const outcome = await generate(url, key);
    // Requests that are rejected at once would use the whole CPU.
    if (outcome.status !== 200) await new Promise((resolve) => setTimeout(resolve, 50));
    return outcome;
  }, clients);
}

/**
 * The admin addresses of an installation's processes.
 * @param {Placard} placard
 * @returns {import("./prometheus.mjs").Targets}
 */
export function targetsOf({ gateways, renderers }) {
  return {
    "placard-gateway": gateways.map(({ adminUrl }) => adminUrl),
    "placard-renderer": renderers.map(({ adminUrl }) => adminUrl),
  };
}

/**
 * A module to preload into a process with NODE_OPTIONS.
 * @param {string} source
 */
export function preload(source) {
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(source)}` };
}
