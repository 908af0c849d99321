import { setImmediate } from "node:timers/promises";
import { compileTemplate, type CompileResult } from "@placard/templates";

/** `compileTemplate`, later. */
export type CompileInTurn = (...args: Parameters<typeof compileTemplate>) => Promise<CompileResult>;

/** Compiles one document in each turn of the event loop. Other requests are processed between them. */
export function createCompileInTurn(): CompileInTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (...args) => {
    const compiled = last.then(() => setImmediate()).then(() => compileTemplate(...args));
    last = compiled; // never rejects: `compileTemplate` never throws
    return compiled;
  };
}
