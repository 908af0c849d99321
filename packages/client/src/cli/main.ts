import { runCommand } from "./run-command.ts";

process.exitCode = await runCommand(process.argv.slice(2), process.env, console);
