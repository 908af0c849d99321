// Reports to the parent process what a process with its isolation can do. A decoder with the same isolation
// could do the same.
import { accessSync, constants, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { networkInterfaces } from "node:os";
import { fileURLToPath } from "node:url";

/** What a process can do. */
export interface IsolationReport {
  canReadParentEnvironment: boolean;
  hasNetwork: boolean;
}

function canReadParentEnvironment(): boolean {
  try {
    return readFileSync(`/proc/${process.ppid}/environ`).length > 0;
  } catch {
    return false;
  }
}

// Throws if a decoder could not read its own files.
const { resolve } = createRequire(import.meta.url);
for (const file of [fileURLToPath(new URL("decoder-process.js", import.meta.url)), resolve("sharp")])
  accessSync(file, constants.R_OK);

const report: IsolationReport = {
  canReadParentEnvironment: canReadParentEnvironment(),
  hasNetwork: Object.keys(networkInterfaces()).length > 0,
};
process.send?.(report);
