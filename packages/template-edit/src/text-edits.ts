/** Replaces a part of a text. Offsets are those in the text before any edit, in UTF-16 code units. */
export interface TextEdit {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** Edits in the order of their places. Insertions at one place keep their order. */
export function inOrder(edits: readonly TextEdit[]): TextEdit[] {
  return edits.toSorted((a, b) => a.from - b.from || a.to - b.to);
}

/** Applies edits that don't overlap. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let result = "";
  let at = 0;
  for (const { from, to, insert } of inOrder(edits)) {
    result += text.slice(at, from) + insert;
    at = to;
  }
  return result + text.slice(at);
}

/** The edit that inserts a text. */
export function insertAt(at: number, insert: string): TextEdit {
  return { from: at, to: at, insert };
}

/** Replaces a text by another one that differs in one place. */
export function replaceText({ from, to }: Omit<TextEdit, "insert">, text: string, next: string): TextEdit[] {
  return text === next ? [] : [{ from, to, insert: next }];
}

/** The smallest edit between two texts, if they differ. */
export function difference(before: string, after: string): TextEdit[] {
  if (before === after) return [];
  const shorter = Math.min(before.length, after.length);
  let from = 0;
  while (from < shorter && before[from] === after[from]) from++;
  let same = 0;
  while (same < shorter - from && before.at(-1 - same) === after.at(-1 - same)) same++;
  return [{ from, to: before.length - same, insert: after.slice(from, after.length - same) }];
}
