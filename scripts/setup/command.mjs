import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** The repository's root directory, with a trailing slash. */
export const root = fileURLToPath(new URL("../../", import.meta.url));

/** A set-up step failed. The message is for the person at the terminal: what failed and how to fix it. */
export class SetUpError extends Error {}

// Some commands print the cause first, others last.
const firstLinesShown = 15;
const lastLinesShown = 45;

/**
 * Runs a command in the repository's root and captures its output. Throws SetUpError with the output if the
 * command fails. Forwards signals to the command and its child processes, and then exits with the same
 * signal.
 */
export async function command(program, args, env = process.env) {
  // sudo asks for a password at the terminal, which a process in another session cannot access.
  const ownGroup = program !== "sudo";
  const child = spawn(program, args, {
    cwd: root,
    env,
    detached: ownGroup,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (chunk) => (output += chunk));
  let interruption;
  const interrupt = (signal) => {
    interruption = signal;
    if (child.pid && child.exitCode === null) process.kill(ownGroup ? -child.pid : child.pid, signal);
  };
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const signal of signals) process.on(signal, interrupt);
  const failure = await once(child, "close").then(
    ([code, signal]) => (code === 0 ? undefined : (signal ?? `exit status ${code}`)),
    (error) => error.message,
  );
  for (const signal of signals) process.off(signal, interrupt);
  if (interruption) process.kill(process.pid, interruption);
  if (failure === undefined) return;
  throw new SetUpError(`${shorten(output)}\n\nFailed (${failure}): ${program} ${args.join(" ")}`);
}

function shorten(output) {
  const lines = output.trimEnd().split("\n");
  const omitted = lines.length - firstLinesShown - lastLinesShown;
  if (omitted > 0) lines.splice(firstLinesShown, omitted, `… ${omitted} lines omitted …`);
  return lines.join("\n");
}
