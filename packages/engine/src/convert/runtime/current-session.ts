import { Session, type RunInput } from "./session.ts";

/** Each call of the bundle is one run. */
declare const placardRun: RunInput;

export const { entry: entryName, source: cardSource } = placardRun;
export const session = new Session(placardRun);
for (const name of placardRun.globals) Object.assign(globalThis, { [name]: session.record([name]) });
