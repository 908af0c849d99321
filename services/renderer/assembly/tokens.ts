// The tokens of a block of deflate: literal bytes and repetitions, with the bits that stand for them.
import {
  distanceBits,
  distanceSymbol,
  distanceSymbols,
  lengthBits,
  lengthSymbol,
  literalSymbols,
  maxLength,
} from "./symbols";

/** Tokens of a block at most, and more than a row has. Later tokens have other frequencies. */
export const maxTokens: u32 = 32_768;

/**
 * A token is a pixel as 0x00RRGGBB; or a flag with the filter type of a row; or a flag with a match: its length in bytes, shifted by
 * 16, and its distance less 1.
 */
const filterFlag: u32 = 0x4000_0000;
const matchFlag: u32 = 0x8000_0000;

/** More bytes than all other parts of a block take, and than a token takes. */
const maxCodesBytes: u32 = 600;
const maxTokenBytes: u32 = 6;

const tokens: usize = memory.data(4 * maxTokens, 16);
let count: u32 = 0;

/** How often each symbol occurs in the block, 32 bits each. */
export const literalCounts: usize = memory.data(4 * literalSymbols, 16);
export const distanceCounts: usize = memory.data(4 * distanceSymbols, 16);

/** The code of each symbol, to be set for `writeTokens`: its bits, first bit lowest, and from bit 16 on their number. */
export const literalCodes: usize = memory.data(4 * literalSymbols, 16);
export const distanceCodes: usize = memory.data(4 * distanceSymbols, 16);

/** What has been written since `takeBytes`, with room for the last `flush`, which stores eight bytes. */
export const bytes: usize = memory.data(maxCodesBytes + maxTokenBytes * maxTokens + 8, 16);
let end: usize = bytes;
/** Bits after these bytes, lowest first. */
let pending: u64 = 0;
let pendingBits: u32 = 0;

/** Starts again, without tokens and bits. */
export function startTokens(): void {
  startBlock();
  end = bytes;
  pending = 0;
  pendingBits = 0;
}

function startBlock(): void {
  count = 0;
  memory.fill(literalCounts, 0, 4 * literalSymbols);
  memory.fill(distanceCounts, 0, 4 * distanceSymbols);
}

/** Whether the block has room for a number of tokens more. */
export function hasRoom(more: u32): bool {
  return count + more <= maxTokens;
}

export function addFilter(type: u32): void {
  add(filterFlag | type);
  increment(literalCounts, type);
}

/** @param pixel 0x00RRGGBB */
export function addPixel(pixel: u32): void {
  add(pixel);
  increment(literalCounts, pixel >> 16);
  increment(literalCounts, (pixel >> 8) & 255);
  increment(literalCounts, pixel & 255);
}

/** Adds a match, in bytes: as several tokens if it is longer than `maxLength`, which is a multiple of 3 as the length is. */
export function addMatch(length: u32, distance: u32): void {
  const symbol = distanceSymbol(distance - 1);
  let rest = length;
  while (rest > 0) {
    const part = min(rest, maxLength);
    add(matchFlag | (part << 16) | (distance - 1));
    increment(literalCounts, lengthSymbol(part));
    increment(distanceCounts, symbol);
    rest -= part;
  }
}

function add(token: u32): void {
  store<u32>(tokens + (count++ << 2), token);
}

function increment(counts: usize, symbol: u32): void {
  const address = counts + (symbol << 2);
  store<u32>(address, load<u32>(address) + 1);
}

/** Writes up to 16 bits. The other bits of `value` must be 0. */
export function write(value: u32, bits: u32): void {
  pending |= (<u64>value) << pendingBits;
  pendingBits += bits;
  flush();
}

/** Writes all tokens, and starts the next block. */
export function writeTokens(): void {
  for (let address = tokens; address < tokens + (count << 2); address += 4) {
    const token = load<u32>(address);
    if (token >= matchFlag) {
      const length = (token >> 16) & 511;
      const distance = token & 0xffff;
      append(literalCodes, lengthSymbol(length));
      appendExtra(length - 3, lengthBits(length));
      append(distanceCodes, distanceSymbol(distance));
      appendExtra(distance, distanceBits(distance));
    } else if (token >= filterFlag) {
      append(literalCodes, token & 255);
    } else {
      append(literalCodes, token >> 16);
      append(literalCodes, (token >> 8) & 255);
      append(literalCodes, token & 255);
    }
    flush();
  }
  startBlock();
}

function append(codes: usize, symbol: u32): void {
  const code = load<u32>(codes + (symbol << 2));
  pending |= (<u64>(code & 0xffff)) << pendingBits;
  pendingBits += code >> 16;
}

/** Appends the lowest bits of `value`. */
function appendExtra(value: u32, bits: u32): void {
  pending |= (<u64>(value & ((1 << bits) - 1))) << pendingBits;
  pendingBits += bits;
}

/** Moves whole bytes to the memory. Until then, up to 57 bits can be appended. */
function flush(): void {
  store<u64>(end, pending);
  end += pendingBits >> 3;
  pending >>= pendingBits & ~7;
  pendingBits &= 7;
}

/** Fills the last byte with zeros. */
export function align(): void {
  pendingBits = (pendingBits + 7) & ~7;
  flush();
}

/** Returns the number of bytes written since the last call. The next ones overwrite them. */
export function takeBytes(): u32 {
  const length = <u32>(end - bytes);
  end = bytes;
  return length;
}
