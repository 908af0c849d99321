/** The start of the line of an offset. */
function lineStart(text: string, at: number): number {
  return text.lastIndexOf("\n", at - 1) + 1;
}

/** The white space at the start of the line of an offset. */
export function indentAt(text: string, at: number): string {
  return /^[ \t]*/u.exec(text.slice(lineStart(text, at), at))?.[0] ?? "";
}

/** Whether only white space is before an offset in its line. */
export function startsLine(text: string, at: number): boolean {
  return text.slice(lineStart(text, at), at).trim() === "";
}

/** The white space before an offset: at most one line break. */
export function spaceBefore(text: string, at: number): string {
  const space = /\s*$/u.exec(text.slice(0, at))?.[0] ?? "";
  return space.slice(Math.max(0, space.lastIndexOf("\n")));
}

/** A range and, if nothing else is in its lines, its lines. */
export function wholeLines(text: string, from: number, to: number): { from: number; to: number } {
  const rest = /^[ \t]*(?=\n|$)/u.exec(text.slice(to))?.[0];
  if (rest === undefined || !startsLine(text, from)) return { from, to };
  const start = lineStart(text, from);
  return start > 0 ? { from: start - 1, to: to + rest.length } : { from: 0, to: to + rest.length + 1 };
}

/** Gives the lines after the first one another indentation. Preformatted text stays as it is. */
export function reindent(text: string, before: string, after: string): string {
  if (before === after || /<pre[\s>]/iu.test(text)) return text;
  return text
    .split("\n")
    .map((line, index) =>
      index > 0 && line.startsWith(before) && line.trim() !== "" ? after + line.slice(before.length) : line,
    )
    .join("\n");
}
