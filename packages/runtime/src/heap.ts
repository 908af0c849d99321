import { setFlagsFromString } from "node:v8";

/**
 * How far V8 sets the limit of the old generation above the size that is in use after a collection, in percent of that size. V8's
 * own choice for 40 MB leaves so little room that a few MB start the next collection: see docs/decisions/0053.
 */
const growthPercent = 100;

/** Makes V8 collect the whole heap of this process less often. Has effect from the next such collection on. */
export function letHeapGrow(): void {
  setFlagsFromString(`--heap-growing-percent=${growthPercent}`);
}
