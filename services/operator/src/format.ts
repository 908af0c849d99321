/** A time (epoch ms) in ISO 8601, for JSON; null if it is undefined. */
export function formatTime<T extends number | undefined>(time: T): T extends number ? string : string | null;
export function formatTime(time: number | undefined): string | null {
  return time === undefined ? null : new Date(time).toISOString();
}

/** A time (epoch ms) for people, to the minute. */
export function showTime(time: number | undefined, absent = "never"): string {
  return time === undefined ? absent : `${new Date(time).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

/** A number of bytes for people: "12.3 MB". */
export function showBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${(bytes / 1_000).toFixed(1)} kB`;
  return bytes < 1_000_000_000
    ? `${(bytes / 1_000_000).toFixed(1)} MB`
    : `${(bytes / 1_000_000_000).toFixed(1)} GB`;
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

/** An error's message and the message of its innermost cause, which names the address, in one line. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (cause !== undefined) return describeError(cause);
  const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : [];
  return first === undefined ? (error.message || error.name).replaceAll(/\s+/g, " ") : describeError(first);
}
