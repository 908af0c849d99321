// The symbols that deflate (RFC 1951, 3.2.5) and lossless WebP (RFC 9649, 5.2.2) write for ranges of values,
// and their extra bits.

/** The number of extra bits of a distance in deflate, or of a length or a distance in WebP, given less 1. */
export function rangeBits(value: u32): u32 {
  return value < 4 ? 0 : 30 - clz(value);
}

/** The symbol of a distance in deflate, or of a length or a distance in WebP, given less 1. */
export function rangeSymbol(value: u32): u32 {
  const bits = rangeBits(value);
  return (bits << 1) + (value >> bits);
}
