// The rows of an image that are being encoded, the pixels before them, and where pairs of pixels occurred.

/** A power of two, and the distance at which a match starts at most, in pixels. */
export const windowPixels: u32 = 16_384;

/** Pixels of the rows that are added at a time. */
export const maxRowPixels: u32 = 32_768;

const hashBits: u32 = 15;

/** The window before the rows, the rows, and a vector that is read after them. */
const pixels: usize = memory.data(4 * (windowPixels + maxRowPixels + 4), 16);

/** Where the next rows belong: opaque pixels, 0xFFRRGGBB. */
export const rows: usize = pixels + 4 * windowPixels;

/** By hash of two pixels: the index of their latest place, plus 1. */
const latest: usize = memory.data(4 << hashBits, 16);

/** By place modulo the window: the place before it with the same hash, plus 1. */
const earlier: usize = memory.data(4 * windowPixels, 16);

/** Where place 0 would be in memory. */
let origin: usize = rows;

export function startWindow(): void {
  origin = rows;
  memory.fill(latest, 0, 4 << hashBits);
}

/** Moves the pixels before the place where the next rows start to the window. */
export function moveWindow(place: u32): void {
  const next = addressOf(place);
  memory.copy(pixels, next - 4 * windowPixels, 4 * windowPixels);
  origin += rows - next;
}

export function addressOf(place: u32): usize {
  return origin + (place << 2);
}

/** Adds a place. Returns the latest one before it that may have the same two pixels, or less than 0. */
export function addPair(place: u32): i32 {
  const address = addressOf(place);
  const hash = latest + (hashOf(load<u32>(address), load<u32>(address, 4)) << 2);
  const previous = load<i32>(hash);
  store<u32>(hash, place + 1);
  store<i32>(earlier + ((place & (windowPixels - 1)) << 2), previous);
  return previous - 1;
}

/** The place before a place that `addPair` or this function returned. Check that it is in the window. */
export function pairBefore(place: i32): i32 {
  return load<i32>(earlier + ((place & (windowPixels - 1)) << 2)) - 1;
}

/** How many of up to `count` pixels from two addresses on are the same. */
export function equalPixels(first: usize, second: usize, count: u32): u32 {
  for (let pixel: u32 = 0; pixel < count; pixel += 4) {
    const equal = i32x4.eq(v128.load(first + (pixel << 2)), v128.load(second + (pixel << 2)));
    const different = i32x4.bitmask(equal) ^ 15;
    if (different !== 0) return min(count, pixel + ctz(different));
  }
  return count;
}

function hashOf(first: u32, second: u32): u32 {
  return ((first * 0x9e37_79b1) ^ (second * 0x85eb_ca6b)) >> (32 - hashBits);
}
