import { within } from "./within.ts";

/** What a process needs to be of use, by name: each resolves where it works, and rejects where it does not. */
export type Parts = Readonly<Record<string, () => Promise<unknown>>>;

/** The names of the parts that are out, or silent for `ms`. */
export async function partsOut(parts: Parts, ms: number): Promise<string[]> {
  const names = Object.keys(parts);
  const checks = await Promise.allSettled(Object.values(parts).map((check) => within(ms, check())));
  return names.filter((_name, i) => checks[i]?.status === "rejected");
}
