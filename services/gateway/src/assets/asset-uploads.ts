import { createHash, randomBytes } from "node:crypto";
import {
  AppError,
  assetKey,
  neverExpires,
  renderKeys,
  sharedOwner,
  uploadKey,
  uploadTtlSeconds,
  type AssetContent,
  type AssetJob,
  type AssetResult,
  type FontAxes,
  type UploadFormat,
} from "@placard/contracts";
import type { Lane } from "@placard/runtime";
import type { Platform } from "../platform.ts";
import type { QueueAdmission } from "../images/queue-admission.ts";
import { runJob } from "../queues.ts";
import type { Asset, Assets } from "./asset-store.ts";

/** A file to store as an asset. */
export interface Upload {
  /** The account. */
  owner: string;
  bytes: Buffer;
  format: UploadFormat;
  axes?: FontAxes;
  requestId: string;
  /** Ends an upload that no renderer has started. */
  signal?: AbortSignal;
}

/** How long a request waits for a renderer to sanitize its file, in ms. */
const timeoutMs = 20_000;

/**
 * Creates the function that stores files as assets. A gateway never decodes a file: a renderer sanitizes it
 * in an isolated process, and only what that process has written is stored.
 */
export function createAssetUploads(
  { store, queues: { uploads: queue }, redis, logger, now }: Platform,
  assets: Assets,
  { checkRenderer }: QueueAdmission,
  lane: Lane,
) {
  /** Lets a renderer sanitize a file. Rejects with AppError. */
  async function sanitize({ owner, bytes, format, axes, requestId, signal }: Upload) {
    const id = randomBytes(24).toString("base64url");
    const [raw, clean] = [uploadKey(owner, id, "raw"), uploadKey(owner, id, "clean")];
    try {
      await store.put(raw, bytes, uploadMetadata(owner, now()), { durable: false });
      const deadline = now() + timeoutMs;
      const job: AssetJob = { id, owner, format, requestId, deadline, ...(axes && { axes }) };
      const wait = { redis, checkRenderer, timeoutMs, signal };
      const result = await runJob<AssetResult>(queue, job, renderKeys.assetResult(id), wait);
      if (!result)
        throw new AppError("render_timeout", { message: "Processing the file timed out. Retry later." });
      if ("failure" in result)
        throw result.failure === "overloaded" ? overloaded() : new AppError("unavailable");
      if ("refused" in result) throw invalidFile(result.refused);
      const sanitized = await store.get(clean);
      if (!sanitized) throw new AppError("unavailable", { cause: new Error(`${clean} is not stored`) });
      return { bytes: sanitized.bytes, content: result.content };
    } finally {
      await Promise.all([store.delete(raw), store.delete(clean)]).catch((error: unknown) => {
        logger.warn({ requestId, accountId: owner, err: error }, "upload deletion failed"); // they expire
      });
    }
  }

  async function storeAsset(
    owner: string,
    bytes: Buffer,
    content: AssetContent,
  ): Promise<{ asset: Asset; isNew: boolean }> {
    const id = createHash("sha256").update(bytes).digest("base64url");
    // The record first: its bytes count toward the quota even if the gateway exits now.
    const created = await assets.create(owner, { id, size: bytes.length, ...content });
    try {
      await putAsset(owner, id, bytes, content);
    } catch (error) {
      if (created.isNew) await assets.delete(owner, id);
      throw error;
    }
    return created;
  }

  /** Stores the bytes of an asset, unless they are stored already. */
  async function putAsset(
    owner: string,
    id: string,
    bytes: Buffer,
    { contentType }: Pick<AssetContent, "contentType">,
  ): Promise<void> {
    const key = assetKey(owner, id);
    if (await store.head(key)) return;
    const attributes = { contentType, storedAt: now(), expiresAt: neverExpires, userMetadata: { owner } };
    await store.put(key, bytes, attributes);
  }

  return {
    /**
     * Sanitizes a file and stores it as an asset of an account. Rejects with AppError `validation_failed` for
     * a damaged or forbidden file, `limit_reached`, `overloaded`, `unavailable` or `render_timeout`.
     * Rejects with StorageUnavailableError if storage fails.
     */
    async upload(upload: Upload): Promise<{ asset: Asset; isNew: boolean }> {
      const { owner } = upload;
      await checkRenderer();
      await assets.requireRoom(owner);
      const run = async () => {
        const { bytes, content } = await sanitize(upload);
        return storeAsset(owner, bytes, content);
      };
      return lane.run(owner, run, upload.signal);
    },

    /**
     * Sanitizes a file of the operator, and stores it for all accounts: without a record and without limits.
     * Rejects with AppError `validation_failed`, `unavailable` or `render_timeout`, or with
     * StorageUnavailableError.
     */
    async uploadShared(upload: Omit<Upload, "owner">): Promise<AssetContent & { id: string }> {
      await checkRenderer();
      const owner = sharedOwner;
      const { bytes, content } = await lane.run(owner, () => sanitize({ ...upload, owner }));
      const id = createHash("sha256").update(bytes).digest("base64url");
      await putAsset(sharedOwner, id, bytes, content);
      return { id, ...content };
    },

    /** Stores an image of Placard for all accounts as it is. Rejects with StorageUnavailableError. */
    async storeShared(bytes: Buffer, contentType: AssetContent["contentType"]): Promise<void> {
      const id = createHash("sha256").update(bytes).digest("base64url");
      await putAsset(sharedOwner, id, bytes, { contentType });
    },
  };
}
export type AssetUploads = ReturnType<typeof createAssetUploads>;

function uploadMetadata(owner: string, storedAt: number) {
  const expiresAt = storedAt + 1000 * uploadTtlSeconds;
  return { contentType: "application/octet-stream", storedAt, expiresAt, userMetadata: { owner } };
}

function overloaded(): AppError {
  return new AppError("overloaded", {
    message: "Too many files are being processed. Retry after the `Retry-After` interval.",
    retryAfterSeconds: 5,
  });
}

/** The AppError for a file that can't be stored. */
export function invalidFile(message: string): AppError {
  return new AppError("validation_failed", { message, details: [{ path: "", message }] });
}
