/** A result as JSON. Members whose names end in "At" are times: ISO 8601, or null if undefined. */
export function formatJson(data: unknown): string {
  const replace = (name: string, value: unknown) =>
    name.endsWith("At") ? (typeof value === "number" ? new Date(value).toISOString() : null) : value;
  return JSON.stringify(data, replace, 2);
}

/** A time (epoch ms) for people, to the minute. */
export function showTime(time: number | undefined, absent = "never"): string {
  return time === undefined ? absent : `${new Date(time).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

/** Rows of text in columns, the first row being the heading. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** Records as a table with the given columns; `No things.` if there are none. */
export function formatList<T>(
  things: string,
  records: readonly T[],
  columns: Readonly<Record<string, (record: T) => string>>,
): string {
  const rows = records.map((record) => Object.values(columns).map((textOf) => textOf(record)));
  return rows.length === 0 ? `No ${things}.` : formatTable([Object.keys(columns), ...rows]);
}

/** An error's message and the message of its innermost cause, which names the address, in one line. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (cause !== undefined) return describeError(cause);
  const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : [];
  return first === undefined ? (error.message || error.name).replaceAll(/\s+/g, " ") : describeError(first);
}
