/** Replacements of parts of a text, with the way back from offsets in the result. */
export class SourceEdits {
  readonly source: string;
  #edits: { readonly start: number; readonly end: number; readonly text: string }[] = [];

  constructor(source: string) {
    this.source = source;
  }

  /** Replaces a range, with all earlier edits in it. Ignored inside an earlier edit. */
  replace(start: number, end: number, text: string): void {
    const isInside = (edit: { start: number; end: number }) =>
      start === end
        ? edit.start < start && start < edit.end
        : edit.start <= start && end <= edit.end && end - start < edit.end - edit.start;
    if (this.#edits.some(isInside)) return;
    this.#edits = this.#edits.filter((edit) => edit.end <= start || edit.start >= end || start === end);
    const after = this.#edits.findIndex((edit) => edit.start > start);
    this.#edits.splice(after < 0 ? this.#edits.length : after, 0, { start, end, text });
  }

  toString(): string {
    let [result, at] = ["", 0];
    for (const { start, end, text } of this.#edits) {
      result += this.source.slice(at, start) + text;
      at = end;
    }
    return result + this.source.slice(at);
  }

  /** The offset in the source of an offset in the result. In a replacement, it is where that starts. */
  toSource(offset: number): number {
    let shift = 0;
    for (const { start, end, text } of this.#edits) {
      if (offset < start + shift) break;
      if (offset < start + shift + text.length) return start;
      shift += text.length - (end - start);
    }
    return offset - shift;
  }
}
