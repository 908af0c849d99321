import { createHash } from "node:crypto";
import type { ObjectAttributes, ObjectMeta } from "./image-store.ts";

/**
 * The metadata of bytes that are about to be stored.
 * @throws TypeError if the user metadata is malformed
 */
export function describeObject(
  bytes: Uint8Array,
  { contentType, storedAt, expiresAt, userMetadata = {} }: ObjectAttributes,
): ObjectMeta {
  if (!isUserMetadata(userMetadata)) throw new TypeError("malformed user metadata");
  const size = bytes.byteLength;
  return { contentType, storedAt, expiresAt, etag: etagOf(bytes), size, userMetadata: { ...userMetadata } };
}

/** Whether the metadata belongs to the bytes. */
export function describes(meta: ObjectMeta, bytes: Uint8Array): boolean {
  return meta.size === bytes.byteLength && meta.etag === etagOf(bytes);
}

/** Validates metadata that was read from storage; `undefined` if any of it is malformed. */
export function readMeta(stored: { [field in keyof ObjectMeta]?: unknown }): ObjectMeta | undefined {
  const { contentType, storedAt, expiresAt, etag, size, userMetadata } = stored;
  if (typeof contentType !== "string" || typeof etag !== "string" || !etagPattern.test(etag))
    return undefined;
  if (!isWhole(storedAt) || !isWhole(expiresAt) || !isWhole(size)) return undefined;
  if (!isUserMetadata(userMetadata)) return undefined;
  return { contentType, storedAt, expiresAt, etag, size, userMetadata };
}

const etagPattern = /^[A-Za-z0-9_-]{27}$/;

// 27 of 43 characters keep 162 bits of the hash, enough for no two images to collide.
function etagOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("base64url").slice(0, 27);
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

// The values that every S3 server returns unchanged: header fields are case-insensitive, and lose white space
// at their ends.
const namePattern = /^[a-z0-9-]{1,32}$/;
const valuePattern = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;
const maxCharacters = 1_536;

function isUserMetadata(value: unknown): value is Readonly<Record<string, string>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const entries = Object.entries(value);
  const characters = entries.reduce((sum, [name, text]) => sum + name.length + String(text).length, 0);
  return (
    characters <= maxCharacters &&
    entries.every(
      ([name, text]) => namePattern.test(name) && typeof text === "string" && valuePattern.test(text),
    )
  );
}
