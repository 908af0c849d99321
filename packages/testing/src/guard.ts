import { spawn } from "node:child_process";

/**
 * Sees to it that a process does not outlive this one, even when this one is killed with SIGKILL and runs no handler:
 * a small shell waits for its standard input to close, which the system does for the dead, then kills and removes.
 * @param pid the process to kill
 * @param directory deleted after that, if given
 * @returns takes the guard off again: call it as soon as the process has ended
 */
export function guardProcess(pid: number, directory = ""): () => void {
  // Its own session (`detached`), so that Ctrl-C, which reaches the whole process group, does not end the guard first.
  const guard = spawn(
    "/bin/sh",
    ["-c", 'read _; kill -KILL "$0"; [ -z "$1" ] || rm -rf "$1"', String(pid), directory],
    {
      stdio: ["pipe", "ignore", "ignore"],
      detached: true,
    },
  );
  guard.unref();
  return () => guard.kill("SIGKILL");
}
