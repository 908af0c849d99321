import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { keepRunning } from "./keep-running.mjs";
import { openRedis } from "./redis-connection.mjs";
import { claimRedisDirectory, launcherConnection } from "./redis-directory.mjs";

/** The Redis server that Placard runs by itself, for one launcher at a time: its data lies in DATA_DIR/redis. */
export class EmbeddedRedis {
  /** @type {import("./keep-running.mjs").Kept | undefined} */
  #server;
  /** @type {Awaited<ReturnType<typeof openRedis>> | undefined} */
  #connection;
  #directory;
  #port;
  #release;

  /**
   * Reserves the data directory; nothing runs yet. Throws LaunchError while another launcher has it.
   * @param {string} dataDir
   */
  static async claim(dataDir) {
    const directory = join(dataDir, "redis");
    return new EmbeddedRedis(directory, await claimRedisDirectory(directory));
  }

  /**
   * @param {string} directory
   * @param {Awaited<ReturnType<typeof claimRedisDirectory>>} claim
   */
  constructor(directory, { port, tookOver, release }) {
    this.#directory = directory;
    this.#port = port;
    this.#release = release;
    this.url = `redis://127.0.0.1:${port}`;
    /** Whether a server was found here that a killed launcher had left: its gateway may be about to stop still. */
    this.tookOver = tookOver;
  }

  /**
   * Resolves once the server answers.
   * @param {import("./keep-running.mjs").Watch} watch
   * @param {AbortSignal} signal ends the waiting
   */
  async start({ mayRestart, gaveUp }, signal) {
    const run = () => spawn("redis-server", this.#options(), { detached: true, stdio: "ignore" });
    this.#server = keepRunning("redis-server", run, {
      mayRestart,
      gaveUp: (message) => gaveUp(`${message}\n${this.#lastWords()}`),
    });
    const connection = await openRedis(this.url, 20_000, signal);
    this.#connection = connection;
    const sayName = () => void connection.client("SETNAME", launcherConnection).catch(() => {});
    // Again at every reconnection: the server may have been started anew.
    connection.on("ready", sayName);
    sayName();
  }

  /** Stops the server and gives the data directory back. */
  async stop() {
    this.#connection?.disconnect();
    await this.#server?.stop();
    this.#release();
  }

  kill() {
    this.#server?.kill();
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

  #lastWords() {
    try {
      return readFileSync(this.#logFile(), "utf8").trimEnd().split("\n").slice(-5).join("\n");
    } catch {
      return "It left no log. Is redis-server installed?";
    }
  }
}
