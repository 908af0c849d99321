// Adler-32 (RFC 1950, 8.2) of the filtered rows of a PNG: a byte for the filter type, then red, green and
// blue of each pixel.

const modulus: u32 = 65_521;

/** Groups of four pixels whose sums of sums fit into 32 bits. */
const maxGroups: u32 = 2_048;

let sum: u32 = 1;
let sumOfSums: u32 = 0;

export function startChecksum(): void {
  sum = 1;
  sumOfSums = 0;
}

export function checksum(): u32 {
  return (sumOfSums << 16) | sum;
}

/** Adds a row of `count` pixels in memory at `start`: 0xFFRRGGBB. */
export function addRowToChecksum(filter: u32, start: usize, count: u32): void {
  add(filter);
  let pixel = start;
  let rest = count;
  for (; rest >= 4; rest -= min(rest >> 2, maxGroups) << 2) {
    const groups = min(rest >> 2, maxGroups);
    addGroups(pixel, groups);
    pixel += groups << 4;
  }
  for (; rest > 0; rest--, pixel += 4) {
    add(load<u8>(pixel, 2));
    add(load<u8>(pixel, 1));
    add(load<u8>(pixel));
  }
}

function add(byte: u32): void {
  sum = (sum + byte) % modulus;
  sumOfSums = (sumOfSums + sum) % modulus;
}

/**
 * Adds groups of four pixels. Each byte counts as often in the sum of sums as there are bytes from it on. Of
 * n groups, the red of the second pixel of the first group counts 12 n - 3 times.
 */
function addGroups(start: usize, groups: u32): void {
  // The sum of red, green and blue, for each of the four pixels.
  let colors = i32x4.splat(0);
  let sumOfColors = i32x4.splat(0); // their sum after each group
  // Green once and blue twice: how much less often they count than the red of their pixel.
  let later = i32x4.splat(0);
  for (let group = start; group < start + (groups << 4); group += 16) {
    const pixels = v128.and(v128.load(group), i32x4.splat(0xff_ff_ff));
    colors = i32x4.add(colors, i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(pixels)));
    sumOfColors = i32x4.add(sumOfColors, colors);
    const blue = v128.and(pixels, i32x4.splat(255));
    const green = v128.and(i32x4.shr_u(pixels, 8), i32x4.splat(255));
    later = i32x4.add(later, i32x4.add(i32x4.shl(blue, 1), green));
  }
  const second = <u64>i32x4.extract_lane(colors, 1);
  const third = <u64>i32x4.extract_lane(colors, 2);
  const fourth = <u64>i32x4.extract_lane(colors, 3);
  const total = sumOfSums + 12 * (<u64>groups * sum + addLanes(sumOfColors));
  sumOfSums = <u32>((total - 3 * (second + 2 * third + 3 * fourth) - addLanes(later)) % modulus);
  sum = <u32>((sum + addLanes(colors)) % modulus);
}

function addLanes(vector: v128): u64 {
  const pairs = i64x2.add(i64x2.extend_low_i32x4_u(vector), i64x2.extend_high_i32x4_u(vector));
  return i64x2.extract_lane(pairs, 0) + i64x2.extract_lane(pairs, 1);
}
