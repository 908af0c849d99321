// Bits in the order of deflate and of lossless WebP: the first bit of a byte is its lowest one.
import { maxTokens } from "./tokens";

/** More bytes than a token takes, and than all codes take. */
const maxTokenBytes: u32 = 7;
const maxCodesBytes: u32 = 1_200;

/** What has been written since `takeBytes`: codes and tokens, with eight bytes for the last `flush`. */
export const bytes: usize = memory.data(maxCodesBytes + maxTokenBytes * maxTokens + 8, 16);
let end: usize = bytes;
/** Bits after these bytes, lowest first. */
let pending: u64 = 0;
let pendingBits: u32 = 0;

export function startBits(): void {
  end = bytes;
  pending = 0;
  pendingBits = 0;
}

/** Writes up to 16 bits. The other bits of `value` must be 0. */
export function write(value: u32, bits: u32): void {
  pending |= (<u64>value) << pendingBits;
  pendingBits += bits;
  flush();
}

/**
 * Appends the code of a symbol. An entry of `codes` has the bits, the first lowest, and their number from bit
 * 16.
 */
export function append(codes: usize, symbol: u32): void {
  const code = load<u32>(codes + (symbol << 2));
  pending |= (<u64>(code & 0xffff)) << pendingBits;
  pendingBits += code >> 16;
}

/** Appends the lowest bits of `value`. */
export function appendExtra(value: u32, bits: u32): void {
  pending |= (<u64>(value & ((1 << bits) - 1))) << pendingBits;
  pendingBits += bits;
}

/** Moves whole bytes to the memory. Until then, up to 57 bits can be appended. */
export function flush(): void {
  store<u64>(end, pending);
  end += pendingBits >> 3;
  pending >>= pendingBits & ~7;
  pendingBits &= 7;
}

/** Fills the last byte with zeros. */
export function align(): void {
  pendingBits = (pendingBits + 7) & ~7;
  flush();
}

/** Returns the number of bytes written since the last call. The next ones overwrite them. */
export function takeBytes(): u32 {
  const length = <u32>(end - bytes);
  end = bytes;
  return length;
}
