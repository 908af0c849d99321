// Finds the repetitions (LZ77) in the pixels of a lossless WebP for src/encode/lossless-webp.ts: first of the
// pixel on the left, then of those above, then of earlier places with the same two pixels.
import { startBits } from "./bits";
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
import { addMatch, addPixel, startTokens } from "./webp-tokens";

export { align, bytes, takeBytes, write } from "./bits";
export { maxRowPixels, rows } from "./pixel-window";
export { maxTokens, takeTokens, tokens } from "./tokens";
export {
  blueCodes,
  blueCounts,
  distanceCodes,
  distanceCounts,
  greenCodes,
  greenCounts,
  nearDistances,
  redCodes,
  redCounts,
  writeTokens,
} from "./webp-tokens";

/** A match of more pixels is not compared with others. */
const longMatch: u32 = 16;

/** How far on both sides of the place above to look for matches: gradients repeat it, shifted. */
const maxShift: u32 = 2;

/** Earlier places with the same two pixels that are compared. */
const maxTries: u32 = 4;

/** Fewer pixels take more bits as a match than as pixels. */
const minMatch: u32 = 2;

/** More tokens than a match takes. */
const maxMatchTokens: u32 = 16;

let width: u32 = 0;
/** The next place, in pixels from the start of the image. */
let place: u32 = 0;

/** The match of the place: its number of pixels and its distance in pixels. */
let matchPixels: u32 = 0;
let matchDistance: u32 = 0;

/** Starts an image whose rows have `rowPixels` pixels. */
export function start(rowPixels: u32): void {
  width = rowPixels;
  place = 0;
  startWindow();
  startTokens();
  startBits();
}

export function makeRoom(): void {
  moveWindow(place);
}

/** Adds up to `count` pixels, and returns how many: fewer if the tokens must be taken first. */
export function addPixels(count: u32): u32 {
  const first = place;
  const end = place + count;
  while (place < end && hasRoom(maxMatchTokens)) {
    findMatch(end);
    if (matchPixels < minMatch) {
      addPixel(load<u32>(addressOf(place++)));
    } else {
      addMatch(matchPixels, matchDistance, width);
      place += matchPixels;
    }
  }
  return place - first;
}

function findMatch(end: u32): void {
  matchPixels = 0;
  compare(1, end);
  if (matchPixels > longMatch) return;
  compare(width, end);
  for (let shift: u32 = 1; shift <= maxShift && matchPixels <= longMatch; shift++) {
    compare(width - shift, end);
    compare(width + shift, end);
  }
  if (matchPixels > longMatch || place + 1 === end) return;
  let candidate = addPair(place);
  const oldest = max(0, <i32>(place - windowPixels) + 1);
  for (let tries: u32 = 0; tries < maxTries && candidate >= oldest; tries++) {
    compare(place - candidate, end);
    candidate = pairBefore(candidate);
  }
}

/** Makes an earlier place the match if more pixels are the same there than in the match so far. */
function compare(distance: u32, end: u32): void {
  if (distance - 1 >= min(place, windowPixels)) return; // also for a distance below 1, in narrow images
  const here = addressOf(place);
  const there = here - (distance << 2);
  if (load<u32>(there) !== load<u32>(here)) return;
  if (load<u32>(there + (matchPixels << 2)) !== load<u32>(here + (matchPixels << 2))) return;
  const equal = equalPixels(there, here, end - place);
  if (equal <= matchPixels) return;
  matchPixels = equal;
  matchDistance = distance;
}
