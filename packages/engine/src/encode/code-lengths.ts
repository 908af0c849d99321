import type { BitWriter } from "./bit-writer.ts";
import { createHuffmanCode, type HuffmanCode } from "./huffman-code.ts";

/** A code length, or a symbol that repeats one, with its extra bits. */
interface LengthRun {
  readonly symbol: number;
  readonly extra: number;
  readonly bits: number;
}

/** The lengths of the codes of symbols, with runs of the same length shortened. */
export interface CodeLengths {
  readonly runs: readonly LengthRun[];
  /** The code of the symbols of the runs. */
  readonly code: HuffmanCode;
}

/**
 * Shortens runs of the same code length, as in deflate (RFC 1951, 3.2.7) and lossless WebP (RFC 9649, 6.2).
 * 16 repeats the length before it 3 to 6 times. 17 repeats 0 from 3 to 10 times, 18 from 11 to 138 times.
 */
export function shortenCodeLengths(lengths: readonly number[]): CodeLengths {
  const runs = lengthRuns(lengths);
  const counts = new Uint32Array(19);
  for (const { symbol } of runs) counts[symbol]!++;
  return { runs, code: createHuffmanCode(counts, 7) };
}

/**
 * Writes the lengths of the code for runs, in the order of the format: rare symbols are last, and left out.
 */
export function writeCodeOfRuns(writer: BitWriter, { code }: CodeLengths, order: readonly number[]): void {
  const count = Math.max(4, order.findLastIndex((symbol) => code.lengths[symbol]! > 0) + 1);
  writer.write(count - 4, 4);
  for (const symbol of order.slice(0, count)) writer.write(code.lengths[symbol]!, 3);
}

export function writeRuns(writer: BitWriter, { runs, code }: CodeLengths): void {
  for (const { symbol, extra, bits } of runs) {
    writer.write(code.bits[symbol]!, code.lengths[symbol]!);
    writer.write(extra, bits);
  }
}

function lengthRuns(lengths: readonly number[]): LengthRun[] {
  const runs: LengthRun[] = [];
  for (let index = 0; index < lengths.length;) {
    const length = lengths[index]!;
    let count = 1;
    while (lengths[index + count] === length) count++;
    if (length === 0 && count >= 11) {
      count = Math.min(count, 138);
      runs.push({ symbol: 18, extra: count - 11, bits: 7 });
    } else if (length === 0 && count >= 3) {
      runs.push({ symbol: 17, extra: count - 3, bits: 3 });
    } else if (length > 0 && length === lengths[index - 1] && count >= 3) {
      count = Math.min(count, 6);
      runs.push({ symbol: 16, extra: count - 3, bits: 2 });
    } else {
      count = 1;
      runs.push({ symbol: length, extra: 0, bits: 0 });
    }
    index += count;
  }
  return runs;
}
