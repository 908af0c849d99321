import { PixelChecksum } from "./pixel-checksum.ts";

/**
 * A token is a pixel as 0x00RRGGBB; or a flag with the filter type of a row; or a flag with a match: its length in bytes, shifted by
 * 16, and its distance less 1.
 */
export const filterToken = 0x4000_0000;
export const matchToken = 0x8000_0000;

/** Filter types of a row (PNG, 9.2). */
const filterNone = 0;
const filterSub = 1;

/**
 * The share of pixels without repetition in a row of a photo. The next row is filtered, which takes a third of the bytes off photos;
 * text and flat areas have fewer such pixels, and repeat better without filter.
 */
const minNoise = 0.25;

/** Pixels of the longest match, and its largest distance in bytes (RFC 1951, 3.2.5). */
const maxMatchPixels = 258 / 3;
const maxDistance = 32_768;

/** A match of more pixels is not compared with others. */
const longMatch = 16;

/** Earlier places with the same two pixels that are compared. */
const maxTries = 8;

const hashBits = 15;

/** A power of two that is more than the pixels within the largest distance. */
const windowPixels = 16_384;

/** Tokens of a block at most, and more than a row has. Later tokens have other frequencies. */
const maxTokens = 32_768;

/**
 * Finds the repetitions (LZ77) in the filtered rows of a PNG: a byte for the filter type, then red, green and blue of each
 * pixel. It compares whole pixels, first with those on the left and above, and skips what they match: this takes a
 * third of the time of a search by byte, since cards are mostly flat.
 */
export class PixelMatches {
  #pixels: Uint32Array = new Uint32Array();
  #width = 0;
  #height = 0;
  #row = 0;
  /** Whether the row before had few repetitions, so that the next one will have few too. */
  #isNoisy = false;
  readonly #tokens = new Uint32Array(maxTokens);
  /** By hash of two pixels: the latest place that has them, plus 1. */
  readonly #latest = new Int32Array(1 << hashBits);
  /** By place modulo the window: the place before it with the same hash, plus 1. */
  readonly #earlier = new Int32Array(windowPixels);
  readonly #checksum = new PixelChecksum();
  /** The match of a place: its number of pixels, 0 if there is none, and its distance in bytes. */
  #length = 0;
  #distance = 0;

  /** Starts an image of opaque pixels, 0xFFRRGGBB. Filters overwrite them. */
  start(pixels: Uint32Array, width: number, height: number): void {
    this.#pixels = pixels;
    this.#width = width;
    this.#height = height;
    this.#row = 0;
    this.#isNoisy = false;
    this.#latest.fill(0);
    this.#checksum.start();
  }

  get isFinished(): boolean {
    return this.#row === this.#height;
  }

  /** The Adler-32 checksum of the rows so far. */
  get checksum(): number {
    return this.#checksum.value;
  }

  /** The tokens of the next rows. The next call overwrites them. */
  next(): Uint32Array {
    let count = 0;
    while (!this.isFinished && count + 1 + this.#width <= maxTokens) count = this.#addRow(count);
    return this.#tokens.subarray(0, count);
  }

  /** Adds the tokens of the next row to the first `count`, and returns their new number. */
  #addRow(count: number): number {
    const pixels = this.#pixels;
    const tokens = this.#tokens;
    const start = this.#width * this.#row;
    const end = start + this.#width;
    const filter = this.#isNoisy ? filterSub : filterNone;
    if (this.#isNoisy) subtractLeft(pixels, start, end);
    tokens[count++] = filterToken | filter;
    this.#checksum.addFilter(filter);
    let literals = 0;
    for (let place = start; place < end;) {
      this.#findMatch(place, start, end);
      const length = this.#length;
      if (length === 0) {
        literals++;
        tokens[count++] = pixels[place]! & 0xff_ffff;
        this.#checksum.addPixels(pixels, place++, 1);
        continue;
      }
      if (this.#distance === 3) this.#checksum.addRun(pixels[place]!, length);
      else this.#checksum.addPixels(pixels, place, length);
      for (let rest = length; rest > 0; rest -= maxMatchPixels)
        tokens[count++] = matchToken | ((3 * Math.min(rest, maxMatchPixels)) << 16) | (this.#distance - 1);
      place += length;
    }
    this.#row++;
    this.#isNoisy = literals > minNoise * this.#width;
    return count;
  }

  /** Looks on the left, then above, then for earlier places with the same two pixels. */
  #findMatch(place: number, rowStart: number, rowEnd: number): void {
    const pixels = this.#pixels;
    const pixel = pixels[place]!;
    let length = 0;
    if (place > rowStart && pixels[place - 1] === pixel)
      while (place + length < rowEnd && pixels[place + length] === pixel) length++;
    this.#length = length;
    this.#distance = 3;
    if (length > longMatch) return;
    if (this.#row > 0) this.#compare(place - this.#width, place, rowEnd);
    if (this.#length > longMatch || place + 1 === rowEnd) return;
    const hash = hashOf(pixel, pixels[place + 1]!);
    let earlier = this.#latest[hash]! - 1;
    this.#latest[hash] = place + 1;
    this.#earlier[place & (windowPixels - 1)] = earlier + 1;
    for (let tries = 0; tries < maxTries && earlier > place - windowPixels && earlier >= 0; tries++) {
      this.#compare(earlier, place, rowEnd);
      earlier = this.#earlier[earlier & (windowPixels - 1)]! - 1;
    }
  }

  /** Makes an earlier place the match of a place, if more pixels from there on are the same than in its match so far. */
  #compare(earlier: number, place: number, rowEnd: number): void {
    const pixels = this.#pixels;
    let length = this.#length;
    if (pixels[earlier] !== pixels[place] || pixels[earlier + length] !== pixels[place + length]) return;
    const rowsBetween = this.#row - Math.floor(earlier / this.#width);
    const distance = 3 * (place - earlier) + rowsBetween;
    if (distance > maxDistance) return;
    const maxLength = rowEnd - Math.max(place, earlier + rowsBetween * this.#width); // a filter type follows
    length = 1;
    while (length < maxLength && pixels[earlier + length] === pixels[place + length]) length++;
    if (length <= this.#length) return;
    this.#length = length;
    this.#distance = distance;
  }
}

/** Replaces pixels by their differences from those on their left, channel by channel modulo 256 (PNG, 9.2). */
function subtractLeft(pixels: Uint32Array, start: number, end: number): void {
  let left = pixels[start]!;
  for (let place = start + 1; place < end; place++) {
    const pixel = pixels[place]!;
    // The lower 7 bits of each channel without borrowing, then the highest ones.
    pixels[place] = ((pixel | 0x8080_8080) - (left & 0x7f7f_7f7f)) ^ (~(pixel ^ left) & 0x8080_8080);
    left = pixel;
  }
}

function hashOf(first: number, second: number): number {
  return (Math.imul(first, 0x9e37_79b1) ^ Math.imul(second, 0x85eb_ca6b)) >>> (32 - hashBits);
}
