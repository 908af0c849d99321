// Replaces globals in the bundle of a card's module: no network, and recorders instead of failures.
import { existsSync, readFileSync } from "node:fs";
import { session } from "./current-session.ts";
import { wrapFunction } from "./wrap-module.ts";

const isAnyRecorder = (values: readonly unknown[]) =>
  values.map((value) => session.recorderOf(value)).find(Boolean);
/** With a recorder, the recorder. */
const passRecorders = <Target extends (...values: never[]) => unknown>(
  target: Target,
  convert = (recorder: unknown, _values: readonly unknown[]) => recorder,
  members: Readonly<Record<PropertyKey, unknown>> = {},
): Target =>
  new Proxy(target, {
    apply(_, self, values: unknown[]) {
      const recorder = isAnyRecorder(values);
      return recorder ? convert(recorder, values) : (Reflect.apply(target, self, values) as unknown);
    },
    get: (_, key) => members[key] ?? (Reflect.get(target, key) as unknown),
  });
const asNumber = (recorder: unknown) => {
  const { path, filters } = session.recordedOf(recorder)!;
  if (filters.length > 0) return NaN; // a letter
  session.numbers.add(path.join("."));
  return recorder;
};
export const parseFloat = passRecorders(globalThis.parseFloat, asNumber);
export const parseInt = passRecorders(globalThis.parseInt, asNumber);
export const isNaN = passRecorders(globalThis.isNaN, () => false);
export const Number = passRecorders(globalThis.Number, asNumber, {
  isNaN: passRecorders(globalThis.Number.isNaN, () => false),
  isFinite: passRecorders(globalThis.Number.isFinite, () => true),
});

/** A value that is rounded, or limited to a range, is shown as it is. */
export const Math = Object.create(globalThis.Math) as typeof globalThis.Math;
for (const name of ["round", "floor", "ceil", "trunc", "abs", "min", "max"] as const) {
  const run = globalThis.Math[name] as (...values: readonly unknown[]) => number;
  Math[name] = passRecorders(run, (recorder, values) => {
    if (name.startsWith("m") && values.length === 1) return run(...values); // of a list
    const value = session.recordedOf(recorder)!.path.join(".");
    session.lose(`\`${value}\` is not rounded or limited: send it as it is shown`, "approximated");
    return asNumber(recorder);
  });
}
export const BigInt = passRecorders(globalThis.BigInt, asNumber);
/** A letter by its number is a value of its own. */
const letterBy = (name: "fromCodePoint" | "fromCharCode") =>
  passRecorders(globalThis.String[name], (_, values) => {
    session.lose(`The result of \`${name}()\` is now a field`, "approximated");
    return session.resultOf([name], values);
  });
export const String = passRecorders(globalThis.String, undefined, {
  fromCodePoint: letterBy("fromCodePoint"),
  fromCharCode: letterBy("fromCharCode"),
});
export const placardParse = passRecorders(globalThis.JSON.parse);
export const placardFromEntries = passRecorders(globalThis.Object.fromEntries);
/** The entries of an object that is not known are a list. */
const listOf = (parts: readonly string[]) => (recorder: unknown) => {
  const recorded = session.recordedOf(recorder)!;
  session.lose(`\`${recorded.path.join(".")}\` is now a list`, "approximated");
  return session.create({ ...recorded, parts });
};
export const placardPairs = passRecorders(globalThis.Object.entries, listOf(["name", "value"]));
export const placardKeys = passRecorders(globalThis.Object.keys, listOf(["name"]));
export const placardValues = passRecorders(globalThis.Object.values, listOf(["value"]));
export const placardFrom = (
  source: Iterable<unknown>,
  run: (value: unknown, index: number) => unknown,
): unknown => {
  if (!session.isRecorder(source)) return globalThis.Array.from(source, run);
  return run ? (source as unknown[]).map(run) : source;
};
export const Buffer = wrapFunction(globalThis.Buffer) as typeof globalThis.Buffer;

