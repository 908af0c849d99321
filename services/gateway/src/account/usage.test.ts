import assert from "node:assert/strict";
import { noUsage, type Usage, type UsageStore } from "@placard/accounts";
import { createLogger, utcDay } from "@placard/runtime";
import type { Platform } from "../platform.ts";
import { createUsage } from "./usage.ts";

const time = Date.UTC(2027, 0, 31);

/** A recorder, and what it has written. `reports` come from renderers. */
function createTestRecorder({ failure }: { failure?: Error } = {}) {
  const written: Usage[][] = [];
  const reports: string[] = [];
  const outage = { failure };
  const redis = { rpop: async () => reports.splice(0) };
  const store = {
    add: async (counts: readonly Usage[]) => {
      if (outage.failure) throw outage.failure;
      written.push([...counts]);
    },
  };
  const platform = { redis, settings: {}, logger: createLogger("gateway"), now: () => time };
  const recorder = createUsage(platform as unknown as Platform, store as unknown as UsageStore);
  return { recorder, written, reports, outage };
}

const used = (counts: Partial<Usage>): Usage => ({
  ...noUsage,
  account: "ada",
  keyId: "k1",
  day: utcDay(time),
  ...counts,
});

describe("the usage recorder", () => {
  it("writes what it has counted, with the reports of renderers, when it stops", async () => {
    const { recorder, written, reports } = createTestRecorder();
    for (let i = 0; i < 3; i++) recorder.recordCacheHit("ada", "k1");
    const report = { account: "ada", keyId: "k1", renders: 1, bytes: 100, remoteBytes: 7 };
    reports.push(JSON.stringify(report), JSON.stringify({ ...report, keyId: undefined }));
    await recorder.stop();
    assert.deepEqual(written, [
      [
        used({ renders: 1, cacheHits: 3, bytes: 100, remoteBytes: 7 }),
        used({ keyId: undefined, renders: 1, bytes: 100, remoteBytes: 7 }),
      ],
    ]);
  });

  it("ignores invalid reports", async () => {
    const { recorder, written, reports } = createTestRecorder();
    const report = { account: "ada", renders: 1, bytes: 1, remoteBytes: 0 };
    for (const invalid of [
      { ...report, bytes: 1e300 },
      { ...report, account: "" },
      { ...report, x: 1 },
      null,
    ])
      reports.push(JSON.stringify(invalid));
    reports.push("no JSON", JSON.stringify(report));
    await recorder.stop();
    assert.deepEqual(written, [[used({ keyId: undefined, renders: 1, bytes: 1 })]]);
  });

  it("keeps its counters while Redis is unavailable", async () => {
    const { recorder, written, outage } = createTestRecorder({ failure: new Error("Connection is closed.") });
    recorder.recordCacheHit("ada", "k1");
    await recorder.stop();
    recorder.recordCacheHit("ada", "k1");
    outage.failure = undefined;
    await recorder.stop();
    assert.deepEqual(written, [[used({ cacheHits: 2 })]]);
  });
});
