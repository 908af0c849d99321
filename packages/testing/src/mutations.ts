/** Returns whole numbers from 0 to below `limit`. */
export type Random = (limit: number) => number;

/** Creates a generator whose numbers are the same in each run (Mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return Math.floor((((value ^ (value >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
}

/** Changes bytes at random: their bits, values, number or order. The result may be the same bytes. */
export function mutateBytes(bytes: Buffer, random: Random): Buffer {
  const [at, to] = [random(bytes.length), random(bytes.length)];
  const [start, end] = [Math.min(at, to), Math.max(at, to)];
  const byte = random(256);
  const cases: readonly (() => Buffer)[] = [
    () => Buffer.from(bytes.map((value, i) => (i === at ? value ^ (1 << (byte % 8)) : value))),
    () => Buffer.from(bytes.map((value, i) => (i === at || i === to ? byte : value))),
    () => Buffer.concat([bytes.subarray(0, at), Buffer.of(byte), bytes.subarray(at)]),
    () => Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)]),
    () => bytes.subarray(0, at),
    () => Buffer.concat([bytes, bytes.subarray(at)]),
    () => Buffer.concat([bytes.subarray(end), bytes.subarray(start, end), bytes.subarray(0, start)]),
    () => Buffer.concat([bytes.subarray(0, start), Buffer.alloc(end - start), bytes.subarray(end)]),
  ];
  return cases[random(cases.length)]!();
}

/** Mutates one of the base64url members of a response. Undefined if the result is the same. */
export function mutateMember<Response extends object>(
  response: Response,
  names: readonly (keyof Response)[],
  random: Random,
): Response | undefined {
  const name = names[random(names.length)]!;
  const text = String(response[name]);
  const mutated = mutateBytes(Buffer.from(text, "base64url"), random).toString("base64url");
  return mutated === text ? undefined : { ...response, [name]: mutated };
}
