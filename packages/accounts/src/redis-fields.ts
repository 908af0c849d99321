import { defineScript } from "@placard/runtime";

/** Lua: sets a field of an existing hash only, so that a late write cannot recreate part of a deleted record. */
export const setExistingField = defineScript(`
if redis.call("EXISTS", KEYS[1]) == 1 then redis.call("HSET", KEYS[1], ARGV[1], ARGV[2]) end`);

/** The members of a record that are not undefined, as fields of a Redis hash. */
export function toFields(record: object): Record<string, string | number> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}

/** The fields of a record for a script, as JSON. As strings, because Lua would write large numbers in exponent form. */
export function toJsonFields(record: object): string {
  const fields = Object.entries(toFields(record)).map(([name, value]) => [name, String(value)]);
  return JSON.stringify(Object.fromEntries(fields));
}

/** A Lua expression for the values of some fields of a hash, as HMGET returns them. `key` is an expression for its key. */
export function readFields(key: string, names: readonly string[]): string {
  return `redis.call("HMGET", ${key}, ${names.map((name) => `"${name}"`).join(", ")})`;
}

/** The values of some fields of a hash in the JSON that a script returns: false if the hash has no such field. */
export type FieldValues = readonly (string | false)[];

/** The fields that exist, by name. */
export function fromValues(names: readonly string[], values: FieldValues): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [i, name] of names.entries()) if (values[i]) fields[name] = values[i];
  return fields;
}

/** The time (epoch ms) in a field; undefined if the hash has no such field. */
export function parseTime(field: string | undefined): number | undefined {
  return field === undefined ? undefined : Number(field);
}

/** A time rounded down to the minute, both epoch ms: the resolution of last-used times. */
export function toMinute(time: number): number {
  return Math.floor(time / 60_000) * 60_000;
}
