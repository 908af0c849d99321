import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openRedis } from "../../packages/runtime/dist/index.js";
import { keepRunning } from "./keep-running.mjs";
import { claimRedisDirectory } from "./redis-directory.mjs";

/**
 * Claims the Redis server that the launcher runs, with its data in DATA_DIR/redis: locks the data directory
 * without starting the server. Throws StartError while another launcher uses the directory.
 * @param settings settings of the launcher that operator commands need while it runs
 */
export async function claimEmbeddedRedis(dataDir, settings = {}) {
  const directory = join(dataDir, "redis");
  const { port, password, url, release } = await claimRedisDirectory(directory, settings);
  const logfile = join(directory, "redis.log");
  let server;

  function spawnServer() {
    const options = {
      port: `${port}`,
      bind: "127.0.0.1",
      dir: directory,
      appendonly: "yes",
      save: "",
      "maxmemory-policy": "noeviction",
      logfile,
    };
    const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
    args.unshift("-"); // reads further options from standard input
    const spawned = spawn("redis-server", args, { detached: true, stdio: ["pipe", "ignore", "ignore"] });
    spawned.stdin.on("error", () => {}); // redis-server is not installed, or has exited
    spawned.stdin.end(`requirepass ${password}\n`); // process lists show arguments
    return spawned;
  }

  function lastLogLines() {
    try {
      return readFileSync(logfile, "utf8").trimEnd().split("\n").slice(-5).join("\n");
    } catch {
      return "There is no log file. Check that redis-server is installed.";
    }
  }

  return {
    url,
    /**
     * Starts the server. Resolves once it responds. Throws StartError if it does not respond in time.
     * @param signal cancels the wait
     */
    async start({ mayRestart, onFailure }, signal) {
      server = keepRunning("redis-server", spawnServer, {
        mayRestart,
        onFailure: (message) => onFailure(`${message}\n${lastLogLines()}`),
      });
      (await openRedis(url, 20_000, signal)).disconnect();
    },

    /** Stops the server and unlocks the data directory. */
    async stop() {
      await server?.stop();
      release();
    },

    /** Kills the server (SIGKILL). */
    kill() {
      server?.kill();
    },
  };
}
