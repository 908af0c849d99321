import { readFileSync } from "node:fs";
import { startTimeSlice } from "../paint/time-slice.ts";
import { createHuffmanCode, type HuffmanCode } from "./huffman-code.ts";

/** The exports of assembly/png-encoder.ts. Globals are addresses in the memory. */
interface PngEncoder {
  readonly memory: WebAssembly.Memory;
  /** Where the next rows belong: opaque pixels, 0xFFRRGGBB. */
  readonly rows: WebAssembly.Global;
  /** The number of pixels that have room there. */
  readonly maxRowPixels: WebAssembly.Global;
  readonly literalCounts: WebAssembly.Global;
  readonly distanceCounts: WebAssembly.Global;
  readonly literalCodes: WebAssembly.Global;
  readonly distanceCodes: WebAssembly.Global;
  readonly bytes: WebAssembly.Global;
  start(width: number): void;
  makeRoom(): void;
  addRows(count: number): number;
  write(value: number, bits: number): void;
  writeTokens(): void;
  align(): void;
  checksum(): number;
  takeBytes(): number;
}

/** The symbol after the literals of a block, and the number of symbols (RFC 1951, 3.2.5). */
const endOfBlock = 256;
const literalSymbols = 286;
const distanceSymbols = 30;

/** The order in which the lengths of the codes of code lengths are written (3.2.7). */
const codeLengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

const module = new WebAssembly.Module(readFileSync(new URL("png-encoder.wasm", import.meta.url)));

/** Encoders of images that are finished, to be used again. */
const idle: ReturnType<typeof createEncoder>[] = [];

/**
 * Compresses the filtered rows of a PNG as a zlib stream (RFC 1950) of the repetitions that assembly/png-encoder.ts finds, in dynamic
 * Huffman codes (RFC 1951). `pixels` are opaque: blue, green, red and alpha, one byte each. Yields to the event loop when it
 * takes long.
 */
export async function deflatePixels(pixels: Uint8Array, width: number, height: number): Promise<Buffer> {
  const encoder = idle.pop() ?? createEncoder();
  const parts: Buffer[] = [];
  const timeSlice = startTimeSlice();
  encoder.start(width);
  for (let row = 0; row < height;) {
    if (timeSlice.isUsedUp()) await timeSlice.yieldToEventLoop();
    const count = Math.min(Math.floor(encoder.maxRowPixels / width), height - row);
    encoder.addRows(pixels.subarray(4 * width * row, 4 * width * (row + count)), count, parts);
    row += count;
  }
  encoder.finish(parts);
  idle.push(encoder);
  return Buffer.concat(parts);
}

/** Creates an encoder with memory of its own. */
function createEncoder() {
  const encoder = new WebAssembly.Instance(module).exports as PngEncoder;
  const { memory } = encoder;
  const arrayAt = (address: WebAssembly.Global, length: number) =>
    new Uint32Array(memory.buffer, address.value, length);
  const rows = new Uint8Array(memory.buffer, encoder.rows.value);
  const bytes = Buffer.from(memory.buffer, encoder.bytes.value);
  const literalCounts = arrayAt(encoder.literalCounts, literalSymbols);
  const distanceCounts = arrayAt(encoder.distanceCounts, distanceSymbols);
  const literalCodes = arrayAt(encoder.literalCodes, literalSymbols);
  const distanceCodes = arrayAt(encoder.distanceCodes, distanceSymbols);

  function writeBlock(isLast: boolean): Buffer {
    literalCounts[endOfBlock] = 1;
    const literals = createHuffmanCode(literalCounts, 15);
    const distances = createHuffmanCode(distanceCounts, 15);
    encoder.write(isLast ? 1 : 0, 1);
    encoder.write(2, 2); // dynamic Huffman codes
    writeCodes(encoder, literals, distances);
    setCodes(literalCodes, literals);
    setCodes(distanceCodes, distances);
    encoder.writeTokens();
    encoder.write(literals.bits[endOfBlock]!, literals.lengths[endOfBlock]!);
    return takeBytes();
  }

  /** A copy of the bytes that have been written since the last call. */
  const takeBytes = () => Buffer.from(bytes.subarray(0, encoder.takeBytes()));

  return {
    maxRowPixels: encoder.maxRowPixels.value,
    start(width: number): void {
      encoder.start(width);
      encoder.write(0x78, 8); // deflate, window of 32 KB
      encoder.write(0x5e, 8); // fast compression; makes the header a multiple of 31
    },
    /** Adds the next rows, and the blocks that are full to `parts`. */
    addRows(pixels: Uint8Array, count: number, parts: Buffer[]): void {
      encoder.makeRoom();
      rows.set(pixels);
      for (let added = encoder.addRows(count); added < count; added += encoder.addRows(count - added))
        parts.push(writeBlock(false));
    },
    finish(parts: Buffer[]): void {
      parts.push(writeBlock(true));
      encoder.align();
      const checksum = encoder.checksum();
      for (const shift of [24, 16, 8, 0]) encoder.write((checksum >>> shift) & 255, 8);
      parts.push(takeBytes());
    },
  };
}

function setCodes(target: Uint32Array, { bits, lengths }: HuffmanCode): void {
  for (let symbol = 0; symbol < target.length; symbol++)
    target[symbol] = bits[symbol]! | (lengths[symbol]! << 16);
}

/** Writes the lengths of the codes, with runs of the same length shortened (3.2.7). */
function writeCodes(encoder: PngEncoder, literals: HuffmanCode, distances: HuffmanCode): void {
  const literalCount = literals.lengths.findLastIndex((length) => length > 0) + 1;
  const distanceCount = Math.max(1, distances.lengths.findLastIndex((length) => length > 0) + 1);
  const runs = lengthRuns([
    ...literals.lengths.subarray(0, literalCount),
    ...distances.lengths.subarray(0, distanceCount),
  ]);
  const counts = new Uint32Array(19);
  for (const { symbol } of runs) counts[symbol]!++;
  const code = createHuffmanCode(counts, 7);
  const orderCount = codeLengthOrder.findLastIndex((symbol) => code.lengths[symbol]! > 0) + 1;
  encoder.write(literalCount - 257, 5);
  encoder.write(distanceCount - 1, 5);
  encoder.write(orderCount - 4, 4);
  for (const symbol of codeLengthOrder.slice(0, orderCount)) encoder.write(code.lengths[symbol]!, 3);
  for (const { symbol, extra, bits } of runs) {
    encoder.write(code.bits[symbol]!, code.lengths[symbol]!);
    encoder.write(extra, bits);
  }
}

interface LengthRun {
  /** A code length, or one of the symbols that repeat. */
  symbol: number;
  extra: number;
  bits: number;
}

function lengthRuns(lengths: number[]): LengthRun[] {
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
