import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { RenderResult } from "./render-job.ts";
import type { Warning } from "./warnings.ts";
import type { ImageMetadata } from "./image-metadata.ts";
import { decodeResult, encodeResult } from "./stored-result.ts";
import { textFitWarning } from "./text-fit-warning.ts";

const metadata: ImageMetadata = {
  width: 1200,
  height: 630,
  format: "jpeg",
  size: 104_208,
  expiresAt: "2027-01-08T00:00:00.000Z",
};
const success = (warnings?: Warning[]): RenderResult => ({
  owner: "AAAAAAAAAAAAAAAAAAAAAA",
  flightId: "BBBBBBBB",
  image: { ...metadata, ...(warnings && { warnings }) },
});
const truncated = textFitWarning("truncated", "description");
const omitted = textFitWarning("omitted", "speakers/0/name");
const dated: Warning = { code: "date_not_understood", field: "date", message: "Not a date." };

describe("a stored result", () => {
  it("is the same after it has been encoded and decoded", () => {
    const all: RenderResult[] = [
      success(),
      success([truncated]),
      success([omitted, truncated, textFitWarning("hidden", "title")]),
      success([dated, truncated]),
      success([{ ...truncated, message: "A message of another release." }]),
      { owner: "AAAAAAAAAAAAAAAAAAAAAA", failure: "crashed" },
    ];
    for (const result of all) assert.deepEqual(decodeResult(encodeResult(result)), result);
  });

  it("takes less than 188 bytes, for which Redis allocates 192, with a warning about a long text", () => {
    assert.ok(encodeResult(success([truncated])).length < 188);
  });
});
