// A thread of a process that may be blocked, by a loop or by native code: kills the process when its parent
// has exited.
import { workerData } from "node:worker_threads";

const checkIntervalMs = 500;

setInterval(() => {
  if (process.ppid !== workerData) process.kill(process.pid, "SIGKILL");
}, checkIntervalMs);
