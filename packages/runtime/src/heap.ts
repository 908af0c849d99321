import { setFlagsFromString } from "node:v8";

/**
 * How much the heap may grow after V8 has collected all of it, in percent of what is left, until V8 starts to mark all of it again. V8's
 * own limit is so close above 40 MB that a few MB are enough, see docs/decisions/0053.
 */
const growthPercent = 100;

/** Makes V8 collect the whole heap of this process less often. Has effect from the next such collection on. */
export function letHeapGrow(): void {
  setFlagsFromString(`--heap-growing-percent=${growthPercent}`);
}
