import type { Problem, ProblemCode } from "../document.ts";
import { limits } from "./limits.ts";

/** What to write instead. A function is called only if the problem is reported. */
export type Suggestion = string | (() => string | undefined) | undefined;

export interface Details {
  /** In `template.json`. The message completes a sentence about the value. */
  readonly pointer?: string | undefined;
  readonly code?: ProblemCode | undefined;
  /** How many characters can't be read because of it: later problems there are not reported. */
  readonly unread?: number | undefined;
}

/** Collects the problems of one file of a template document, with their positions. */
export class ProblemList {
  readonly #file: Problem["file"];
  readonly #lineStarts: number[] = [0];
  readonly #problems: Problem[] = [];
  readonly #seen = new Set<string>();
  readonly #unread: { readonly start: number; readonly end: number }[] = [];

  constructor(file: Problem["file"], text: string) {
    this.#file = file;
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) this.#lineStarts.push(at + 1);
  }

  /** In the order of their positions. */
  get problems(): Problem[] {
    return this.#problems.sort((a, b) => a.line - b.line || a.column - b.column);
  }

  get hasErrors(): boolean {
    return this.#problems.some(({ severity }) => severity === "error");
  }

  /** Whether so many problems were found that looking for more is pointless. */
  get isFull(): boolean {
    return this.#problems.length >= limits.problems;
  }

  /** Whether a part of the text could not be read, because of an error before it. */
  get hasUnread(): boolean {
    return this.#unread.length > 0;
  }

  /** Adds an error at an offset in the text (in UTF-16 code units). A parser can return the call. */
  error(offset: number, message: string, suggestion?: Suggestion, details?: Details): undefined {
    this.#add("error", offset, message, suggestion, details);
  }

  warn(offset: number, message: string, suggestion?: Suggestion, details?: Details): void {
    this.#add("warning", offset, message, suggestion, details);
  }

  #add(
    severity: Problem["severity"],
    offset: number,
    message: string,
    suggestion: Suggestion,
    { pointer, code, unread }: Details = {},
  ): void {
    if (this.isFull || this.#unread.some(({ start, end }) => start <= offset && offset <= end)) return;
    if (unread !== undefined) this.#unread.push({ start: offset, end: offset + unread });
    const position = this.#positionOf(offset);
    const text = pointer === undefined ? message : `${pointer || this.#file} ${message}`;
    const key = `${position.line}:${position.column}:${text}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    const instead = typeof suggestion === "function" ? suggestion() : suggestion;
    this.#problems.push({
      file: this.#file,
      ...(pointer !== undefined && { pointer, predicate: message }),
      ...position,
      severity,
      ...(code !== undefined && { code }),
      message: text,
      ...(instead !== undefined && { suggestion: instead }),
    });
  }

  #positionOf(offset: number): { line: number; column: number } {
    const line = this.#lineStarts.findLastIndex((start) => start <= offset);
    return { line: line + 1, column: offset - this.#lineStarts[line]! + 1 };
  }
}

/** A text for a message: cut after 40 characters. */
export function quote(text: string): string {
  const oneLine = text.replace(/\s+/gu, " ");
  return `“${oneLine.length > 40 ? `${oneLine.slice(0, 39)}…` : oneLine}”`;
}
