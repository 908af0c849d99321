#!/usr/bin/env node
const { runCommand } = await import("../dist/folder/command.js");
process.exitCode = await runCommand(process.argv.slice(2), console);