const passToConstructor = <Target extends abstract new (...values: never[]) => object>(target: Target) =>
  new Proxy(target, {
    construct: (_target, values: unknown[]) =>
      (isAnyRecorder(values) ?? Reflect.construct(target, values)) as object,
  });
export const Uint8Array = passToConstructor(globalThis.Uint8Array);
export const URLSearchParams = passToConstructor(globalThis.URLSearchParams);

export const placardGlob = session.record(["file"]); // of Vite

/** The environment of a card's code. Variables that are not set are recorders. */
export const placardEnv = new Proxy<Record<string, unknown>>(
  { DEV: false, PROD: true, MODE: "production", ...globalThis.process.env, NODE_ENV: "production", CI: "" },
  {
    get: (target, name) =>
      typeof name === "symbol" || name in target ? target[name as string] : session.record(["env", name]),
  },
);

export const placardExit = (): void => session.addCaught("the code ended its process");

/** Formats recorders as dates. */
class DateTimeFormat extends globalThis.Intl.DateTimeFormat {
  /** May be a recorder. */
  readonly #locale: string;

  constructor(locale?: string, options?: Intl.DateTimeFormatOptions) {
    super(session.isRecorder(locale) ? undefined : locale, options);
    this.#locale = session.isRecorder(locale) ? locale! : this.resolvedOptions().locale;
  }

  override format(date?: globalThis.Date | number): string {
    if (!session.isRecorder(date)) return super.format(date);
    return (date as globalThis.Date).toLocaleDateString(this.#locale, this.resolvedOptions() as object);
  }
}

/** Code calls it with or without `new`. */
export const placardDateTimeFormat = new Proxy(DateTimeFormat, {
  apply: (target, _self, values: unknown[]) => Reflect.construct(target, values) as object,
});

/** Code writes to the console while it runs; the output of the converter is its report. */
export const console = new Proxy(globalThis.console, { get: () => () => undefined });

const NativeDate = globalThis.Date;
const NativeUrl = globalThis.URL;

const ofSite =
  /(?:[\ue000-\uf8ff]|%EE%8[0-3]%[89AB][0-9A-F]|^https?:\/\/[\w.:-]+)(\/[\w./-]+\.(?:[ot]tf|woff|png|jpe?g|webp|svg))$/u;

/** Files are read, also those of the site; everything else is data that a card gets at run time. */
export const fetch = async (target: unknown): Promise<unknown> => {
  const text = target instanceof NativeUrl ? target.href : typeof target === "string" ? target : "";
  const isFile = text.startsWith("file:");
  const [, served] = ofSite.exec(text) ?? [];
  const file = served === undefined ? isFile && new NativeUrl(text) : `public${served}`;
  if (file && existsSync(file)) return new Response(readFileSync(file)); // in the order of the code
  return session.resultOf([isFile ? "file" : "fetch"], [text || target]);
};

/** The time is data, too. Without it, code gets the real one. */
const currentTime = () => session.property([], "now", undefined);
export const Date = new Proxy(NativeDate, {
  construct: (target, values: unknown[]) =>
    (isAnyRecorder(values.length > 0 ? values : [currentTime()]) ??
      Reflect.construct(target, values)) as object,
  get: (target, key) =>
    key === "now" ? () => currentTime() ?? target.now() : (Reflect.get(target, key) as unknown),
});

export const URL = new Proxy(NativeUrl, {
  construct(target, values: unknown[]) {
    const [path, base] = values;
    const site = session.recorderOf(base);
    if (site && typeof path === "string" && !session.recorderOf(path) && !NativeUrl.canParse(path))
      return session.recorderOfText(`${session.textOf(site)}/${path.replace(/^\//u, "")}`) as object;
    try {
      const recorded = session.recordedOf(isAnyRecorder(values));
      return recorded ? session.create({ ...recorded, isUrl: true }) : Reflect.construct(target, values);
    } catch {
      return session.resultOf(["url"], values) as object; // made from data
    }
  },
});
