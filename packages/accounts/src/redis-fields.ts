import { AppError } from "@placard/contracts";
import type { RedisClient } from "@placard/runtime";

/** The members of a record that are not undefined, as the arguments of HSET: name, value, name, value… */
export function toFields(record: object): string[] {
  return Object.entries(record).flatMap(([name, value]) =>
    value === undefined ? [] : [name, String(value)],
  );
}

/**
 * Reads fields of a hash by their names. A field that the hash does not have is undefined. Rejects with
 * AppError `unavailable` if the reply has another form: what belongs to another command identifies nobody.
 */
export async function readFields<Name extends string>(
  redis: Pick<RedisClient, "hmget">,
  key: string,
  names: readonly Name[],
): Promise<{ [name in Name]?: string | undefined }> {
  const values = await redis.hmget(key, ...names);
  if (!Array.isArray(values) || values.length !== names.length) {
    const cause = new Error(`Redis replied to HMGET with another form of value (${typeof values}).`);
    throw new AppError("unavailable", { cause });
  }
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
