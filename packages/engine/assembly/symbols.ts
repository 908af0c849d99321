// Symbols and extra bits for ranges of values, in deflate (RFC 1951, 3.2.5) and WebP (RFC 9649, 5.2.2).

/** The number of extra bits of `value`, less 1: a distance in deflate, a length or a distance in WebP. */
export function rangeBits(value: u32): u32 {
  return value < 4 ? 0 : 30 - clz(value);
}

/** The symbol of `value`, less 1: a distance in deflate, a length or a distance in WebP. */
export function rangeSymbol(value: u32): u32 {
  const bits = rangeBits(value);
  return (bits << 1) + (value >> bits);
}
