// What code reads from a recorder: a value that is not known, such as a property of the card's data.
import type { RuntimeLoss, Session } from "./session.ts";

/** What a recorder stands for. */
export interface Recorded {
  readonly path: readonly string[];
  readonly filters: readonly string[];
  /** What is lost if it is shown. */
  readonly losses: readonly RuntimeLoss[];
  /** Of a list that code maps: what it maps each entry to. */
  readonly entries?: { readonly entry: unknown } | undefined;
  /** That it stands for, if code has put it together from several. */
  readonly text?: string;
  /** Whether it stands for the parts of a text, and whether these are entries of a list. */
  readonly isParts?: boolean;
  readonly isList?: boolean;
  /** What entries of an object code gets: their names, their values, or both. */
  readonly parts?: readonly string[];
  /** Whether it stands for the length of a text or list. */
  readonly isLength?: boolean;
  /** Whether it is a URL, or a part of one. */
  readonly isUrl?: boolean;
  readonly isUrlPart?: boolean;
  /** Whether it is the data of a response. */
  readonly isBody?: boolean;
  /** Whether code has awaited it. */
  readonly isSettled?: boolean;
}

type Run = (...values: unknown[]) => unknown;

/** The name of a list's entries in paths. */
export const entry = "[]";

/** The key of the recorder in an object that it was spread into. */
export const spreadKey = Symbol("spread");

