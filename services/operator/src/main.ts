import { basename } from "node:path";
import { createInterface } from "node:readline/promises";
import { runCommandLine } from "./command-line.ts";
import { commands } from "./commands.ts";

/** The name in usage messages: `placard` if the installed program was called, otherwise the npm script. */
function findProgramName(): string {
  const called = basename(process.argv[1] ?? "");
  return called === "placard" ? called : "npm run operator --";
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
  environment: { env: process.env, ask: process.stdin.isTTY ? askAtTerminal : undefined },
  writeOutput: (text) => process.stdout.write(`${text}\n`),
  writeMessage: (text) => process.stderr.write(`${text}\n`),
});
