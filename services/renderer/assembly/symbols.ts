// The symbols and extra bits of lengths and distances (RFC 1951, 3.2.5).

export const literalSymbols: u32 = 286;
export const distanceSymbols: u32 = 30;

/** The longest match, in bytes. */
export const maxLength: u32 = 258;

/** The number of extra bits of a length. */
export function lengthBits(length: u32): u32 {
  return length < 11 || length === maxLength ? 0 : 29 - clz(length - 3);
}

export function lengthSymbol(length: u32): u32 {
  if (length === maxLength) return 285;
  const bits = lengthBits(length);
  return 257 + (bits << 2) + ((length - 3) >> bits);
}

/** The number of extra bits of a distance, given less 1. */
export function distanceBits(distance: u32): u32 {
  return distance < 4 ? 0 : 30 - clz(distance);
}

/** The symbol of a distance, given less 1. */
export function distanceSymbol(distance: u32): u32 {
  const bits = distanceBits(distance);
  return (bits << 1) + (distance >> bits);
}
