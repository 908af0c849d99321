import { spawn } from "node:child_process";
import { once } from "node:events";

/**
 * Runs a command. Resolves with its standard output, without the last line end. Throws an Error with the end
 * of its output if it fails.
 * @param {string[]} commandLine
 * @param {{ env?: NodeJS.ProcessEnv, cwd?: string, input?: string, timeoutMs?: number }} options
 */
export async function run([program = "", ...args], { env, cwd, input, timeoutMs } = {}) {
  // Its own process group, so that Ctrl-C reaches this process only, which then stops everything in order.
  const child = spawn(program, args, { env, cwd, detached: true, timeout: timeoutMs, killSignal: "SIGKILL" });
  let stdout = "";
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    stdout += text;
    output += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text) => (output += text));
  child.stdin.on("error", () => {}); // it has exited without reading its input
  child.stdin.end(input);
  const [status, signal] = await once(child, "close");
  if (status === 0) return stdout.trimEnd();
  const end = output.trimEnd().split("\n").slice(-40).join("\n");
  throw new Error(`${program} ${args.join(" ")} failed (${signal ?? `exit status ${status}`}):\n${end}`);
}
