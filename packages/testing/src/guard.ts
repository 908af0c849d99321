import { spawn } from "node:child_process";

/**
 * Kills a process when this one exits, even by SIGKILL. A shell waits until its standard input is closed,
 * which the system does at the exit.
 * @param pid the process to kill
 * @param directory deleted afterwards
 * @returns a function that stops the guard; call it as soon as the process has exited
 */
export function guardProcess(pid: number, directory = ""): () => void {
  // In a separate session (`detached`): Ctrl-C is sent to the whole process group and would kill the guard
  // first.
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
