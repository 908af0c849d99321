import { startTimeSlice } from "../paint/time-slice.ts";
import { BitWriter } from "./bit-writer.ts";
import { createHuffmanCode, type HuffmanCode } from "./huffman-code.ts";
import { filterToken, matchToken, PixelMatches } from "./pixel-matches.ts";

/** The symbols after the literals, and those of distances (RFC 1951, 3.2.5). */
const endOfBlock = 256;
const literalSymbols = 286;
const distanceSymbols = 30;

/** By length of a match: its symbol, and its extra bits in 3.2.5. */
const lengthSymbols = new Uint16Array(259);
const lengthExtraBits = new Uint8Array(259);
const lengthExtras = new Uint8Array(259);
for (let symbol = 257, length = 3; symbol < 285; symbol++) {
  const bits = symbol < 265 ? 0 : (symbol - 261) >> 2;
  for (let extra = 0; extra < 1 << bits; extra++, length++) {
    lengthSymbols[length] = symbol;
    lengthExtraBits[length] = bits;
    lengthExtras[length] = extra;
  }
}
lengthSymbols[258] = 285;
lengthExtraBits[258] = lengthExtras[258] = 0;

/** The extra bits of a distance, given less 1. */
const distanceBits = (distance: number): number => (distance < 4 ? 0 : 30 - Math.clz32(distance));
const distanceSymbol = (distance: number): number =>
  (distanceBits(distance) << 1) + (distance >> distanceBits(distance));

/** The order in which the lengths of the codes of code lengths are written (3.2.7). */
const codeLengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/** More bytes than the codes of a block take, and than a token takes. */
const maxCodesBytes = 600;
const maxTokenBytes = 6;

/** Memory of encodings that have ended: without reuse, it makes V8 collect the whole heap every few cards. */
const idle: { matches: PixelMatches; writer: BitWriter }[] = [];

/**
 * Compresses the filtered rows of a PNG as a zlib stream (RFC 1950) of what PixelMatches finds, in dynamic Huffman codes (RFC
 * 1951). `pixels` are opaque, 0xFFRRGGBB, and overwritten. Yields to the event loop when it takes long.
 */
export async function deflatePixels(pixels: Uint32Array, width: number, height: number): Promise<Buffer> {
  const memory = idle.pop() ?? { matches: new PixelMatches(), writer: new BitWriter() };
  const { matches, writer } = memory;
  const timeSlice = startTimeSlice();
  matches.start(pixels, width, height);
  writer.start();
  writer.write(0x78, 8); // deflate, window of 32 KB
  writer.write(0x5e, 8); // fast compression; makes the header a multiple of 31
  while (!matches.isFinished) {
    if (timeSlice.isUsedUp()) await timeSlice.yieldToEventLoop();
    const tokens = matches.next();
    writer.reserve(maxCodesBytes + maxTokenBytes * tokens.length);
    writeBlock(writer, tokens, matches.isFinished);
  }
  writer.align();
  for (const shift of [24, 16, 8, 0]) writer.write((matches.checksum >>> shift) & 255, 8);
  idle.push(memory);
  return writer.toBuffer();
}

function writeBlock(writer: BitWriter, tokens: Uint32Array, isLast: boolean): void {
  const counts = { literals: new Uint32Array(literalSymbols), distances: new Uint32Array(distanceSymbols) };
  countSymbols(tokens, counts);
  const literals = createHuffmanCode(counts.literals, 15);
  const distances = createHuffmanCode(counts.distances, 15);
  writer.write(isLast ? 1 : 0, 1);
  writer.write(2, 2); // dynamic Huffman codes
  writeCodes(writer, literals, distances);
  writeTokens(writer, tokens, literals, distances);
  writer.write(literals.bits[endOfBlock]!, literals.lengths[endOfBlock]!);
}

function countSymbols(
  tokens: Uint32Array,
  { literals, distances }: { literals: Uint32Array; distances: Uint32Array },
): void {
  literals[endOfBlock] = 1;
  for (const token of tokens) {
    if (token >= matchToken) {
      literals[lengthSymbols[(token >>> 16) & 511]!]!++;
      distances[distanceSymbol(token & 0xffff)]!++;
    } else if (token >= filterToken) {
      literals[token & 255]!++;
    } else {
      literals[token >>> 16]!++;
      literals[(token >>> 8) & 255]!++;
      literals[token & 255]!++;
    }
  }
}

function writeTokens(
  writer: BitWriter,
  tokens: Uint32Array,
  literals: HuffmanCode,
  distances: HuffmanCode,
): void {
  const writeLiteral = (symbol: number) => writer.write(literals.bits[symbol]!, literals.lengths[symbol]!);
  for (const token of tokens) {
    if (token >= matchToken) {
      const length = (token >>> 16) & 511;
      writeLiteral(lengthSymbols[length]!);
      writer.write(lengthExtras[length]!, lengthExtraBits[length]!);
      const distance = token & 0xffff;
      const symbol = distanceSymbol(distance);
      writer.write(distances.bits[symbol]!, distances.lengths[symbol]!);
      const extraBits = distanceBits(distance);
      writer.write(distance & ((1 << extraBits) - 1), extraBits);
    } else if (token >= filterToken) {
      writeLiteral(token & 255);
    } else {
      writeLiteral(token >>> 16);
      writeLiteral((token >>> 8) & 255);
      writeLiteral(token & 255);
    }
  }
}

/** Writes the lengths of the codes, with runs of the same length shortened (3.2.7). */
function writeCodes(writer: BitWriter, literals: HuffmanCode, distances: HuffmanCode): void {
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
  writer.write(literalCount - 257, 5);
  writer.write(distanceCount - 1, 5);
  writer.write(orderCount - 4, 4);
  for (const symbol of codeLengthOrder.slice(0, orderCount)) writer.write(code.lengths[symbol]!, 3);
  for (const { symbol, extra, bits } of runs) {
    writer.write(code.bits[symbol]!, code.lengths[symbol]!);
    writer.write(extra, bits);
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
