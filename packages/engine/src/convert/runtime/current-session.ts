import { Session } from "./session.ts";

/**
 * Each import of the bundle is one run. Its address names the values that are absent, and the index that
 * entries of lists have. `URL` is replaced in the bundle.
 */
const { searchParams } = new globalThis.URL(import.meta.url);
export const session = new Session(new Set(searchParams.getAll("absent")), Number(searchParams.get("index")));
