import { identOf, parseAll, type ComponentValue, type Values } from "./component-values.ts";

/** Reads component values from the first to the last. */
export class ValueReader {
  readonly #values: Values;
  #next = 0;

  constructor(values: Values) {
    this.#values = values;
  }

  get isAtEnd(): boolean {
    return this.#next >= this.#values.length;
  }

  /** Reads one of some keywords, regardless of case. */
  keyword<const K extends string>(...keywords: readonly K[]): K | undefined {
    const value = this.#values[this.#next];
    const keyword = identOf(value);
    if (keyword === undefined || !(keywords as readonly string[]).includes(keyword)) return undefined;
    this.#next++;
    return keyword as K;
  }

  /** Reads what a function reads from one component value; undefined if it can't. */
  one<T>(parse: (value: ComponentValue) => T | undefined): T | undefined {
    const value = this.#values[this.#next];
    const result = value && parse(value);
    if (result !== undefined) this.#next++;
    return result;
  }

  /** The values that are left. */
  rest(): Values {
    const rest = this.#values.slice(this.#next);
    this.#next = this.#values.length;
    return rest;
  }
}

/** Some keywords, each of them at most once; undefined for other values, and for none. */
export function distinctKeywords<const K extends string>(
  values: Values,
  ...keywords: readonly K[]
): readonly K[] | undefined {
  const found = parseAll(values, (value) => keywords.find((each) => each === identOf(value)));
  return found && new Set(found).size === found.length ? found : undefined;
}

/** At most one keyword of each group, in any order (`||` in value definitions); undefined for none. */
export function keywordsByGroup<const Groups extends Readonly<Record<string, readonly string[]>>>(
  values: Values,
  groups: Groups,
): { readonly [G in keyof Groups]?: Groups[G][number] } | undefined {
  const found: Record<string, string> = {};
  for (const value of values) {
    const keyword = identOf(value) ?? "";
    const group = Object.keys(groups).find((name) => groups[name]!.includes(keyword));
    if (group === undefined || found[group] !== undefined) return undefined;
    found[group] = keyword;
  }
  return values.length > 0 ? found : undefined;
}
