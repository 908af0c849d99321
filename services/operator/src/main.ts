#!/usr/bin/env node
import { once } from "node:events";
import { basename } from "node:path";
import type { Environment } from "./command.ts";
import { runCommandLine } from "./command-line.ts";
import { doctorCommand } from "./doctor/doctor-command.ts";
import { keyCommands } from "./key-commands.ts";

/** The name in usage messages: `placard` if the installed program was called, otherwise the npm script. */
function findProgramName(): string {
  const called = basename(process.argv[1] ?? "");
  return called === "placard" ? called : "npm run operator --";
}

/**
 * The settings. If a launcher has forked this process, the launcher is asked for those that it provides itself: its Redis,
 * which it starts if it is not running and REDIS_URL is not set. Invalid arguments must not cause that.
 */
async function findEnvironment(): Promise<Environment> {
  if (!process.send) return { env: process.env };
  const exit = () => process.exit(1); // the launcher has failed, and reports why
  process.once("disconnect", exit);
  process.send("settings");
  const [provided] = (await once(process, "message")) as [Record<string, string>];
  process.off("disconnect", exit);
  process.disconnect();
  return { env: { ...process.env, ...provided } };
}

process.exitCode = await runCommandLine(process.argv.slice(2), {
  program: findProgramName(),
  commands: [...keyCommands, doctorCommand],
  findEnvironment,
  writeOutput: (text) => process.stdout.write(`${text}\n`),
  writeMessage: (text) => process.stderr.write(`${text}\n`),
});
if (process.connected) process.disconnect(); // else the channel would keep this process running
