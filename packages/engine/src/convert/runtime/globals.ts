// Replaces globals in the bundle of a card's module: no network, and recorders instead of failures.
import { readFile } from "node:fs/promises";
import { session } from "./current-session.ts";

const isAnyRecorder = (values: readonly unknown[]) =>
  values.map((value) => session.recorderOf(value)).find(Boolean);
/** A conversion to a number is the value itself, as a number. */
const convertWith = <Target extends (value: never) => number>(target: Target): Target =>
  new Proxy(target, {
    apply: (_, self, values: unknown[]) =>
      session.isRecorder(values[0]) ? session.asNumber(values[0]) : Reflect.apply(target, self, values),
  });
export const Number = convertWith(globalThis.Number);
export const parseFloat = convertWith(globalThis.parseFloat);
export const parseInt = convertWith(globalThis.parseInt);

/** With a recorder, the recorder. */
const passRecorders = <Target extends (...values: never[]) => unknown>(target: Target): Target =>
  new Proxy(target, {
    apply: (_, self, values: unknown[]) =>
      isAnyRecorder(values) ?? (Reflect.apply(target, self, values) as unknown),
  });
export const atob = passRecorders(globalThis.atob);
export const placardParse = passRecorders(globalThis.JSON.parse);
export const placardFromEntries = passRecorders(globalThis.Object.fromEntries as () => unknown);
export const placardBufferFrom = passRecorders((...values: Parameters<typeof globalThis.Buffer.from>) =>
  globalThis.Buffer.from(...values),
);

/** A list stays one that code can map. */
export const placardArrayFrom = (list: ArrayLike<unknown>, run?: (value: unknown) => unknown): unknown[] => {
  const values = session.isRecorder(list) ? (list as unknown[]) : globalThis.Array.from(list);
  return run ? values.map((value) => run(value)) : values;
};
export const placardGlob = session.record(["file"]); // of Vite

/** The environment of a card's code. Variables that are not set are recorders; packages don't get them. */
export const placardEnv = new Proxy<Record<string, unknown>>(
  { DEV: false, PROD: true, MODE: "production", ...globalThis.process.env },
  {
    get(target, name) {
      const isPackage = new Error().stack?.split("\n")[2]?.includes("node_modules");
      return typeof name === "symbol" || name in target || isPackage
        ? target[name as string]
        : session.record(["env", name]);
    },
  },
);

/** Formats recorders as dates. */
export class placardDateTimeFormat extends globalThis.Intl.DateTimeFormat {
  override format(date?: globalThis.Date | number): string {
    const isRecorder = session.isRecorder(date);
    return isRecorder ? (date as unknown as globalThis.Date).toLocaleDateString() : super.format(date);
  }
}

/** Code writes to the console while it runs; the output of the converter is its report. */
export const console = new Proxy(globalThis.console, { get: () => () => undefined });

export const placardCaught = (error: unknown): void => session.addCaught(error);

const NativeDate = globalThis.Date;
const NativeUrl = globalThis.URL;

/** Files are read; everything else is data that a card gets at run time. */
export const fetch = async (target: unknown): Promise<unknown> => {
  session.addPassed(target instanceof NativeUrl ? target.href : target);
  const url = target instanceof NativeUrl ? target : undefined;
  if (url?.protocol !== "file:") return session.record(["fetch"]);
  return readFile(url).then(
    (bytes) => new Response(bytes),
    () => session.record(["file"]),
  );
};

export const Date = new Proxy(NativeDate, {
  construct: (target, values: unknown[]) =>
    (isAnyRecorder(values) ?? Reflect.construct(target, values)) as object,
});

export const URL = new Proxy(NativeUrl, {
  construct(target, values: unknown[]) {
    try {
      return (isAnyRecorder(values) ?? Reflect.construct(target, values)) as object;
    } catch {
      return session.record(["url"]) as object; // made from data
    }
  },
});
