import { limits } from "../limits.ts";
import { identOf, isDelimiter, type ComponentValue, type Values } from "./component-values.ts";
import type { ValueContext } from "./value-context.ts";

/** Component values that are read from the first to the last. */
interface Reader {
  readonly values: Values;
  next: number;
}

type Read<T> = (reader: Reader, context: ValueContext) => T | undefined;
type ParseOne<T> = (value: ComponentValue, context: ValueContext) => T | undefined;
type ResultOf<G> = G extends Grammar<infer T> ? Exclude<T, undefined> : never;
type ResultsOf<G> = { readonly [K in keyof G]: ResultOf<G[K]> };

/** What a value can be: a text for people and a parser, which are put together from the same parts. */
export class Grammar<T> {
  /** In value definition syntax (CSS Values 4, section 2). */
  readonly syntax: string;
  /** Reads the next component values; undefined if they are something else. */
  readonly read: Read<T>;

  constructor(syntax: string, read: Read<T>) {
    this.syntax = syntax;
    this.read = read;
  }

  /** Reads values to their end. Undefined if they are something else, or if there are more. */
  parse(values: Values, context: ValueContext): T | undefined {
    const reader = { values, next: 0 };
    const result = this.read(reader, context);
    return reader.next === values.length ? result : undefined;
  }

  /** Reads, and goes back if there is nothing to read. */
  attempt(reader: Reader, context: ValueContext): T | undefined {
    const start = reader.next;
    const result = this.read(reader, context);
    if (result === undefined) reader.next = start;
    return result;
  }

  /** What a function makes of a value; undefined if it is invalid. */
  map<U>(convert: (value: T, context: ValueContext) => U | undefined): Grammar<U> {
    return new Grammar(this.syntax, (reader, context) => {
      const value = this.read(reader, context);
      return value === undefined ? undefined : convert(value, context);
    });
  }

  /** `absent` where there is nothing. */
  optional(): Grammar<T | null>;
  optional(absent: T): Grammar<T>;
  optional(absent: unknown = null): Grammar<unknown> {
    return new Grammar(`${this.grouped}?`, (reader, context) => this.attempt(reader, context) ?? absent);
  }

  /** The same several times. */
  repeat(min = 1, max = Infinity): Grammar<readonly T[]> {
    const times = max === Infinity ? "+" : `{${min},${max}}`;
    return new Grammar(`${this.grouped}${times}`, (reader, context) => {
      const results: T[] = [];
      while (results.length < max) {
        const result = this.attempt(reader, context);
        if (result === undefined) break;
        results.push(result);
      }
      return results.length >= min ? results : undefined;
    });
  }

  /** One or two values; one stands for both. */
  pair(): Grammar<readonly [T, T]> {
    return this.repeat(1, 2).map(([first, second = first]) => [first!, second!]);
  }

  /** Lets a function say why the next value is something else. */
  explain(explain: ParseOne<undefined>): Grammar<T> {
    return new Grammar(this.syntax, (reader, context) => {
      const value = reader.values[reader.next];
      return this.read(reader, context) ?? (value && explain(value, context));
    });
  }

  withSyntax(syntax: string): Grammar<T> {
    return new Grammar(syntax, this.read);
  }

