import assert from "node:assert/strict";
import { randomImageId, type AssetJob } from "@placard/contracts";
import { TimeoutError } from "@placard/runtime";
import { describe, it } from "mocha";
import { DecodingError } from "../decoder/decoder.ts";
import type { Platform } from "../platform.ts";
import { createUploadProcessor } from "./sanitize-upload.ts";

/** The result of an upload whose decoder fails for a reason. */
async function resultAfter(reason: Error): Promise<unknown> {
  const results: unknown[] = [];
  const platform = {
    store: {
      get: async () => ({ bytes: Buffer.from("font") }),
      put: () => assert.fail("an upload that failed is not stored"),
    },
    redis: { set: async (_key: string, json: string) => results.push(JSON.parse(json)) },
    logger: { info() {}, warn() {} },
    now: Date.now,
  } as unknown as Platform;
  const processUpload = createUploadProcessor(platform, { sanitize: () => Promise.reject(reason) });
  const data: AssetJob = {
    id: randomImageId("o"),
    owner: "o".repeat(22),
    format: "ttf",
    requestId: "r",
    deadline: Date.now() + 60_000,
  };
  await processUpload({ data });
  assert.equal(results.length, 1);
  return results[0];
}

describe("an upload that can't be decoded", () => {
  it("is refused as damaged or too complex", async () => {
    assert.match(JSON.stringify(await resultAfter(new DecodingError())), /"refused":"The file is damaged/);
  });
  it("fails as `overloaded` if the machine was too busy: the file is not at fault", async () => {
    assert.deepEqual(await resultAfter(new TimeoutError()), { failure: "overloaded" });
  });
});
