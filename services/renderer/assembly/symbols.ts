// The symbols that deflate (RFC 1951, 3.2.5) and lossless WebP (RFC 9649, 5.2.2) write for lengths and distances, and their extra bits.

/** The alphabets of deflate. */
export const literalSymbols: u32 = 286;
export const distanceSymbols: u32 = 30;

/** The longest match of deflate, in bytes. */
export const maxLength: u32 = 258;

/** The number of extra bits of a length in deflate. */
export function lengthBits(length: u32): u32 {
  return length < 11 || length === maxLength ? 0 : 29 - clz(length - 3);
}

/** The symbol of a length in deflate. */
export function lengthSymbol(length: u32): u32 {
  if (length === maxLength) return 285;
  const bits = lengthBits(length);
  return 257 + (bits << 2) + ((length - 3) >> bits);
}

/** The number of extra bits of a distance in deflate, or of a length or a distance in WebP, given less 1. */
export function rangeBits(value: u32): u32 {
  return value < 4 ? 0 : 30 - clz(value);
}

/** The symbol of a distance in deflate, or of a length or a distance in WebP, given less 1. */
export function rangeSymbol(value: u32): u32 {
  const bits = rangeBits(value);
  return (bits << 1) + (value >> bits);
}
