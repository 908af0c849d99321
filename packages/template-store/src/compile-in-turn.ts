import { setImmediate } from "node:timers/promises";
import { compileInSteps, type CompileResult } from "@placard/templates";

/** `compileTemplate`, later. */
export type CompileInTurn = (...args: Parameters<typeof compileInSteps>) => Promise<CompileResult>;

/** Compiles one document after the other, one step in each turn of the event loop. */
export function createCompileInTurn(): CompileInTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (...args) => {
    const compiled = last.then(() => runSteps(...args));
    last = compiled; // never rejects: `compileInSteps` never throws
    return compiled;
  };
}

async function runSteps(...args: Parameters<typeof compileInSteps>): Promise<CompileResult> {
  const steps = compileInSteps(...args);
  for (;;) {
    await setImmediate();
    const { done, value } = steps.next();
    if (done) return value;
  }
}