const wordsOf = (words: string) => new Set(words.split(" "));
/** Methods whose result is shown as the value itself, with a loss. */
const transformations = wordsOf(
  "concat replace replaceAll normalize filter sort toSorted reverse toReversed flat padStart padEnd toFixed toPrecision toLocaleString repeat",
);
const dateMethods = wordsOf("toISOString toLocaleDateString toDateString toLocaleTimeString");
/** Parts that filters do not have, or count from 0. */
const partsOfDates = wordsOf("getMonth getDay getHours getMinutes getSeconds");
const sameValue = wordsOf("trim trimStart trimEnd json text");
/** Only letters are written in upper case. */
const isLetter = /\[0\]` is the first letter/u;
const conditions = wordsOf("includes startsWith endsWith some every test equals");

/** An element of React, or an object that is written like one. */
export function isElementLike(value: unknown): value is { type: unknown; props: Record<string, unknown> } {
  return typeof value === "object" && value !== null && "type" in value && "props" in value;
}

/** What code gets for a property of a recorder. What JavaScript does not have is a property of the data. */
export function readMember(
  session: Session,
  recorded: Recorded,
  key: string | symbol,
  recorder: object,
): unknown {
  const { path, filters, entries, losses } = recorded;
  const name = path.join(".");
  /** The value itself, with a loss if it is shown. */
  const same = (loss?: string, added: readonly string[] = [], changes: Partial<Recorded> = {}) => {
    const all = loss === undefined ? losses : [...losses, session.createLoss(loss, "approximated")];
    return session.create({ ...recorded, filters: [...filters, ...added], losses: all, ...changes });
  };
  /** A property that is a method if it is called, and a value like others if it is shown. */
  const method = (run: Run): unknown => {
    const property = [...path, String(key)];
    if (session.input.flipped.has(property.join("."))) return session.defaultOf(path, property.at(-1)!);
    const apply = (_target: unknown, _self: unknown, values: unknown[]) => run(...values);
    return session.create({ path: property, filters: [], losses: [] }, { apply });
  };
  const lossy = (loss: string) => method(() => same(loss));
  const whole = () => same(undefined, [], { entries: undefined });
  const first = (index: string) => {
    if (entries || !recorded.parts) return entries ? entries.entry : session.record([...path, index]);
    const values = recorded.parts.map((part) => session.record([...path, entry, part]));
    return values.length > 1 ? values : values[0];
  };

  if (key === Symbol.toPrimitive)
    return (hint: string) => (hint === "number" ? toNumber(session, recorded) : session.textOf(recorder));
  if (key === Symbol.iterator)
    return () =>
      isElementLike(entries?.entry)
        ? [recorder].values() // children that code adds to others
        : iterate(session, name, recorded.isParts ? whole() : first("0"));
  if (key === spreadKey) return recorder;
  if (key === "then" && !recorded.isSettled) {
    const settled = Promise.resolve(same(undefined, [], { isSettled: true }));
    return settled.then.bind(settled);
  }
  if (typeof key === "symbol" || key === "then" || key === "$$typeof" || key === "nodeType") return undefined;
  if (key === "__esModule") return true;
  // The first part of a text, such as in `split(" ")[0]`, is shown as the whole text.
  if (key === "0" && recorded.isParts) return whole();
  // `name[0]` is a letter, and `tags[0]` an entry.
  if (key === "0" && !/[^s]s$/u.test(name))
    return same(`\`${name}[0]\` is the first letter: if it is an entry of a list, remove \`| first\``, [
      "first",
    ]);
  if (/^\d+$/u.test(key)) {
    const part = session.recordedOf(session.property(path, key, undefined));
    const loss = session.createLoss(`\`${name}[${key}]\` is a field of its own`, "approximated");
    return part && session.create({ ...part, losses: [...losses, loss] });
  }
  if (key === "length") return same(undefined, [], { isLength: true });
  if (key === "protocol" && (recorded.isUrl || recorded.text !== undefined)) return "https:";
  if (key === "href" && recorded.text !== undefined) return session.textOf(recorder);
  if (key === "toString" || key === "valueOf") return () => session.textOf(recorder);

  const read: Run = (...values) => {
    const [property] = values;
    if (typeof property === "string" && values.length === 1) return session.property(path, property, null);
    return values.length > 1
      ? session.resultOf([...path, key], values)
      : session.record(path, filters, entries);
  };
  const map: Run = (run) => {
    if (recorded.isParts && !recorded.isList) {
      const part = (run as Run)(same(undefined, [], { isParts: false }), 0, recorder);
      return typeof part === "string" ? session.recorderOfText(part) : part;
    }
    session.mapped.add(name);
    const mapped = { entry: (run as Run)(first(entry), session.input.index, recorder) };
    return same(undefined, [], { entries: mapped });
  };
  const split: Run = (separator) =>
    same(`\`${name}.${key}()\` is not applied`, [], { isParts: true, isList: separator === "," });
  const loseResult = () => session.lose(`The result of \`${name}.${key}()\` is now a field`, "approximated");
  const methods: Readonly<Record<string, Run>> = {
    catch: () => recorder,
    finally: () => recorder,
    get: read,
    getAll: read,
    has: (property) => session.property(path, String(property), undefined) !== undefined,
    map,
    flatMap: map,
    forEach: (run) => [...(recorder as unknown[])].forEach((item) => void (run as Run)(item, 0)),
    join: () =>
      typeof entries?.entry === "string" && entries.entry.includes("<")
        ? `<placard-each of="${session.loopOf(recorder)!.list}">${entries.entry}</placard-each>`
        : same(`\`${name}.join()\` shows the list as one text`, [], { entries: undefined }),
    reduce: (...values) => {
      loseResult();
      return session.resultOf([...path, key], values);
    },
    getDate: () => same(undefined, ["day"]),
    getFullYear: () => same(undefined, ["year"]),
    at: (index) =>
      Number(index) >= 0
        ? readMember(session, recorded, String(index), recorder)
        : same(`\`${name}.at()\` is not applied`),
    charAt: () => session.record(path, [...filters, "first"]),
    split,
    match: (pattern) => (pattern instanceof RegExp ? split() : session.resultOf([...path, key], [pattern])), // of a cache
  };
  if (Object.hasOwn(methods, key)) return method(methods[key]!);
  const [, letters] = /^to(?:Locale)?(Upper|Lower)Case$/u.exec(key) ?? [];
  if (letters !== undefined)
    return method(() =>
      same(undefined, [letters.toLowerCase()], {
        losses: losses.filter((loss) => !isLetter.test(loss.what)),
      }),
    );
  if (sameValue.has(key)) return method(() => same(undefined, [], { isBody: key === "json" }));
  if ((dateMethods.has(key) || key === "toLocaleString") && !session.numbers.has(name))
    return method((locale, options) => {
      const write = (filter: string) => session.textOf(same(undefined, [filter]));
      const isOfDate = /dateStyle|weekday|year|month|day/u.test(globalThis.Object.keys(options ?? {}).join());
      if (key === "toLocaleString" && !isOfDate) return same(`\`${name}.${key}()\` is not applied`);
      const date =
        key.startsWith("toLocale") && key !== "toLocaleTimeString" && writeDate(write, locale, options);
      if (date) return date;
      const shown = formOf(key, locale, options);
      const form = shown === undefined ? "" : `: the code shows \`${shown}\`, the filter \`March 4, 2027\``;
      return same(`\`${name}.${key}()\` became the filter \`date\`${form}`, ["date"]);
    });
  if (/^(?:slice|substr|substring)$/u.test(key))
    return method((start) => {
      const instead = start === 0 ? "send less, or set `maxItems` or `maxLength`" : "send it as it is shown";
      return same(`\`${name}.${key}()\` is not applied: ${instead}`);
    });
  if (key === "format" || key === "toFormat")
    return method((pattern) => {
      const write = (filter: string) => session.textOf(same(undefined, [filter]));
      const date = typeof pattern === "string" && writePattern(write, pattern);
      return date || same(`\`${name}.${key}()\` is not applied`);
    });
  if (transformations.has(key) || dateMethods.has(key)) return lossy(`\`${name}.${key}()\` is not applied`);
  if (conditions.has(key))
    return method((value) => {
      if (!session.isStarted) return session.resultOf([...path, key], [value]); // of a schema
      const shown = typeof value === "string" ? value : "";
      const { text } = recorded;
      if (text?.startsWith(shown) && key === "startsWith") return true;
      return session.isMet(recorded, `${name}.${key}(${shown})`, `${key} ${shown}`);
    });
  const isResponse = path[0] === "fetch" && path.length <= 2 && !recorded.isBody;
  if (isResponse && (key === "ok" || key === "status")) return key === "ok" || 200;
  if (partsOfDates.has(key)) loseResult();
  const member = session.property(path, key, undefined);
  const isUrlPart = recorded.isUrl && /^(?:host|hostname|pathname)$/u.test(key);
  return isUrlPart && member ? session.create({ ...session.recordedOf(member)!, isUrlPart }) : member;
}

