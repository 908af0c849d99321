/** Writes a field only where the hash still is, so that a late write can't bring a deleted record back in part. */
export const touchScript = `if redis.call("EXISTS", KEYS[1]) == 1 then redis.call("HSET", KEYS[1], ARGV[1], ARGV[2]) end`;

/** The fields of a record that have a value, as Redis takes them. */
export function toFields(record: object): Record<string, string | number> {
  const said = Object.entries(record).filter(([, value]) => value !== undefined);
  return Object.fromEntries(said);
}

/** A field that holds a time (epoch ms), if it is there. */
export function timeOf(field: string | undefined): number | undefined {
  return field === undefined ? undefined : Number(field);
}

/** The minute that a time lies in, both epoch ms: how exactly uses are noted. */
export function minuteOf(time: number): number {
  return Math.floor(time / 60_000) * 60_000;
}
