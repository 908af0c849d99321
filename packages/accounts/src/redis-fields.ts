import type { RedisClient } from "@placard/runtime";

/** The members of a record that are not undefined, as the arguments of HSET: name, value, name, value… */
export function toFields(record: object): string[] {
  return Object.entries(record).flatMap(([name, value]) =>
    value === undefined ? [] : [name, String(value)],
  );
}

/** Reads fields of a hash by their names. A field that the hash does not have is undefined. */
export async function readFields<Name extends string>(
  redis: RedisClient,
  key: string,
  names: readonly Name[],
): Promise<{ [name in Name]?: string | undefined }> {
  const values = await redis.hmget(key, ...names);
  const fields: { [name in Name]?: string | undefined } = {};
  for (const [i, name] of names.entries()) fields[name] = values[i] ?? undefined;
  return fields;
}

/** The time (epoch ms) in a field; undefined without the field. */
export function parseTime(field: string | undefined): number | undefined {
  return field === undefined ? undefined : Number(field);
}

/** A time rounded down to the minute, both epoch ms: the resolution of last-used times. */
export function toMinute(time: number): number {
  return Math.floor(time / 60_000) * 60_000;
}
