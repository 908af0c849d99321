import { readFileSync } from "node:fs";
import { startTimeSlice } from "../time-slice.ts";
import { setCodes, viewsOf, type BitWriter } from "./bit-writer.ts";
import { shortenCodeLengths, writeCodeOfRuns, writeRuns } from "./code-lengths.ts";
import { createHuffmanCode } from "./huffman-code.ts";

/** The exports of assembly/webp-encoder.ts. */
interface WebpEncoder extends BitWriter {
  readonly tokens: WebAssembly.Global;
  readonly maxTokens: WebAssembly.Global;
  readonly greenCounts: WebAssembly.Global;
  readonly redCounts: WebAssembly.Global;
  readonly blueCounts: WebAssembly.Global;
  readonly distanceCounts: WebAssembly.Global;
  readonly greenCodes: WebAssembly.Global;
  readonly redCodes: WebAssembly.Global;
  readonly blueCodes: WebAssembly.Global;
  readonly distanceCodes: WebAssembly.Global;
  readonly nearDistances: WebAssembly.Global;
  start(width: number): void;
  makeRoom(): void;
  addPixels(count: number): number;
  takeTokens(): number;
  writeTokens(count: number): void;
}

/** The number of symbols of green, red, blue and distances (RFC 9649, 6.2). */
const greenSymbols = 256 + 24;
const colorSymbols = 256;
const distanceSymbols = 40;

