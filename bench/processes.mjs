import { readFileSync } from "node:fs";

const msPerTick = 10; // USER_HZ is 100 on all platforms of Linux that Node.js supports

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
