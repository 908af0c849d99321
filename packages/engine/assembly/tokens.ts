// The tokens of a part of an image, which are written when the codes of their symbols are known.

/** More than a row of the widest canvas has. */
export const maxTokens: u32 = 32_768;

/** 32 bits for each token. */
export const tokens: usize = memory.data(4 * maxTokens, 16);
let count: u32 = 0;

/** Returns the number of tokens since the last call. The next ones overwrite them. */
export function takeTokens(): u32 {
  const taken = count;
  count = 0;
  return taken;
}

/** Whether there is room for a number of tokens more. */
export function hasRoom(more: u32): bool {
  return count + more <= maxTokens;
}

export function addToken(token: u32): void {
  store<u32>(tokens + (count++ << 2), token);
}

/** Counts a symbol. `counts` has 32 bits for each. */
export function increment(counts: usize, symbol: u32): void {
  const address = counts + (symbol << 2);
  store<u32>(address, load<u32>(address) + 1);
}
