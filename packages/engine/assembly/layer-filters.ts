// Filters of premultiplied pixels, 4 bytes each: blue, green, red and alpha.

/** The pixels of a layer, and room for as many transposed ones; then two lines. */
const start: usize = (__heap_base + 15) & ~15;

let pixels: usize = start;
let other: usize = start;
let first: usize = start;
let second: usize = start;

/** Makes room for pixels in two buffers, and for lines of a length. Returns the first buffer's address. */
export function reserve(count: i32, lineLength: i32): usize {
  const bytes = (((<usize>count) << 2) + 15) & ~15;
  pixels = start;
  other = pixels + bytes;
  first = other + bytes;
  second = first + ((<usize>lineLength) << 4);
  const needed = <i32>((second + ((<usize>lineLength) << 4) + 0xffff) >>> 16) - memory.size();
  if (needed > 0) memory.grow(needed);
  return pixels;
}

function unpack(address: usize): v128 {
  const bytes = v128.load32_zero(address);
  return f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(bytes)));
}

function pack(address: usize, value: v128): void {
  const rounded = i32x4.trunc_sat_f32x4_u(f32x4.add(value, f32x4.splat(0.5)));
  const words = i16x8.narrow_i32x4_s(rounded, rounded);
  store<u32>(address, <u32>i32x4.extract_lane(i8x16.narrow_i16x8_u(words, words), 0));
}

/**
 * Blurs rows of one buffer with three boxes, and writes them to the other one as columns. A box has whole
 * pixels on each side of its middle (`radius`), and a share of the next ones (`edge`). Beyond the row,
 * `mirrored` pixels on each side are mirrored; all others are transparent.
 */
export function blurRows(
  width: i32,
  height: i32,
  from: i32,
  to: i32,
  radius: i32,
  edge: f32,
  mirrored: i32,
): void {
  const margin = radius + 1;
  const count = width + 2 * mirrored;
  const content = (<usize>(margin + mirrored)) << 4;
  for (let y = from; y < to; y++) {
    const row = pixels + ((<usize>(y * width)) << 2);
    let column = other + ((<usize>y) << 2);
    const stride = (<usize>height) << 2;
    if (isEmpty(row, width)) {
      for (let x = 0; x < width; x++, column += stride) store<u32>(column, 0);
      continue;
    }
    const lineBytes = (<usize>(count + 2 * margin)) << 4;
    memory.fill(first, 0, lineBytes);
    memory.fill(second, 0, lineBytes);
    for (let x = 0; x < width; x++)
      v128.store(first + content + ((<usize>x) << 4), unpack(row + ((<usize>x) << 2)));
    for (let x = 1; x <= mirrored; x++) {
      const place = (<usize>mirror(x - 1, width)) << 4;
      const opposite = (<usize>(width - 1 - mirror(x - 1, width))) << 4;
      v128.store(first + content - ((<usize>x) << 4), v128.load(first + content + place));
      v128.store(first + content + ((<usize>(width - 1 + x)) << 4), v128.load(first + content + opposite));
    }
    blurLine(first, second, count, radius, edge);
    blurLine(second, first, count, radius, edge);
    blurLine(first, second, count, radius, edge);
    let line = second + content;
    for (let x = 0; x < width; x++, column += stride, line += 16) pack(column, v128.load(line));
  }
}

/** The buffer that was written becomes the one that is read. */
export function swap(): usize {
  const written = other;
  other = pixels;
  pixels = written;
  return pixels;
}

function mirror(index: i32, length: i32): i32 {
  const place = index % (2 * length);
  return place < length ? place : 2 * length - 1 - place;
}

function isEmpty(row: usize, width: i32): bool {
  const end = row + ((<usize>width) << 2);
  for (; row + 16 <= end; row += 16) if (v128.any_true(v128.load(row))) return false;
  for (; row < end; row += 4) if (load<u32>(row) !== 0) return false;
  return true;
}

function blurLine(line: usize, target: usize, count: i32, radius: i32, edge: f32): void {
  const diameter = 2 * radius + 1;
  const scale = f32x4.splat(1 / (<f32>diameter + 2 * edge));
  const edges = f32x4.splat(edge);
  let sum = f32x4.splat(0);
  for (let index = 0; index < diameter; index++)
    sum = f32x4.add(sum, v128.load(line + ((<usize>index) << 4)));
  let next = line + ((<usize>diameter) << 4);
  let written = target + ((<usize>(radius + 1)) << 4);
  for (let x = 0; x < count; x++, line += 16, next += 16, written += 16) {
    const before = v128.load(line);
    sum = f32x4.add(sum, f32x4.sub(v128.load(next), before));
    const sides = f32x4.mul(edges, f32x4.add(before, v128.load(next, 16)));
    v128.store(written, f32x4.mul(f32x4.add(sum, sides), scale));
  }
}

/** Five vectors: what blue, green, red and alpha contribute to each channel, and a constant. */
export const matrix: usize = memory.data(80, 16);

/** Multiplies colors that are not premultiplied with the matrix (Filter Effects 1, section 9.6). */
export function multiplyColors(count: i32): void {
  const blue = v128.load(matrix);
  const green = v128.load(matrix, 16);
  const red = v128.load(matrix, 32);
  const alpha = v128.load(matrix, 48);
  const constant = v128.load(matrix, 64);
  const zero = f32x4.splat(0);
  const one = f32x4.splat(1);
  const end = pixels + ((<usize>count) << 2);
  const changesEmpty = f32x4.extract_lane(constant, 3) !== 0;
  for (let address = pixels; address < end; address += 4) {
    if (load<u32>(address) === 0 && !changesEmpty) continue;
    const source = unpack(address);
    const opacity = f32x4.extract_lane(source, 3);
    const color = f32x4.mul(source, f32x4.splat(opacity > 0 ? 1 / opacity : 0));
    let sum = f32x4.add(constant, f32x4.mul(alpha, f32x4.splat(opacity * (1 / <f32>255))));
    sum = f32x4.add(sum, f32x4.mul(blue, f32x4.splat(f32x4.extract_lane(color, 0))));
    sum = f32x4.add(sum, f32x4.mul(green, f32x4.splat(f32x4.extract_lane(color, 1))));
    sum = f32x4.add(sum, f32x4.mul(red, f32x4.splat(f32x4.extract_lane(color, 2))));
    sum = f32x4.min(one, f32x4.max(zero, sum));
    const result = f32x4.extract_lane(sum, 3) * 255;
    pack(address, f32x4.replace_lane(f32x4.mul(sum, f32x4.splat(result)), 3, result));
  }
}

/** Turns the pixels into red, green, blue and alpha that are not premultiplied. */
export function unpremultiply(count: i32): void {
  const end = pixels + ((<usize>count) << 2);
  for (let address = pixels; address < end; address += 4) {
    const pixel = load<u32>(address);
    const alpha = pixel >>> 24;
    if (alpha === 0) {
      store<u32>(address, 0);
      continue;
    }
    if (alpha === 255) {
      store<u32>(address, (pixel & 0xff00_ff00) | ((pixel & 0xff) << 16) | ((pixel >>> 16) & 0xff));
      continue;
    }
    const scale = <f32>255 / <f32>alpha;
    const color = f32x4.mul(unpack(address), f32x4.splat(scale));
    const swapped = i8x16.shuffle(color, color, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15);
    pack(address, f32x4.replace_lane(swapped, 3, <f32>alpha));
  }
}
