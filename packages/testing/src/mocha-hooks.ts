// Hooks for every run of mocha: `mocha --require packages/testing/dist/mocha-hooks.js`.
import { execFileSync } from "node:child_process";
import { basename, relative } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { readSharedServer } from "./shared-placard.ts";
import { sharedServersVariable, startSharedServers, type SharedServers } from "./shared-servers.ts";

/** How many of the slowest test files are listed after a run; TEST_TIMES=all lists every file. */
const slowestFiles = process.env["TEST_TIMES"] === "all" ? Infinity : 10;

/** A run in which no file ends for this long hangs, as in a call that can't time out. */
const stallMs = 15 * 60_000;

/** A file that takes longer has lost something that its other tests wait for, each until its timeout. */
const maxFileMs = 10 * 60_000;

let servers: SharedServers;

/** Mocha calls this in its main process before any worker process starts, so workers inherit the variable. */
export async function mochaGlobalSetup(): Promise<void> {
  servers = await startSharedServers();
  process.env[sharedServersVariable] = servers.url;
  failIfStalled();
}

/**
 * Ends a run that hangs. Prints the files that have not ended, and the processes of the run with what each
 * main thread waits for: `do_epoll_wait` is an event loop that waits for input, anything else blocks it. A
 * worker's title is its file and test.
 */
function failIfStalled(): void {
  const files = process.argv.filter((argument) => /\.test\.m?js$/.test(argument));
  let ended = 0;
  let changedAt = performance.now();
  setInterval(() => {
    const times = servers.times();
    if (times.length !== ended) [ended, changedAt] = [times.length, performance.now()];
    if (performance.now() - changedAt < stallMs) return;
    const hanging = files.filter((file) => !times.some((each) => each.file.endsWith(file)));
    // With their children in sessions of their own, which may not have started their program yet.
    const group = execFileSync("pgrep", ["-d", ",", "-g", "0"], { encoding: "utf8" }).trim();
    const parameters = `--columns 120 --sort=-pid -o pid,stat,time,wchan:20,args -p ${group} --ppid ${group}`;
    console.error(execFileSync("ps", parameters.split(" "), { encoding: "utf8" }));
    console.error(`No test file has ended for ${stallMs / 60_000} minutes. Files without an end:`, hanging);
    execFileSync("pkill", ["-KILL", "-P", String(process.pid)]);
    process.exit(1);
  }, 10_000).unref();
}

/** Mocha calls this in its main process after the last test. An error that it throws fails the run. */
export async function mochaGlobalTeardown(): Promise<void> {
  await servers.stop();
  const slowest = servers.times().toSorted((a, b) => b.seconds - a.seconds);
  for (const { file, seconds } of slowest.slice(0, slowestFiles))
    console.log(`${seconds.toFixed(1).padStart(6)} s  ${relative(".", file)}`);
  const [error] = servers.lateErrors();
  if (error !== undefined) throw new Error(`after the end of a test file: ${error}`);
}

let isFileRunning = false;
let startedAt = 0;

/**
 * Fails the current test when a promise without a handler rejects, which mocha ignores. Measures the duration
 * of each file with its hooks. In parallel mode these hooks run once per file.
 */
export const mochaHooks: Mocha.RootHookObject = {
  async beforeAll(this: Mocha.Context) {
    process.title = `${basename(fileOf(this), ".js")}: before the first test`;
    await avoidMidnight();
    process.on("unhandledRejection", rethrow);
    isFileRunning = true;
    startedAt = performance.now();
  },
  beforeEach(this: Mocha.Context) {
    const { title = "", file = "" } = this.currentTest ?? {};
    process.title = `${basename(file, ".js")}: ${title}`;
    const isOneFile = process.env["MOCHA_WORKER_ID"] !== undefined;
    if (isOneFile && performance.now() - startedAt > maxFileMs)
      throw new Error(`the file takes more than ${maxFileMs / 60_000} minutes: its other tests are skipped`);
  },
  async afterAll(this: Mocha.Context) {
    await report("/times", { file: fileOf(this), ms: String(performance.now() - startedAt) });
    isFileRunning = false;
    process.title = "waits for a file";
  },
};

/** The test file of a hook of the root suite. */
function fileOf({ test }: Mocha.Context): string {
  return test?.parent?.suites[0]?.file ?? "";
}

/** If the UTC day ends within a minute, waits for the next one: usage and quotas are counted by day. */
async function avoidMidnight(): Promise<void> {
  const dayMs = 86_400_000;
  const restMs = dayMs - (Date.now() % dayMs);
  if (restMs < 60_000) await delay(restMs + 1_000);
}

function rethrow(reason: unknown): never {
  throw reason;
}

async function report(path: string, values: Record<string, string>): Promise<void> {
  await readSharedServer(`${path}?${new URLSearchParams(values).toString()}`);
}

/** Reports an exception after the end of a file, so that it fails the whole run. */
function reportLateError(reason: unknown): void {
  if (isFileRunning) return; // mocha's own listener fails the current test
  const error = reason instanceof Error ? (reason.stack ?? String(reason)) : String(reason);
  void report("/late-errors", { error: error.slice(0, 5_000) });
}

// An exception without a listener would end the worker process, and mocha 12 would then wait for it forever.
// Mocha removes all listeners at the end of each file, so this one is added again.
if (process.env["MOCHA_WORKER_ID"] !== undefined) {
  process.on("uncaughtException", reportLateError);
  process.on("removeListener", (event, listener) => {
    if (listener !== reportLateError) return;
    process.nextTick(() => process.on(event as "uncaughtException", reportLateError));
  });
}
