// The tokens of a lossless WebP (RFC 9649, 5.2): pixels and repetitions, with the bits that stand for them.
import { append, appendExtra, flush } from "./bits";
import { rangeBits, rangeSymbol } from "./symbols";
import { addToken, increment, takeTokens, tokens } from "./tokens";

/** Green or the length of a match; red; blue; the distance of a match. Alpha is always 255. */
const greenSymbols: u32 = 256 + 24;
const redSymbols: u32 = 256;
const blueSymbols: u32 = 256;
const distanceSymbols: u32 = 40;

/**
 * A token is a pixel as 0x00RRGGBB, red and blue less green; or a flag with a match: its length in pixels
 * less 1, shifted by 16, and the code of its distance less 1.
 */
const matchFlag: u32 = 0x8000_0000;

/** The longest match, in pixels. */
const maxLength: u32 = 4_096;

/** The number of distances with their own codes. */
const nearCodes: u32 = 120;

/** How often each symbol occurs in the image, 32 bits each. */
export const greenCounts: usize = memory.data(4 * greenSymbols, 16);
export const redCounts: usize = memory.data(4 * redSymbols, 16);
export const blueCounts: usize = memory.data(4 * blueSymbols, 16);
export const distanceCounts: usize = memory.data(4 * distanceSymbols, 16);

/** The code of each symbol, to be set for `writeTokens`. */
export const greenCodes: usize = memory.data(4 * greenSymbols, 16);
export const redCodes: usize = memory.data(4 * redSymbols, 16);
export const blueCodes: usize = memory.data(4 * blueSymbols, 16);
export const distanceCodes: usize = memory.data(4 * distanceSymbols, 16);

/**
 * The codes of near places less 1, a byte each: 16 for each row above, from 8 pixels on the left. To be set.
 */
export const nearDistances: usize = memory.data(8 * 16, 16);

export function startTokens(): void {
  takeTokens();
  memory.fill(greenCounts, 0, 4 * greenSymbols);
  memory.fill(redCounts, 0, 4 * redSymbols);
  memory.fill(blueCounts, 0, 4 * blueSymbols);
  memory.fill(distanceCounts, 0, 4 * distanceSymbols);
}

/** @param pixel 0xFFRRGGBB */
export function addPixel(pixel: u32): void {
  const green = (pixel >> 8) & 255;
  const red = ((pixel >> 16) - green) & 255;
  const blue = (pixel - green) & 255;
  addToken((red << 16) | (green << 8) | blue);
  increment(greenCounts, green);
  increment(redCounts, red);
  increment(blueCounts, blue);
}

/** Adds a match, in pixels: as several tokens if it is longer than `maxLength`. */
export function addMatch(length: u32, distance: u32, width: u32): void {
  const code = distanceCode(distance, width) - 1;
  const symbol = rangeSymbol(code);
  let rest = length;
  while (rest > 0) {
    const part = min(rest, maxLength);
    addToken(matchFlag | ((part - 1) << 16) | code);
    increment(greenCounts, 256 + rangeSymbol(part - 1));
    increment(distanceCounts, symbol);
    rest -= part;
  }
}

function distanceCode(distance: u32, width: u32): u32 {
  const above = distance / width;
  const left = distance % width;
  if (left <= 8 && above < 8) return 1 + load<u8>(nearDistances + 16 * above + 8 - left);
  const right = width - left;
  if (right < 8 && above < 7) return 1 + load<u8>(nearDistances + 16 * (above + 1) + 8 + right);
  return distance + nearCodes;
}

/** Writes the first `count` tokens in the memory. */
export function writeTokens(count: u32): void {
  for (let address = tokens; address < tokens + (count << 2); address += 4) {
    const token = load<u32>(address);
    if (token >= matchFlag) {
      const length = (token >> 16) & (maxLength - 1);
      const distance = token & 0xffff;
      append(greenCodes, 256 + rangeSymbol(length));
      appendExtra(length, rangeBits(length));
      append(distanceCodes, rangeSymbol(distance));
      appendExtra(distance, rangeBits(distance));
    } else {
      append(greenCodes, (token >> 8) & 255);
      append(redCodes, token >> 16);
      append(blueCodes, token & 255);
    }
    flush();
  }
}
