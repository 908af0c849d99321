// The tokens of a block of deflate: literal bytes and repetitions, with the bits that stand for them.
import { append, appendExtra, flush } from "./bits";
import { rangeBits, rangeSymbol } from "./symbols";
import { addToken, increment, takeTokens, tokens } from "./tokens";

/** Literals and lengths; distances (RFC 1951, 3.2.5). */
const literalSymbols: u32 = 286;
const distanceSymbols: u32 = 30;

/** The longest match, in bytes. */
const maxLength: u32 = 258;

/** The number of extra bits of a length. */
function lengthBits(length: u32): u32 {
  return length < 11 || length === maxLength ? 0 : 29 - clz(length - 3);
}

function lengthSymbol(length: u32): u32 {
  if (length === maxLength) return 285;
  const bits = lengthBits(length);
  return 257 + (bits << 2) + ((length - 3) >> bits);
}

/**
 * A token is a pixel as 0x00RRGGBB; or a flag with the filter type of a row; or a flag with a match: its
 * length in bytes, shifted by 16, and its distance less 1.
 */
const filterFlag: u32 = 0x4000_0000;
const matchFlag: u32 = 0x8000_0000;

/** How often each symbol occurs in the block, 32 bits each. */
export const literalCounts: usize = memory.data(4 * literalSymbols, 16);
export const distanceCounts: usize = memory.data(4 * distanceSymbols, 16);

/** The code of each symbol, to be set for `writeTokens`. */
export const literalCodes: usize = memory.data(4 * literalSymbols, 16);
export const distanceCodes: usize = memory.data(4 * distanceSymbols, 16);

export function startBlock(): void {
  takeTokens();
  memory.fill(literalCounts, 0, 4 * literalSymbols);
  memory.fill(distanceCounts, 0, 4 * distanceSymbols);
}

export function addFilter(type: u32): void {
  addToken(filterFlag | type);
  increment(literalCounts, type);
}

/** @param pixel 0x00RRGGBB */
export function addPixel(pixel: u32): void {
  addToken(pixel);
  increment(literalCounts, pixel >> 16);
  increment(literalCounts, (pixel >> 8) & 255);
  increment(literalCounts, pixel & 255);
}

/** Adds a match, in bytes: as several tokens if it is longer than `maxLength`, a multiple of 3. */
export function addMatch(length: u32, distance: u32): void {
  const symbol = rangeSymbol(distance - 1);
  let rest = length;
  while (rest > 0) {
    const part = min(rest, maxLength);
    addToken(matchFlag | (part << 16) | (distance - 1));
    increment(literalCounts, lengthSymbol(part));
    increment(distanceCounts, symbol);
    rest -= part;
  }
}

/** Writes all tokens, and starts the next block. */
export function writeTokens(): void {
  const end = tokens + (takeTokens() << 2);
  for (let address = tokens; address < end; address += 4) {
    const token = load<u32>(address);
    if (token >= matchFlag) {
      const length = (token >> 16) & 511;
      const distance = token & 0xffff;
      append(literalCodes, lengthSymbol(length));
      appendExtra(length - 3, lengthBits(length));
      append(distanceCodes, rangeSymbol(distance));
      appendExtra(distance, rangeBits(distance));
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
