import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { createHuffmanCode } from "./huffman-code.ts";

/** Counts that make a tree as deep as it has symbols. */
const fibonacci = [1, 1];
while (fibonacci.length < 40) fibonacci.push(fibonacci.at(-1)! + fibonacci.at(-2)!);

const counts = {
  "two symbols": [3, 0, 9],
  "equal counts": Array.from({ length: 286 }, () => 7),
  "counts that need long codes": fibonacci,
};

describe("Huffman codes", () => {
  for (const [name, values] of Object.entries(counts)) {
    for (const maxLength of [9, 15]) {
      it(`are complete and prefix-free, with at most ${maxLength} bits, for ${name}`, () => {
        const { bits, lengths } = createHuffmanCode(Uint32Array.from(values), maxLength);
        const codes = values.flatMap((count, symbol) => {
          assert.equal(lengths[symbol]! > 0, count > 0);
          const code = bits[symbol]!.toString(2).padStart(lengths[symbol]!, "0");
          return count > 0 ? [[...code].toReversed().join("")] : [];
        });
        assert.ok(Math.max(...lengths) <= maxLength);
        assert.equal(
          codes.reduce((sum, code) => sum + 2 ** -code.length, 0),
          1,
        );
        for (const code of codes)
          assert.deepEqual(
            codes.filter((other) => other.startsWith(code)),
            [code],
          );
      });
    }
  }

  it("gives frequent symbols shorter codes", () => {
    const { lengths } = createHuffmanCode(Uint32Array.from([1, 100, 10, 1000]), 15);
    assert.deepEqual([...lengths], [3, 2, 3, 1]);
  });

  it("gives a symbol that occurs alone one bit", () => {
    assert.deepEqual([...createHuffmanCode(Uint32Array.from([0, 5, 0]), 15).lengths], [0, 1, 0]);
  });
});
