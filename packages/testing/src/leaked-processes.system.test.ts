import { strict as assert } from "node:assert";
import { execFileSync, fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { poll, createTempDirectory, type TempDirectory } from "./index.ts";

describe("test servers", () => {
  let temp: TempDirectory;
  before(async () => {
    temp = await createTempDirectory();
  });
  after(() => temp.remove());

  it("leave no process and no file when the test process is killed with SIGKILL", async () => {
    mkdirSync(join(temp.path, "t"));
    const child = fork(fileURLToPath(new URL("./leaked-processes.js", import.meta.url)), {
      env: { ...process.env, TMPDIR: join(temp.path, "t") },
    });
    await once(child, "message");
    assert.equal(readdirSync(join(temp.path, "t")).length, 2, "of Redis and of Placard");

    const daemons = descendants(child.pid!);
    assert.ok(daemons.length >= 3, `expected redis-server and two services, found ${daemons.join(" ")}`);
    child.kill("SIGKILL");
    await poll("every child to end", () => !daemons.some(isAlive));
    await poll("the data to be deleted", () => readdirSync(join(temp.path, "t")).length === 0);
    await poll("every process to end", () => processesNaming(temp.path).length === 0);
  });
});

function processesNaming(text: string): string[] {
  const lines = execFileSync("ps", ["-eo", "pid,args"], { encoding: "utf8" }).split("\n");
  return lines.filter((line) => line.includes(text));
}

function descendants(root: number): number[] {
  const rows = execFileSync("ps", ["-eo", "pid=,ppid=,comm="], { encoding: "utf8" })
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , name]) => name !== "ps");
  const children = (parent: number): number[] =>
    rows.filter(([, ppid]) => Number(ppid) === parent).map(([pid]) => Number(pid));
  const found = children(root);
  for (const pid of found) found.push(...children(pid));
  return found;
}

function isAlive(pid: number): boolean {
  try {
    // A zombie (Z) has exited; its new parent has not collected its status yet.
    return !execFileSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" }).startsWith("Z");
  } catch {
    return false; // no process has this ID
  }
}
