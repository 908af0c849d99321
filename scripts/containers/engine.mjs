import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync, readFileSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { poll } from "@placard/testing";
import { run } from "./command.mjs";
import { restorePacketFilter, savePacketFilter } from "./packet-filter.mjs";

/** Debian's own docker: another one on the PATH may be of another version. */
const dockerProgram = "/usr/bin/docker";
const stopTimeoutMs = 30_000;
/** Files that dockerd writes outside its own directories. */
const strayFiles = ["/etc/docker/key.json", "/run/docker"];

/**
 * Starts a Docker daemon with its own data and socket under a directory. Throws an Error if another daemon is
 * running: both would use the same bridge and packet filter chains.
 */
export async function startEngine(directory) {
  if (existsSync("/sys/class/net/docker0"))
    throw new Error("The interface docker0 exists: stop the Docker daemon that runs on this machine first.");
  const newStrayFiles = strayFiles.filter((file) => !existsSync(file));
  const packetFilter = await savePacketFilter();
  const bridges = await listBridges();
  await mkdir(directory, { recursive: true });
  const path = (name) => join(directory, name);
  const env = {
    ...process.env,
    PATH: `/usr/bin:/usr/sbin:${process.env["PATH"]}`,
    DOCKER_HOST: `unix://${path("socket")}`,
    DOCKER_CONFIG: path("config"),
    DOCKER_BUILDKIT: "1",
    BUILDKIT_PROGRESS: "plain",
    COMPOSE_DOCKER_CLI_BUILD: "1",
  };
  const directories = ["--data-root", path("data"), "--exec-root", path("exec"), "--pidfile", path("pid")];
  const log = openSync(path("log"), "w");
  const daemon = spawn("dockerd", [...directories, "--host", env.DOCKER_HOST], {
    env,
    detached: true, // Ctrl-C is for this process, which then stops the daemon
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  const exited = once(daemon, "exit");

  const engine = {
    env,
    docker: (...args) => run([dockerProgram, ...args], { env }),
    async stop() {
      if (daemon.exitCode === null) daemon.kill("SIGTERM");
      const isStopped = await Promise.race([exited, delay(stopTimeoutMs, undefined, { ref: false })]);
      if (!isStopped) daemon.kill("SIGKILL");
      await exited;
      for (const name of await listBridges())
        if (!bridges.includes(name)) await run(["ip", "link", "delete", name]);
      await restorePacketFilter(packetFilter);
      for (const mountPoint of mountPointsUnder(directory)) await run(["umount", "--lazy", mountPoint]);
      for (const file of newStrayFiles) await rm(file, { recursive: true, force: true });
      await rm(directory, { recursive: true, force: true });
    },
  };
  try {
    await poll("dockerd to respond", () => engine.docker("info"));
    return engine;
  } catch (error) {
    const lines = readFileSync(path("log"), "utf8").trimEnd().split("\n").slice(-20);
    await engine.stop();
    throw new Error(`dockerd did not start:\n${lines.join("\n")}`, { cause: error });
  }
}

/** The names of all network bridges of this machine. */
async function listBridges() {
  const links = JSON.parse((await run(["ip", "-json", "link", "show", "type", "bridge"])) || "[]");
  return links.map(({ ifname }) => ifname).filter(Boolean);
}

/** The innermost first. */
function mountPointsUnder(directory) {
  const lines = readFileSync("/proc/mounts", "utf8").split("\n");
  return lines
    .map((line) => line.split(" ")[1] ?? "")
    .filter((path) => path.startsWith(`${directory}/`))
    .toReversed();
}
