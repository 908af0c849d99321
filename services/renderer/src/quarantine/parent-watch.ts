// A thread of a process that may be blocked, by a loop or by native code: kills the process when its parent has exited.

const checkIntervalMs = 500;
const parent = process.ppid;

setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, "SIGKILL");
}, checkIntervalMs);