  /** The text in brackets, unless it is one term. */
  get grouped(): string {
    const isTerm = /^[^ ]+$|^\[ [^[\]]* \](?:[?#+]|\{.*\})?$/u.test(this.syntax);
    return isTerm ? this.syntax : `[ ${this.syntax} ]`;
  }

  /** The text next to others. */
  get part(): string {
    return this.syntax.includes(" | ") ? this.grouped : this.syntax;
  }
}

/** A single component value. */
export function single<T>(syntax: string, parse: ParseOne<T>): Grammar<T> {
  return new Grammar(syntax, (reader, context) => {
    const value = reader.values[reader.next];
    const result = value && parse(value, context);
    if (result !== undefined) reader.next++;
    return result;
  });
}

/** One of some keywords, regardless of case. */
export function keywords<const K extends string>(...names: readonly K[]): Grammar<K> {
  return single(names.join(" | "), (value) => {
    const keyword = identOf(value);
    return names.find((name) => name === keyword);
  });
}

/** Keywords with their own value. */
export function keywordMap<const T>(valueOf: Readonly<Record<string, T>>): Grammar<T> {
  return single(Object.keys(valueOf).join(" | "), (value) => {
    const name = identOf(value);
    return name !== undefined && Object.hasOwn(valueOf, name) ? valueOf[name] : undefined;
  });
}

/** A punctuation character. */
export function sign(character: string): Grammar<true> {
  return single(character, (value) => isDelimiter(value, character) || undefined);
}

/** A function whose arguments a grammar reads. */
export function call<T>(name: string, args: Grammar<T>, syntax = `${name}(${args.syntax})`): Grammar<T> {
  return single(syntax, (value, context) =>
    value.kind === "function" && value.name === name ? args.parse(value.values, context) : undefined,
  );
}

/** What the first grammar reads that can. */
export function either<const G extends readonly Grammar<unknown>[]>(
  ...grammars: G
): Grammar<ResultOf<G[number]>> {
  return new Grammar(grammars.map(({ syntax }) => syntax).join(" | "), (reader, context) => {
    for (const grammar of grammars) {
      const result = grammar.attempt(reader, context);
      if (result !== undefined) return result as ResultOf<G[number]>;
    }
    return undefined;
  });
}

/** One after the other. */
export function sequence<const G extends readonly Grammar<unknown>[]>(...grammars: G): Grammar<ResultsOf<G>> {
  return new Grammar(grammars.map(({ part }) => part).join(" "), (reader, context) => {
    const results: unknown[] = [];
    for (const { read } of grammars) {
      const result = read(reader, context);
      if (result === undefined) return undefined;
      results.push(result);
    }
    return results as ResultsOf<G>;
  });
}

/** What follows a keyword or a sign, such as `at <position>`. */
export function after<T>(start: Grammar<unknown>, grammar: Grammar<T>): Grammar<T> {
  return sequence(start, grammar).map(([, result]) => result as T);
}

/** At least one of some values, each at most once, in any order (`||` in value definitions). */
export function anyOrder<const G extends Readonly<Record<string, Grammar<unknown>>>>(
  grammars: G,
): Grammar<Partial<ResultsOf<G>>> {
  const entries = Object.entries(grammars);
  return new Grammar(entries.map(([, { part }]) => part).join(" || "), (reader, context) => {
    const found: Record<string, unknown> = {};
    const readNext = ([name, grammar]: (typeof entries)[number]): boolean => {
      const start = reader.next;
      const result = Object.hasOwn(found, name) ? undefined : grammar.attempt(reader, context);
      if (reader.next > start) found[name] = result;
      return reader.next > start;
    };
    while (entries.some(readNext));
    return Object.keys(found).length > 0 ? (found as Partial<ResultsOf<G>>) : undefined;
  });
}

/** Some keywords, each of them at most once. */
export function distinct<const K extends string>(...names: readonly K[]): Grammar<readonly K[]> {
  return keywords(...names)
    .repeat()
    .map((found) => (new Set(found).size === found.length ? found : undefined))
    .withSyntax(names.join(" || "));
}

/** A comma-separated list. `what`: the entries in the message about too many. */
export function list<T>(
  grammar: Grammar<T>,
  what = "layers",
  max: number = limits.valueEntries,
): Grammar<readonly T[]> {
  return new Grammar(`${grammar.grouped}#`, (reader, context) => {
    const { values } = reader;
    const count = values.filter((value) => isDelimiter(value, ",")).length + 1;
    if (count > max) return context.refuse(`More than ${max} ${what}`);
    const results: T[] = [];
    do {
      const result = grammar.read(reader, context);
      if (result === undefined) return undefined;
      results.push(result);
    } while (isDelimiter(values[reader.next], ",") && reader.next++ >= 0);
    return results;
  });
}

/** `none` for an empty list, or the values of another grammar. */
export function noneOr<T>(grammar: Grammar<readonly T[]>): Grammar<readonly T[]> {
  return either(keywordMap<readonly T[]>({ none: [] }), grammar);
}
