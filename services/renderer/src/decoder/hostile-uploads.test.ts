import { detectFormat, uploadFormats } from "@placard/contracts";
import { InvalidFileError } from "@placard/engine/files";
import { hostileUploads } from "@placard/testing/hostile-inputs";
import assert from "node:assert/strict";
import * as fc from "fast-check";
import sharp from "sharp";
import { createDecoder, DecodingError, type Decoder } from "./decoder.ts";
import { detectDecoderIsolation } from "./decoder-isolation.ts";

describe("a decoder that sanitizes hostile files", () => {
  let decoder: Decoder;
  before(async () => {
    decoder = createDecoder({ maxProcesses: 2, isolation: await detectDecoderIsolation(), maxCpuMs: 1_000 });
  });
  after(() => decoder.stop());

  const { signal } = new AbortController();
  const noise = Buffer.from(Array.from({ length: 64 * 48 * 3 }, (_, i) => (i * 7919) % 256));

  it("stores or rejects mutated images, and stores nothing that can't be decoded", async () => {
    const image = sharp(noise, { raw: { width: 64, height: 48, channels: 3 } });
    const files = await Promise.all(
      (["png", "jpeg", "webp"] as const).map(async (format) => {
        return { format, file: await image.clone().toFormat(format).toBuffer() };
      }),
    );
    const change = fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 0, max: 255 }));
    const mutation = fc.record({
      source: fc.constantFrom(...files),
      changes: fc.array(change, { maxLength: 20 }),
    });
    await fc.assert(
      fc.asyncProperty(mutation, async ({ source: { format, file }, changes }) => {
        const bytes = Buffer.from(file);
        for (const [at, value] of changes) bytes[12 + Math.floor(at * (bytes.length - 13))] = value;
        try {
          const stored = await decoder.sanitize({ task: "sanitize", bytes, format }, signal);
          const { width, height } = await sharp(stored.bytes).metadata();
          assert.deepEqual([width, height], [stored.content.width, stored.content.height]);
        } catch (error) {
          assert.ok(error instanceof InvalidFileError || error instanceof DecodingError, String(error));
        }
      }),
      { numRuns: 150 },
    );
  });

  for (const [name, file] of Object.entries(hostileUploads))
    it(`stores or rejects the worst known files within the limits of CPU time and bytes: ${name}`, async () => {
      for (const bytes of [file.subarray(0, 64 * 1024), file]) {
        const detected = detectFormat(bytes);
        const format = uploadFormats.find((each) => each === detected);
        if (format === undefined) continue; // a gateway rejects it
        try {
          const stored = await decoder.sanitize({ task: "sanitize", bytes, format }, signal);
          assert.ok(stored.bytes.length <= 4 * 1024 * 1024, `${stored.bytes.length} bytes`);
        } catch (error) {
          assert.ok(error instanceof InvalidFileError || error instanceof DecodingError, String(error));
        }
      }
    });

  it("draws expensive SVG documents or rejects them within the limit of CPU time", async () => {
    const svg = (content: string) =>
      Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">${content}</svg>`);
    const blur = '<filter id="f"><feGaussianBlur stdDeviation="50"/></filter>';
    const documents = [
      svg(`${blur}${'<g filter="url(#f)">'.repeat(40)}<path d="M0 0h100v100z"/>${"</g>".repeat(40)}`),
      svg(`${'<g opacity=".9">'.repeat(50)}<rect width="100" height="100"/>${"</g>".repeat(50)}`),
      svg(
        '<pattern id="p" width="0.01" height="0.01" patternUnits="userSpaceOnUse"><rect width="1" height="1"/></pattern><rect width="100" height="100" fill="url(#p)"/>',
      ),
      svg(`<path stroke="red" stroke-dasharray=".0001" d="${"M0 0L100 100".repeat(2_000)}"/>`),
      svg(`<path d="M0 0${"l1e9 1e9-1e9-1e9".repeat(5_000)}"/>`),
      svg(`<text font-size="1e6">${"\u{1f600}".repeat(500)}</text>`),
      svg('<rect width="1e30" height="1e30" rx="1e30" transform="scale(1e-30)"/>'),
    ];
    const outcomes = await Promise.allSettled(
      documents.map((bytes) => decoder.sanitize({ task: "sanitize", bytes, format: "svg" }, signal)),
    );
    const reasons = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
    for (const reason of reasons)
      assert.ok(reason instanceof InvalidFileError || reason instanceof DecodingError, String(reason));
    assert.ok(reasons.some((reason) => /takes too long/.test(String(reason))));
    const logo = svg('<path d="M0 0h9v9z"/>');
    const { content } = await decoder.sanitize({ task: "sanitize", bytes: logo, format: "svg" }, signal);
    assert.equal(content.contentType, "image/svg+xml", "the decoder still works");
  });
});