/** What a method of dates shows; undefined if this depends on data. */
function formOf(key: string, locale: unknown, options: unknown): string | undefined {
  if ([locale, options].some((value) => typeof value === "function")) return undefined;
  const example = new globalThis.Date("2027-03-04") as unknown as Record<string, Run>;
  return String(example[key]!(locale, { ...(options as object | undefined), timeZone: "UTC" }));
}

/** A date in English, if filters have the form of each of its parts. */
function writeDate(write: (filter: string) => string, locale: unknown = "en-US", options?: unknown) {
  if (typeof locale !== "string" || !locale.startsWith("en")) return undefined;
  const inUtc = { ...(options as object | undefined), timeZone: "UTC" };
  const format = new globalThis.Intl.DateTimeFormat(locale, inUtc);
  const example = new globalThis.Date("2027-03-04");
  if (format.format(example) === "March 4, 2027") return write("date");
  const known: Readonly<Record<string, string>> = { weekday: "Thu", day: "4", month: "Mar", year: "2027" };
  const parts = format.formatToParts(example);
  if (parts.some(({ type, value }) => type !== "literal" && known[type] !== value)) return undefined;
  return parts.map(({ type, value }) => (type === "literal" ? value : write(type))).join("");
}

/** The parts of a date, as date-fns, dayjs, moment and luxon name them. */
const dateParts: Readonly<Record<string, string>> = {
  ...{ yyyy: "year", YYYY: "year", y: "year", MMM: "month", LLL: "month", d: "day", D: "day" },
  ...{ EEE: "weekday", ddd: "weekday", PPP: "date", LL: "date", DDD: "date" },
};

/** A date by a pattern such as `d MMM yyyy`, if filters have the form of each of its parts. */
function writePattern(write: (filter: string) => string, pattern: string): string | undefined {
  const parts = pattern
    .replace(/^(?:MMMM|LLLL) (?:d, y{1,4}|D, YYYY)$/u, "PPP")
    .match(/'[^']*'|\[[^\]]*\]|([A-Za-z])\1*|[^A-Za-z]/gu);
  const written = parts?.map((part) => {
    if (!/^[A-Za-z]/u.test(part)) return part.replace(/^['[]|['\]]$/gu, "");
    return dateParts[part] && write(dateParts[part]);
  });
  return written?.includes(undefined) ? undefined : written?.join("");
}

function toNumber(session: Session, { path, isLength }: Recorded): number {
  const name = path.join(".");
  if (isLength) {
    session.lose(`A calculation with \`${name}.length\` has the result for 3`, "approximated");
    return 3;
  }
  if (path[0] !== "file") session.lose(`A calculation with \`${name}\``, "dropped");
  return Number.NaN;
}

/** A list stands for its first entry. Code that goes on to the next one shows them without a loop. */
function* iterate(session: Session, name: string, first: unknown): Generator {
  yield first;
  session.lose(`Code iterates over \`${name}\`: only its first entry is shown`, "approximated");
}
