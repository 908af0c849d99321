import { Session, type Token } from "./session.ts";

/**
 * Each import of the bundle is one run. Its address names the export that returns the card, the decisions that
 * have their other outcome, globals that are recorders, and the index that entries of lists have. `URL` and
 * `Number` are replaced in the bundle.
 */
const { searchParams } = new globalThis.URL(import.meta.url);
export const entryName = searchParams.get("entry") ?? undefined;
export const session = new Session(
  new Set(searchParams.getAll("flipped")),
  globalThis.Number(searchParams.get("index")),
  (globalThis as { placardTokens?: Token[] }).placardTokens!,
);
for (const name of searchParams.getAll("global"))
  Object.assign(globalThis, { [name]: session.record([name]) });
