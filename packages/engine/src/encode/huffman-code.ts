/** The Huffman code of an alphabet: each symbol's bits, first bit lowest, and their number, or 0. */
export interface HuffmanCode {
  readonly bits: Uint16Array;
  readonly lengths: Uint8Array;
}

/**
 * Creates the canonical Huffman code (RFC 1951, 3.2.2) for symbols with these counts. A code has at most
 * `maxLength` bits. A symbol that occurs alone gets one bit (3.2.7).
 */
export function createHuffmanCode(counts: Uint32Array, maxLength: number): HuffmanCode {
  const lengths = codeLengths(counts, maxLength);
  const bits = new Uint16Array(lengths.length);
  let code = 0;
  for (let length = 1; length <= maxLength; length++) {
    code <<= 1;
    for (let symbol = 0; symbol < lengths.length; symbol++)
      if (lengths[symbol] === length) bits[symbol] = reverse(code++, length);
  }
  return { bits, lengths };
}

function codeLengths(counts: Uint32Array, maxLength: number): Uint8Array {
  const lengths = new Uint8Array(counts.length);
  const used = [...counts.keys()].filter((symbol) => counts[symbol]! > 0);
  if (used.length === 1) lengths[used[0]!] = 1;
  if (used.length < 2) return lengths;
  // By count, then by symbol. Numbers are sorted without a call for each comparison.
  const ranks = Float64Array.from(used, (symbol) => counts[symbol]! * counts.length + symbol).sort();
  const symbols = Array.from(ranks, (rank) => rank % counts.length);
  const depths = leafDepths(symbols.map((symbol) => counts[symbol]!));
  // Flatter counts give a flatter tree. The recursion ends: with equal counts, the tree is as flat as can be.
  if (Math.max(...depths) > maxLength)
    return codeLengths(
      counts.map((count) => (count + 1) >>> 1),
      maxLength,
    );
  symbols.forEach((symbol, leaf) => (lengths[symbol] = depths[leaf]!));
  return lengths;
}

/** The depths in a Huffman tree of leaves with ascending weights. Nodes are made in this order too. */
function leafDepths(weights: number[]): number[] {
  const leaves = weights.length;
  const parents: number[] = [];
  let [leaf, inner] = [0, leaves];
  for (let node = leaves; node < 2 * leaves - 1; node++) {
    weights[node] = 0;
    for (let child = 0; child < 2; child++) {
      const lightest =
        inner === node || (leaf < leaves && weights[leaf]! <= weights[inner]!) ? leaf++ : inner++;
      weights[node]! += weights[lightest]!;
      parents[lightest] = node;
    }
  }
  const depths = new Uint16Array(2 * leaves - 1);
  for (let node = 2 * leaves - 3; node >= 0; node--) depths[node] = depths[parents[node]!]! + 1;
  return [...depths.subarray(0, leaves)];
}

function reverse(code: number, length: number): number {
  let reversed = 0;
  for (let bit = 0; bit < length; bit++) reversed |= ((code >>> bit) & 1) << (length - 1 - bit);
  return reversed;
}