/** The order in which the lengths of the code for runs are written (6.2.1). */
const runOrder = [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

/** Encodes opaque BGRA pixels without loss; undefined if `maxTokens` are exceeded. */
export type EncodeLosslessWebp = (
  pixels: Uint8Array,
  size: { readonly width: number; readonly height: number },
  maxTokens: number,
) => Promise<Buffer | undefined>;

/**
 * Creates the encoder of lossless WebP (RFC 9649). It writes the repetitions that assembly/webp-encoder.ts
 * finds. It stops after `maxTokens` pixels and repetitions: a lossy format then takes far fewer bytes. Yields
 * to the event loop when it takes long.
 */
export function createLosslessWebpEncoder(timeSlice = startTimeSlice()): EncodeLosslessWebp {
  const module = new WebAssembly.Module(readFileSync(new URL("webp-encoder.wasm", import.meta.url)));
  /** Encoders of images that are finished, to be used again. */
  const idle: ReturnType<typeof createEncoder>[] = [];
  return async (pixels, { width, height }, maxTokens) => {
    const encoder = idle.pop() ?? createEncoder(module);
    const parts: Uint32Array[] = [];
    let tokens = 0;
    encoder.start(width);
    for (let row = 0; row < height && tokens <= maxTokens;) {
      if (timeSlice.isUsedUp()) await timeSlice.yieldToEventLoop();
      const count = Math.min(Math.floor(encoder.maxRowPixels / width), height - row);
      tokens += encoder.addRows(pixels.subarray(4 * width * row, 4 * width * (row + count)), parts);
      row += count;
    }
    const image = tokens <= maxTokens ? encoder.finish(width, height, parts) : undefined;
    idle.push(encoder);
    return image && inContainer(image);
  };
}

function createEncoder(module: WebAssembly.Module) {
  const encoder = new WebAssembly.Instance(module).exports as WebpEncoder;
  const { rows, arrayAt, takeBytes } = viewsOf(encoder);
  const tokens = arrayAt(encoder.tokens, encoder.maxTokens.value);
  new Uint8Array(encoder.memory.buffer, encoder.nearDistances.value).set(nearDistances);
  const alphabet = (counts: WebAssembly.Global, codes: WebAssembly.Global, symbols: number) => ({
    counts: arrayAt(counts, symbols),
    codes: arrayAt(codes, symbols),
  });
  const green = alphabet(encoder.greenCounts, encoder.greenCodes, greenSymbols);
  const red = alphabet(encoder.redCounts, encoder.redCodes, colorSymbols);
  const blue = alphabet(encoder.blueCounts, encoder.blueCodes, colorSymbols);
  const distance = alphabet(encoder.distanceCounts, encoder.distanceCodes, distanceSymbols);

  /** Writes the code of an alphabet (6.2.1), and sets it for the encoder. */
  function writeCode({ counts, codes }: typeof green): void {
    const symbols = [...counts.keys()].filter((symbol) => counts[symbol]! > 0);
    if (symbols.length < 2) {
      writeSingleSymbol(symbols[0] ?? 0);
      codes.fill(0); // without bits
      return;
    }
    const code = createHuffmanCode(counts, 15);
    const lengths = shortenCodeLengths([...code.lengths]);
    encoder.write(0, 1); // not a simple code
    writeCodeOfRuns(encoder, lengths, runOrder);
    encoder.write(0, 1); // lengths for the whole alphabet
    writeRuns(encoder, lengths);
    setCodes(codes, code);
  }

  /** Writes the code of an alphabet of which only one symbol below 256 occurs. */
  function writeSingleSymbol(symbol: number): void {
    encoder.write(1, 1); // a simple code
    encoder.write(0, 1); // one symbol
    encoder.write(1, 1); // of 8 bits
    encoder.write(symbol, 8);
  }

  return {
    maxRowPixels: encoder.maxRowPixels.value,
    start: encoder.start,
    /** Adds the next rows, and their tokens to `parts`. Returns the number of tokens. */
    addRows(pixels: Uint8Array, parts: Uint32Array[]): number {
      encoder.makeRoom();
      rows.set(pixels);
      const count = pixels.length / 4;
      let total = 0;
      for (let added = 0; added < count;) {
        added += encoder.addPixels(count - added);
        const part = tokens.slice(0, encoder.takeTokens());
        parts.push(part);
        total += part.length;
      }
      return total;
    },
    /** The bit stream of the image (4.2). */
    finish(width: number, height: number, parts: readonly Uint32Array[]): Buffer {
      encoder.write(0x2f, 8); // the signature
      encoder.write(width - 1, 14);
      encoder.write(height - 1, 14);
      encoder.write(0, 4); // no alpha, version 0
      encoder.write(1, 1); // a transform:
      encoder.write(2, 2); // red and blue are less green
      encoder.write(0, 3); // no other transform, no color cache, one code for the whole image
      writeCode(green);
      writeCode(red);
      writeCode(blue);
      writeSingleSymbol(255); // alpha
      writeCode(distance);
      const written = parts.map((part) => {
        tokens.set(part);
        encoder.writeTokens(part.length);
        return takeBytes();
      });
      encoder.align();
      return Buffer.concat([...written, takeBytes()]);
    },
  };
}

/**
 * The codes of near places less 1, as assembly/webp-tokens.ts expects them. The nearest is lowest (5.2.2).
 */
const nearDistances = new Uint8Array(8 * 16);
const nearPlaces = Array.from(nearDistances, (_, index) => ({
  index,
  above: Math.floor(index / 16),
  left: 8 - (index % 16),
})).filter(({ above, left }) => above > 0 || left > 0);
nearPlaces.sort(
  (a, b) =>
    a.above ** 2 + a.left ** 2 - b.above ** 2 - b.left ** 2 ||
    Math.abs(a.left) - Math.abs(b.left) ||
    b.left - a.left,
);
nearPlaces.forEach(({ index }, code) => (nearDistances[index] = code));

/** A WebP file with an image, padded to an even length (2.3 and 2.6). */
function inContainer(image: Buffer): Buffer {
  const padding = image.length % 2;
  const header = Buffer.from("RIFF\0\0\0\0WEBPVP8L\0\0\0\0", "latin1");
  header.writeUInt32LE(header.length - 8 + image.length + padding, 4);
  header.writeUInt32LE(image.length, 16);
  return Buffer.concat([header, image, Buffer.alloc(padding)]);
}
