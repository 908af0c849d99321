import { hash } from "node:crypto";
import { canonicalJson } from "./canonical-json.ts";

/** The identity of an immutable JSON value: the SHA-256 of its canonical JSON, in base64url. */
export function hashJson(value: unknown): string {
  return hash("sha256", canonicalJson(value), "base64url");
}

/** The pattern of the hashes that `hashJson` returns. */
export const hashPattern = /^[A-Za-z0-9_-]{43}$/;
