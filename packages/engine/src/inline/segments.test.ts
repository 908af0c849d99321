import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { segmentsOf } from "./segments.ts";

const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });

describe("the segments of a long text", () => {
  it("are those of the whole text", () => {
    const text = "🇩🇪 👩🏽‍💻 e\u0301 क्षि ".repeat(200);
    assert.deepEqual(
      segmentsOf(graphemes, text),
      Array.from(graphemes.segment(text), ({ segment, index }) => ({ segment, index })),
    );
  });

  it("are found in windows of 1,024 units, because Intl.Segmenter takes quadratic time", () => {
    const lengths: number[] = [];
    const segment = (text: string) => {
      lengths.push(text.length);
      return graphemes.segment(text);
    };
    segmentsOf({ segment } as Intl.Segmenter, "क्षि".repeat(2_000));
    assert.ok(lengths.length > 7 && Math.max(...lengths) === 1024, lengths.join());
  });
});
