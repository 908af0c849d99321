import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** The repository's root directory, with a slash at its end. */
export const root = fileURLToPath(new URL("../../", import.meta.url));

/** A set-up step that can't be done. The message is for the person at the terminal: what failed and how to mend it. */
export class SetUpError extends Error {}

// Some name the cause first and go on at length, others end with it.
const firstLinesShown = 15;
const lastLinesShown = 45;

/**
 * Runs a command in the repository's root without showing what it prints, unless it fails: then SetUpError has what it
 * said. A signal to this process reaches the command and all it started, and then ends this process too.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
export async function command(program, args, env = process.env) {
  // sudo asks for the password at the terminal, which a process in a session of its own can't reach.
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
  /** @type {NodeJS.Signals | undefined} */
  let interruption;
  /** @param {NodeJS.Signals} signal */
  const interrupt = (signal) => {
    interruption = signal;
    if (child.pid && child.exitCode === null) process.kill(ownGroup ? -child.pid : child.pid, signal);
  };
  const signals = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]);
  for (const signal of signals) process.on(signal, interrupt);
  const how = await once(child, "close").then(
    ([code, signal]) => (code === 0 ? undefined : (signal ?? `exit status ${code}`)),
    (/** @type {Error} */ error) => error.message,
  );
  for (const signal of signals) process.off(signal, interrupt);
  if (interruption) process.kill(process.pid, interruption);
  if (how === undefined) return;
  throw new SetUpError(`${shorten(output)}\n\nFailed (${how}): ${program} ${args.join(" ")}`);
}

/** @param {string} output */
function shorten(output) {
  const lines = output.trimEnd().split("\n");
  const left = lines.length - firstLinesShown - lastLinesShown;
  if (left > 0) lines.splice(firstLinesShown, left, `… ${left} lines left out …`);
  return lines.join("\n");
}
