import assert from "node:assert/strict";
import { spawn, type ChildProcess } from "node:child_process";
import { poll } from "@placard/testing";
import { createProcessPool } from "./process-pool.ts";

describe("a pool of processes", () => {
  const started: ChildProcess[] = [];
  const { signal } = new AbortController();
  const start = () => {
    const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
    started.push(child);
    return child;
  };
  afterEach(() => {
    for (const child of started.splice(0)) child.kill("SIGKILL");
  });

  it("gives work the first process that is free, not one that is still starting", async () => {
    const neverReady = new Promise<void>(() => {});
    const whenReady = (child: ChildProcess) => (child === started[0] ? Promise.resolve() : neverReady);
    const pool = createProcessPool({ maxProcesses: 2, start, whenReady });
    const work = (child: ChildProcess) => Promise.resolve(child);
    const used = await Promise.all([1, 2, 3].map(() => pool.use(work, signal)));
    assert.deepEqual(
      used.map(({ pid }) => pid),
      [1, 2, 3].map(() => started[0]?.pid),
    );
    pool.stop();
  });

  it("rejects work with the reason of its signal while its process starts", async () => {
    const whenReady = () => new Promise<void>(() => {});
    const pool = createProcessPool({ maxProcesses: 1, start, whenReady });
    const controller = new AbortController();
    const work = pool.use(() => Promise.resolve(), controller.signal);
    await poll("the process to start", () => started.length === 1);
    controller.abort(new Error("the deadline"));
    await assert.rejects(work, /the deadline/);
    pool.stop();
  });
});
