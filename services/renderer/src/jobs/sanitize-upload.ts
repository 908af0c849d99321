import {
  assetResultTtlMs,
  renderKeys,
  uploadKey,
  uploadTtlSeconds,
  type AssetJob,
  type AssetResult,
} from "@placard/contracts";
import { InvalidFileError } from "@placard/engine/files";
import { TimeoutError } from "@placard/runtime";
import type { Job } from "bullmq";
import { DecodingError, type Decoder } from "../decoder/decoder.ts";
import type { Platform } from "../platform.ts";
import { runWithTimeout } from "../run-with-timeout.ts";

/**
 * How long a file may take to be sanitized, in ms, the wait for a process included. The decoder's limit of
 * CPU time is shorter: a file that reaches this one is not at fault, the machine is busy.
 */
const timeoutMs = 16_000;

const damaged = "The file is damaged or too complex to be processed. Export it again, or make it smaller.";

/**
 * Creates the processor of asset jobs: it reads an upload, sanitizes it, and stores the sanitized file for
 * the gateway.
 */
export function createUploadProcessor(
  { store, redis, logger, now }: Platform,
  decoder: Pick<Decoder, "sanitize">,
) {
  async function sanitize({ id, owner, format, axes, requestId }: AssetJob): Promise<AssetResult> {
    const raw = await store.get(uploadKey(owner, id, "raw"));
    if (!raw) return { failure: "unavailable" };
    const task = { task: "sanitize", bytes: raw.bytes, format, ...(axes && { axes }) } as const;
    try {
      const { bytes, content } = await runWithTimeout(
        (signal) => decoder.sanitize(task, signal),
        timeoutMs,
        () => new TimeoutError(),
      );
      await store.put(
        uploadKey(owner, id, "clean"),
        bytes,
        {
          contentType: content.contentType,
          storedAt: now(),
          expiresAt: now() + 1000 * uploadTtlSeconds,
          userMetadata: { owner },
        },
        { durable: false },
      );
      return { content };
    } catch (error) {
      if (error instanceof InvalidFileError) return { refused: error.message };
      if (!(error instanceof DecodingError) && !(error instanceof TimeoutError)) throw error;
      logger.warn({ requestId, accountId: owner, format, err: error }, "upload could not be decoded");
      return error instanceof TimeoutError ? { failure: "overloaded" } : { refused: damaged };
    }
  }

  return async function processUpload({ data: job }: Pick<Job<AssetJob>, "data">): Promise<void> {
    if (now() > job.deadline) return;
    const startedAt = performance.now();
    const result = await sanitize(job).catch((error: unknown): AssetResult => {
      logger.warn({ requestId: job.requestId, accountId: job.owner, err: error }, "upload processing failed");
      return { failure: "unavailable" };
    });
    await redis.set(renderKeys.assetResult(job.id), JSON.stringify(result), "PX", assetResultTtlMs);
    const { requestId, owner: accountId, format } = job;
    const outcome = Object.keys(result)[0];
    const durationMs = Math.round(performance.now() - startedAt);
    logger.info({ requestId, accountId, format, outcome, durationMs }, "upload processed");
  };
}
