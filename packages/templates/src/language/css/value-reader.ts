import type { ComponentValue } from "./component-values.ts";

/** Reads component values from the first to the last. */
export class ValueReader {
  readonly #values: readonly ComponentValue[];
  #next = 0;

  constructor(values: readonly ComponentValue[]) {
    this.#values = values;
  }

  get isAtEnd(): boolean {
    return this.#next >= this.#values.length;
  }

  peek(): ComponentValue | undefined {
    return this.#values[this.#next];
  }

  next(): ComponentValue | undefined {
    return this.#values[this.#next++];
  }

  /** Reads one of some keywords, regardless of case. */
  keyword<const K extends string>(...keywords: readonly K[]): K | undefined {
    const value = this.peek();
    const keyword = value?.kind === "ident" ? value.name.toLowerCase() : undefined;
    if (keyword === undefined || !(keywords as readonly string[]).includes(keyword)) return undefined;
    this.#next++;
    return keyword as K;
  }

  /** Reads a punctuation character. */
  delimiter(delimiter: string): boolean {
    const value = this.peek();
    if (value?.kind !== "delimiter" || value.value !== delimiter) return false;
    this.#next++;
    return true;
  }

  /** Reads what a function reads from one component value; undefined if it can't. */
  one<T>(parse: (value: ComponentValue) => T | undefined): T | undefined {
    const value = this.peek();
    const result = value && parse(value);
    if (result !== undefined) this.#next++;
    return result;
  }

  /** The values that are left. */
  rest(): readonly ComponentValue[] {
    const rest = this.#values.slice(this.#next);
    this.#next = this.#values.length;
    return rest;
  }
}
