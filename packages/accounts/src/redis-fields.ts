/** The members of a record that are not undefined, as the arguments of HSET: name, value, name, value… */
export function toFields(record: object): string[] {
  return Object.entries(record).flatMap(([name, value]) =>
    value === undefined ? [] : [name, String(value)],
  );
}

/** The time (epoch ms) in a field; undefined without the field. */
export function parseTime(field: string | undefined): number | undefined {
  return field === undefined ? undefined : Number(field);
}
