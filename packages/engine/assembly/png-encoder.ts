// Finds the repetitions (LZ77) in the filtered rows of a PNG for src/encode/deflate-pixels.ts. A filtered row
// is a byte for the filter type, then red, green and blue of each pixel. Whole pixels are compared, first
// with the pixels on the left and above. Cards are mostly flat, so this takes a third of the time of a search
// by byte.
//
// A search reads at most 11,000 pixels before its place. The memory holds few rows, and fits into a core's
// cache.
import { startBits } from "./bits";
import { addRowToChecksum, startChecksum } from "./checksum";
import { addFilter, addMatch, addPixel, startBlock } from "./deflate-tokens";
import {
  addPair,
  addressOf,
  equalPixels,
  moveWindow,
  pairBefore,
  startWindow,
  windowPixels,
} from "./pixel-window";
import { hasRoom } from "./tokens";

export { align, bytes, takeBytes, write } from "./bits";
export { checksum } from "./checksum";
export { distanceCodes, distanceCounts, literalCodes, literalCounts, writeTokens } from "./deflate-tokens";
export { maxRowPixels, rows } from "./pixel-window";

/** Filter types of a row (PNG, 9.2). */
const filterNone: u32 = 0;
const filterSub: u32 = 1;

/** The largest distance of a match, in bytes (RFC 1951, 3.2.5). */
const maxDistance: u32 = 32_768;

/** A match of more pixels is not compared with others. */
const longMatch: u32 = 16;

/** Earlier places with the same two pixels that are compared. */
const maxTries: u32 = 8;

let width: u32 = 0;
let row: u32 = 0;
/** The place where the next row starts. */
let rowStart: u32 = 0;
/** Whether the row before had few repetitions, so that the next one will have few too. */
let isNoisy: bool = false;

/** The match of a place: its number of pixels, 0 if there is none, and its distance in bytes. */
let matchPixels: u32 = 0;
let matchDistance: u32 = 0;

/** Starts an image whose rows have `rowPixels` pixels. */
export function start(rowPixels: u32): void {
  width = rowPixels;
  row = 0;
  rowStart = 0;
  isNoisy = false;
  startWindow();
  startBlock();
  startBits();
  startChecksum();
}

export function makeRoom(): void {
  moveWindow(rowStart);
}

/** Adds up to `count` rows, and returns how many: fewer if the block is full. Filters overwrite them. */
export function addRows(count: u32): u32 {
  for (let added: u32 = 0; added < count; added++) {
    if (!hasRoom(1 + width)) return added;
    addRow();
  }
  return count;
}

function addRow(): void {
  const end = rowStart + width;
  const filter = isNoisy ? filterSub : filterNone;
  if (isNoisy) subtractLeft(addressOf(rowStart), addressOf(end));
  addFilter(filter);
  addRowToChecksum(filter, addressOf(rowStart), width);
  let unmatched: u32 = 0;
  for (let place = rowStart; place < end;) {
    findMatch(place, end);
    if (matchPixels === 0) {
      addPixel(load<u32>(addressOf(place++)) & 0xff_ff_ff);
      unmatched++;
    } else {
      addMatch(3 * matchPixels, matchDistance);
      place += matchPixels;
    }
  }
  // Filtering the next row takes a third of the bytes off photos. Text and flat areas have more matches, and
  // repeat better without filter.
  isNoisy = unmatched > width / 4;
  rowStart = end;
  row++;
}

/** Looks on the left, then above, then for earlier places with the same two pixels. */
function findMatch(place: u32, rowEnd: u32): void {
  const address = addressOf(place);
  matchPixels = place > rowStart ? equalPixels(address - 4, address, rowEnd - place) : 0;
  matchDistance = 3;
  if (matchPixels > longMatch) return;
  if (row > 0 && width < windowPixels) compare(place - width, place, rowEnd);
  if (matchPixels > longMatch || place + 1 === rowEnd) return;
  let candidate = addPair(place);
  const oldest = max(0, <i32>(place - windowPixels) + 1);
  for (let tries: u32 = 0; tries < maxTries && candidate >= oldest; tries++) {
    compare(candidate, place, rowEnd);
    candidate = pairBefore(candidate);
  }
}

/** Makes an earlier place the match of a place, if it is longer than the match so far. */
function compare(candidate: u32, place: u32, rowEnd: u32): void {
  const there = addressOf(candidate);
  const here = addressOf(place);
  if (load<u32>(there) !== load<u32>(here)) return;
  if (load<u32>(there + (matchPixels << 2)) !== load<u32>(here + (matchPixels << 2))) return;
  const rowsBetween = row - candidate / width;
  const distance: u32 = 3 * (place - candidate) + rowsBetween;
  if (distance > maxDistance) return;
  const end = rowEnd - max(place, candidate + rowsBetween * width); // a filter type follows
  const equal = equalPixels(there, here, end);
  if (equal <= matchPixels) return;
  matchPixels = equal;
  matchDistance = distance;
}

/** Replaces pixels by their differences from the pixel on the left, modulo 256 (PNG, 9.2). */
function subtractLeft(first: usize, end: usize): void {
  for (let address = end - 4; address > first; address -= 4) {
    const pixel = load<u32>(address);
    const left = load<u32>(address - 4);
    // The lower 7 bits of each channel without borrowing, then the highest ones.
    store<u32>(address, ((pixel | 0x8080_8080) - (left & 0x7f7f_7f7f)) ^ (~(pixel ^ left) & 0x8080_8080));
  }
}
