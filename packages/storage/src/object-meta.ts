import { createHash } from "node:crypto";
import type { ObjectAttributes, ObjectMeta } from "./image-store.ts";

/** Completes what the writer says of the bytes with what the bytes say themselves. */
export function describeObject(
  bytes: Uint8Array,
  { contentType, storedAt, expiresAt }: ObjectAttributes,
): ObjectMeta {
  return { contentType, storedAt, expiresAt, etag: etagOf(bytes), size: bytes.byteLength };
}

/** Whether the bytes are those that the metadata was made for. */
export function describes(meta: ObjectMeta, bytes: Uint8Array): boolean {
  return meta.size === bytes.byteLength && meta.etag === etagOf(bytes);
}

/** Metadata as it came back from storage, or `undefined` if anything about it is amiss. */
export function readMeta(stored: { [field in keyof ObjectMeta]?: unknown }): ObjectMeta | undefined {
  const { contentType, storedAt, expiresAt, etag, size } = stored;
  if (typeof contentType !== "string" || typeof etag !== "string" || !etagPattern.test(etag))
    return undefined;
  if (!isWhole(storedAt) || !isWhole(expiresAt) || !isWhole(size)) return undefined;
  return { contentType, storedAt, expiresAt, etag, size };
}

const etagPattern = /^[A-Za-z0-9_-]{27}$/;

// 27 of 43 characters keep 162 bits of the hash: no two images will ever share them by chance.
function etagOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("base64url").slice(0, 27);
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value);
}
