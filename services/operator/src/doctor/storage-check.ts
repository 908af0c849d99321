import { randomBytes } from "node:crypto";
import { imagePrefix } from "@placard/contracts";
import type { ImageStore } from "@placard/storage";
import { describeError } from "../format.ts";
import { failed, ok, type Finding } from "./finding.ts";

const fileFix = "Check that the directory DATA_DIR exists, is writable, and that the disk is not full.";
const s3Fix = "Check S3_BUCKET, S3_ENDPOINT, the credentials and their permissions.";

interface StorageFinding extends Finding {
  /** How far the storage's clock is ahead of Placard's, in ms, if known. */
  clockOffsetMs?: number;
}

/** Writes, reads, lists and deletes a small object, as gateways and renderers do with images. */
export async function checkStorage(
  store: ImageStore,
  { isS3, now }: { isS3: boolean; now: () => number },
): Promise<StorageFinding> {
  const fix = isS3 ? s3Fix : fileFix;
  const key = `${imagePrefix}doctor-${randomBytes(16).toString("hex")}.png`;
  const bytes = randomBytes(64);
  let step = "write";
  try {
    const before = now();
    await store.put(key, bytes, { contentType: "image/png", storedAt: before, expiresAt: before });
    const after = now();
    step = "read";
    const stored = await store.get(key);
    if (!stored?.bytes.equals(bytes)) return failed(`Storage does not return what was written. ${fix}`);
    step = "list";
    let modifiedAt: number | undefined;
    for await (const object of store.list(key)) ({ modifiedAt } = object);
    step = "delete";
    await store.delete(key);
    if (await store.head(key)) return failed(`Storage did not delete an object. ${fix}`);
    if (modifiedAt === undefined) return failed(`Storage does not list what was written. ${fix}`);
    return {
      ...ok(`${isS3 ? "S3" : "File"} storage can be written, read, listed and deleted.`),
      clockOffsetMs: offsetFrom(modifiedAt, before, after),
    };
  } catch (error) {
    // The first error is reported.
    if (step !== "write" && step !== "delete") await store.delete(key).catch(() => {});
    return failed(`Storage failed to ${step} an object: ${describeError(error)}. ${fix}`);
  }
}

/** How far a time of the storage is outside of the time of the write, in ms. It may lack milliseconds. */
function offsetFrom(modifiedAt: number, before: number, after: number): number {
  if (modifiedAt > after) return modifiedAt - after;
  return Math.min(0, modifiedAt + 1_000 - before);
}
