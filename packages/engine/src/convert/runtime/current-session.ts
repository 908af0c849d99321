import { Session } from "./session.ts";

/**
 * Each import of the bundle is one run. Its address names the values that are absent. `URL` is replaced
 * in the bundle.
 */
export const session = new Session(
  new Set(new globalThis.URL(import.meta.url).searchParams.getAll("absent")),
);
