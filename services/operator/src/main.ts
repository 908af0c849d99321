import { once } from "node:events";
import { basename } from "node:path";
import { createInterface } from "node:readline/promises";
import type { Environment } from "./command.ts";
import { runCommandLine } from "./command-line.ts";
import { commands } from "./commands.ts";

/** The name in usage messages: `placard` if the installed program was called, otherwise the npm script. */
function findProgramName(): string {
  const called = basename(process.argv[1] ?? "");
  return called === "placard" ? called : "npm run operator --";
}

/**
 * The settings. If a launcher has forked this process, it provides the Redis, which it starts if necessary.
 * Invalid arguments must not cause that.
 */
async function findEnvironment(): Promise<Omit<Environment, "writeMessage">> {
  const ask = process.stdin.isTTY ? askAtTerminal : undefined;
  if (!process.send) return { env: process.env, ask };
  const exit = () => process.exit(1); // the launcher has failed, and reports why
  process.once("disconnect", exit);
  process.send("settings");
  const [provided] = (await once(process, "message")) as [Record<string, string>];
  process.off("disconnect", exit);
  process.disconnect();
  return { env: { ...process.env, ...provided }, ask };
}

async function askAtTerminal(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
}

process.exitCode = await runCommandLine(process.argv.slice(2), {
  program: findProgramName(),
  commands,
  findEnvironment,
  writeOutput: (text) => process.stdout.write(`${text}\n`),
  writeMessage: (text) => process.stderr.write(`${text}\n`),
});
if (process.connected) process.disconnect(); // else the channel would keep this process running
