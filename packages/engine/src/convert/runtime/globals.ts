// Replaces globals in the bundle of a card's module: no network, and recorders instead of failures.
import { readFile } from "node:fs/promises";
import { session } from "./current-session.ts";

const isAnyRecorder = (values: readonly unknown[]) => values.find((value) => session.isRecorder(value));
/** A conversion to a number is the value itself, as a number. */
const convertWith = <Target extends (value: never) => number>(target: Target): Target =>
  new Proxy(target, {
    apply: (_, self, values: unknown[]) =>
      session.isRecorder(values[0]) ? session.asNumber(values[0]) : Reflect.apply(target, self, values),
  });
export const Number = convertWith(globalThis.Number);
export const parseFloat = convertWith(globalThis.parseFloat);
export const parseInt = convertWith(globalThis.parseInt);

const NativeDate = globalThis.Date;
const NativeUrl = globalThis.URL;

/** Files are read; everything else is data that a card gets at run time. */
export const fetch = async (target: unknown): Promise<unknown> => {
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
