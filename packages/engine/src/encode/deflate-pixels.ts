import { readFileSync } from "node:fs";
import { startTimeSlice } from "../time-slice.ts";
import { setCodes, viewsOf, type BitWriter } from "./bit-writer.ts";
import { shortenCodeLengths, writeCodeOfRuns, writeRuns } from "./code-lengths.ts";
import { createHuffmanCode, type HuffmanCode } from "./huffman-code.ts";

/** The exports of assembly/png-encoder.ts. */
interface PngEncoder extends BitWriter {
  readonly literalCounts: WebAssembly.Global;
  readonly distanceCounts: WebAssembly.Global;
  readonly literalCodes: WebAssembly.Global;
  readonly distanceCodes: WebAssembly.Global;
  start(width: number): void;
  makeRoom(): void;
  addRows(count: number): number;
  writeTokens(): void;
  checksum(): number;
}

/** The symbol after the literals of a block, and the number of symbols (RFC 1951, 3.2.5). */
const endOfBlock = 256;
const literalSymbols = 286;
const distanceSymbols = 30;

/** The order in which the lengths of the code for runs are written (3.2.7). */
const runOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/** Compresses opaque pixels (blue, green, red and alpha, one byte each) as the rows of a PNG. */
export type DeflatePixels = (pixels: Uint8Array, width: number, height: number) => Promise<Buffer>;

/**
 * Creates the function that compresses the filtered rows of a PNG as a zlib stream (RFC 1950). The
 * repetitions that assembly/png-encoder.ts finds are written in dynamic Huffman codes (RFC 1951). Yields to
 * the event loop when it takes long.
 */
export function createPixelDeflater(timeSlice = startTimeSlice()): DeflatePixels {
  const module = new WebAssembly.Module(readFileSync(new URL("png-encoder.wasm", import.meta.url)));
  /** Encoders of images that are finished, to be used again. */
  const idle: ReturnType<typeof createEncoder>[] = [];
  return async (pixels, width, height) => {
    const encoder = idle.pop() ?? createEncoder(module);
    const parts: Buffer[] = [];
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
  };
}

function createEncoder(module: WebAssembly.Module) {
  const encoder = new WebAssembly.Instance(module).exports as PngEncoder;
  const { rows, arrayAt, takeBytes } = viewsOf(encoder);
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

/** Writes the lengths of the codes (3.2.7). */
function writeCodes(encoder: PngEncoder, literals: HuffmanCode, distances: HuffmanCode): void {
  const literalCount = literals.lengths.findLastIndex((length) => length > 0) + 1;
  const distanceCount = Math.max(1, distances.lengths.findLastIndex((length) => length > 0) + 1);
  const lengths = shortenCodeLengths([
    ...literals.lengths.subarray(0, literalCount),
    ...distances.lengths.subarray(0, distanceCount),
  ]);
  encoder.write(literalCount - 257, 5);
  encoder.write(distanceCount - 1, 5);
  writeCodeOfRuns(encoder, lengths, runOrder);
  writeRuns(encoder, lengths);
}
