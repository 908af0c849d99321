#!/usr/bin/env node
import { once } from "node:events";
import { basename } from "node:path";
import { readOperatorSettings } from "@placard/runtime";
import { runCommandLine } from "./command-line.ts";
import { keyCommands } from "./key-commands.ts";

/** The name in usage messages: `placard` if the installed program was called, otherwise the npm script. */
function findProgramName(): string {
  const called = basename(process.argv[1] ?? "");
  return called === "placard" ? called : "npm run operator --";
}

/**
 * REDIS_URL. If it is not set, and a launcher has forked this process, the launcher is asked for its Redis: it starts the
 * embedded one if it is not running, which invalid arguments must not cause.
 */
async function findRedisUrl(): Promise<string> {
  if (process.env["REDIS_URL"] || !process.send) return readOperatorSettings(process.env).REDIS_URL;
  const exit = () => process.exit(1); // the launcher has failed, and reports why
  process.once("disconnect", exit);
  process.send("redis-url");
  const [url] = (await once(process, "message")) as [string];
  process.off("disconnect", exit);
  process.disconnect();
  return url;
}

process.exitCode = await runCommandLine(process.argv.slice(2), {
  program: findProgramName(),
  commands: keyCommands,
  findRedisUrl,
  writeOutput: (text) => process.stdout.write(`${text}\n`),
  writeMessage: (text) => process.stderr.write(`${text}\n`),
});
if (process.connected) process.disconnect(); // else the channel would keep this process running
