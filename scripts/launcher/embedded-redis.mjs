import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openRedis } from "../../packages/runtime/dist/index.js";
import { keepRunning } from "./keep-running.mjs";
import { claimRedisDirectory, launcherConnection } from "./redis-directory.mjs";

/**
 * Claims the Redis server that the launcher runs, with its data in DATA_DIR/redis: locks the data directory
 * without starting the server. Throws StartError while another launcher uses the directory.
 */
export async function claimEmbeddedRedis(dataDir) {
  const directory = join(dataDir, "redis");
  const { port, password, url, tookOver, release } = await claimRedisDirectory(directory);
  const logfile = join(directory, "redis.log");
  let server;
  let connection;

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
    /** Whether a killed launcher had left a server behind. Its gateway may still be stopping. */
    tookOver,

    /**
     * Starts the server. Resolves once it responds. Throws StartError if it does not respond in time.
     * @param signal cancels the wait
     */
    async start({ mayRestart, onFailure }, signal) {
      server = keepRunning("redis-server", spawnServer, {
        mayRestart,
        onFailure: (message) => onFailure(`${message}\n${lastLogLines()}`),
      });
      connection = await openRedis(url, 20_000, signal);
      const setName = () => void connection.client("SETNAME", launcherConnection).catch(() => {});
      // Also after every reconnect: the server may have been restarted.
      connection.on("ready", setName);
      setName();
    },

    /** Stops the server and unlocks the data directory. */
    async stop() {
      connection?.disconnect();
      await server?.stop();
      release();
    },

    /** Kills the server (SIGKILL). */
    kill() {
      server?.kill();
    },
  };
}
