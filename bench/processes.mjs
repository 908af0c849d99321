import { fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Redis } from "ioredis";

const msPerTick = 10; // USER_HZ is 100 on all platforms of Linux that Node.js supports

/**
 * Starts a file of this directory in a process with the allocator of renderers. `ready` is its first message;
 * `ask` sends a message and resolves with the next one. Both reject if the process exits.
 */
export async function startProcess(file, ...args) {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), args, {
    env: { ...process.env, LD_PRELOAD: "libjemalloc.so.2" },
  });
  const exited = once(child, "exit").then(([status]) => {
    throw new Error(`${file} ${args.join(" ")} exited with status ${status}`);
  });
  exited.catch(() => {}); // stopped at the end
  const receive = async () => (await Promise.race([once(child, "message"), exited]))[0];
  const ready = await receive();
  return {
    ready,
    ask(message) {
      child.send(message);
      return receive();
    },
    stop: () => child.kill(),
  };
}

/** The process ID of a Redis server. */
export async function readRedisPid(url) {
  const redis = new Redis(url);
  const [, pid] = /process_id:(\d+)/.exec(await redis.info("server"));
  redis.disconnect();
  return Number(pid);
}

/** The CPU time that processes have used so far, user and system, all threads, in ms. Linux only. */
export function readCpuMs(pids) {
  let ticks = 0;
  for (const pid of pids) {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const [utime, stime] = stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .slice(11, 13); // fields 14 and 15 of proc_pid_stat(5)
    ticks += Number(utime) + Number(stime);
  }
  return ticks * msPerTick;
}
