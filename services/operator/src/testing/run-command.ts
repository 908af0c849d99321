import { runCommandLine } from "../command-line.ts";
import type { Environment } from "../command.ts";
import { commands } from "../commands.ts";

/** Runs a command in this process, as main.ts does in its own. */
export async function runCommand(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  ask?: Environment["ask"],
) {
  let [stdout, stderr] = ["", ""];
  const status = await runCommandLine(args, {
    program: "placard",
    commands,
    environment: { env, ask },
    writeOutput: (text) => (stdout += `${text}\n`),
    writeMessage: (text) => (stderr += `${text}\n`),
  });
  return { status, stdout, stderr };
}
