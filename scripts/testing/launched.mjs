import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { getInheritedEnv, poll } from "../../packages/testing/dist/index.js";
import { openRedis } from "../../packages/runtime/dist/index.js";
import { embeddedRedisUrl } from "../launcher/redis-directory.mjs";

/** What each service logs once it accepts requests or jobs. */
const readyMessages = { gateway: /^gateway (is )?listening$/, renderer: /^renderer (is )?ready$/ };

const root = fileURLToPath(new URL("../../", import.meta.url));

/**
 * Runs a command in the root of this repository, as a user does.
 * @param {readonly [string, ...string[]]} command
 * @param {Readonly<Record<string, string>>} settings
 */
function runCommand([program, ...args], settings) {
  const env = { ...getInheritedEnv(), ...settings };
  const child = spawn(program, args, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text) => (stderr += text));
  return {
    pid: child.pid,
    stdout: () => stdout,
    stderr: () => stderr,
    hasExited: () => child.exitCode !== null || child.signalCode !== null,
    /** Resolves with the exit status, or null if a signal terminated the process. */
    exited: once(child, "close").then(([status]) => /** @type {number | null} */ (status)),
    /** @param {NodeJS.Signals} signal */
    kill: (signal) => child.kill(signal),
  };
}

/**
 * Runs a script of this repository until it exits.
 * @param {"key" | "operator"} script
 * @param {readonly string[]} args
 * @param {Readonly<Record<string, string>>} [settings]
 */
export async function runScript(script, args, settings = {}) {
  const command = runCommand([process.execPath, `scripts/${script}.mjs`, ...args], settings);
  return { status: await command.exited, stdout: command.stdout(), stderr: command.stderr() };
}

/**
 * Runs the launcher. The caller has to stop it.
 * @param {Readonly<Record<string, string>>} settings DATA_DIR and PORT at least
 * @param {readonly [string, ...string[]]} [command]
 */
export function startLauncher(settings, command = [process.execPath, "scripts/start.mjs"]) {
  const run = runCommand(command, settings);
  /** The log lines of all processes so far. */
  const logs = () =>
    run
      .stdout()
      .split("\n")
      .filter((line) => line.startsWith("{"))
      .map((line) => /** @type {Record<string, unknown>} */ (JSON.parse(line)));
  return {
    ...run,
    /** Resolves with what the launcher prints when Placard is ready. Rejects with its errors if it exits. */
    async ready() {
      const greeting = await poll(
        "Placard to be ready",
        () => parseGreeting(run.stdout()) ?? (run.hasExited() && "exited"),
      );
      if (greeting === "exited") throw new Error(`the launcher exited:\n${run.stderr()}`);
      return greeting;
    },
    /**
     * All process IDs of a service so far, the current one last. Each process logs that it is ready.
     * @param {"gateway" | "renderer"} service
     */
    pids: (service) =>
      logs()
        .filter((line) => line["service"] === service && readyMessages[service].test(String(line["msg"])))
        .map((line) => Number(line["pid"])),
    logs,
    /** @param {NodeJS.Signals} signal */
    async stop(signal = "SIGTERM") {
      run.kill(signal);
      return await run.exited;
    },
  };
}

/** @param {string} output */
function parseGreeting(output) {
  const [, url] = /^ +Base URL +(\S+)$/m.exec(output) ?? [];
  const [, key] = /^ +API key +(\S+)$/m.exec(output) ?? [];
  const [, console] = /^ +Console +(\S+)$/m.exec(output) ?? [];
  const [, docs] = /^ +Docs +(\S+)$/m.exec(output) ?? [];
  const [, queues] = /^ +Queues +(\S+)/m.exec(output) ?? [];
  const [, curl] = /^ +(curl .+)$/m.exec(output) ?? [];
  // Ctrl-C is in the line after the curl command: the command is complete.
  return url && console && docs && queues && key && curl && output.includes("Ctrl-C")
    ? { url, console, docs, queues, key, curl }
    : undefined;
}

/**
 * The process ID of the Redis that the launcher runs in a data directory.
 * @param {string} dataDir
 */
export async function embeddedRedisPid(dataDir) {
  const lock = JSON.parse(readFileSync(`${dataDir}/redis/server.json`, "utf8"));
  const redis = await openRedis(embeddedRedisUrl(lock), 5_000);
  const [, pid] = /process_id:(\d+)/.exec(await redis.info("server")) ?? [];
  redis.disconnect();
  return Number(pid);
}

/** @param {number} pid */
export function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
