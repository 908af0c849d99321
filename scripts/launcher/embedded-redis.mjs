import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openRedis } from "../../packages/runtime/dist/index.js";
import { keepRunning } from "./keep-running.mjs";
import { claimRedisDirectory, launcherConnection } from "./redis-directory.mjs";

/**
 * The Redis server that the launcher runs, with its data in DATA_DIR/redis. One launcher can use it at a
 * time.
 */
export class EmbeddedRedis {
  #server;
  #connection;
  #directory;
  #port;
  #password;
  #release;

  /**
   * Locks the data directory without starting the server. Throws StartError while another launcher uses the
   * directory.
   */
  static async claim(dataDir) {
    const directory = join(dataDir, "redis");
    return new EmbeddedRedis(directory, await claimRedisDirectory(directory));
  }

  constructor(directory, { port, password, url, tookOver, release }) {
    this.#directory = directory;
    this.#port = port;
    this.#password = password;
    this.#release = release;
    this.url = url;
    /** Whether a killed launcher had left a server behind. Its gateway may still be stopping. */
    this.tookOver = tookOver;
  }

  /**
   * Starts the server. Resolves once it responds. Throws StartError if it does not respond in time.
   * @param signal cancels the wait
   */
  async start({ mayRestart, onFailure }, signal) {
    this.#server = keepRunning("redis-server", () => this.#spawn(), {
      mayRestart,
      onFailure: (message) => onFailure(`${message}\n${this.#lastLogLines()}`),
    });
    const connection = await openRedis(this.url, 20_000, signal);
    this.#connection = connection;
    const setName = () => void connection.client("SETNAME", launcherConnection).catch(() => {});
    // Also after every reconnect: the server may have been restarted.
    connection.on("ready", setName);
    setName();
  }

  /** Stops the server and unlocks the data directory. */
  async stop() {
    this.#connection?.disconnect();
    await this.#server?.stop();
    this.#release();
  }

  /** Kills the server (SIGKILL). */
  kill() {
    this.#server?.kill();
  }

  #spawn() {
    const args = ["-", ...this.#options()]; // "-": reads further options from standard input
    const server = spawn("redis-server", args, { detached: true, stdio: ["pipe", "ignore", "ignore"] });
    server.stdin.on("error", () => {}); // redis-server is not installed, or has exited
    server.stdin.end(`requirepass ${this.#password}\n`); // process lists show arguments
    return server;
  }

  #options() {
    const options = {
      port: `${this.#port}`,
      bind: "127.0.0.1",
      dir: this.#directory,
      appendonly: "yes",
      save: "",
      "maxmemory-policy": "noeviction",
      logfile: this.#logFile(),
    };
    return Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  }

  #logFile() {
    return join(this.#directory, "redis.log");
  }

  #lastLogLines() {
    try {
      return readFileSync(this.#logFile(), "utf8").trimEnd().split("\n").slice(-5).join("\n");
    } catch {
      return "There is no log file. Check that redis-server is installed.";
    }
  }
}
