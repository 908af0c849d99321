import {
  failureTtlMs,
  isLasting,
  renderWorkerPolicy,
  type RenderFailure,
  type RenderJob,
} from "@placard/contracts";
import type { RenderResults } from "@placard/runtime";
import type { StorageUnavailableError } from "@placard/storage";
import { UnrecoverableError, type Job } from "bullmq";
import type { RenderMetrics } from "../metrics.ts";
import type { Platform } from "../platform.ts";
import type { StoreRecipe } from "./stored-recipes.ts";
import { failedEvent } from "./webhook-events.ts";

/** The job's deadline has passed. A client that still waits sends its request again. */
export class JobExpiredError extends UnrecoverableError {}

/** The template of the recipe no longer exists. */
export class TemplateGoneError extends UnrecoverableError {}

/** The card crashes or blocks its renderer, or an earlier job of the same image did. */
export class RendererCrashedError extends UnrecoverableError {}

/**
 * Storage is unavailable. It has already retried for 5 s, so the job is not retried: clients get the error
 * now.
 */
export class StorageOutageError extends UnrecoverableError {
  constructor(cause: StorageUnavailableError) {
    super(cause.message);
    this.cause = cause;
  }
}

interface Deps {
  results: Pick<RenderResults, "publish">;
  storeRecipe: StoreRecipe;
  recordFailure: RenderMetrics["recordFailure"];
}

/**
 * Creates the handler of a worker's `failed` event: logs and counts every failed attempt, publishes the last
 * one, and stores it with the recipe.
 */
export function createFailureHandler(
  { logger, now }: Pick<Platform, "logger" | "now">,
  { results, storeRecipe, recordFailure }: Deps,
) {
  return (job: Job<RenderJob> | undefined, error: Error): void => {
    if (!job) return;
    const { id: imageId, requestId, recipe } = job.data;
    const failure = failureOf(job, error);
    const isFinal = job.finishedOn !== undefined;
    logger.error({ requestId, imageId, final: isFinal, err: error }, "image render failed");
    recordFailure(failure, isFinal);
    if (!isFinal) return;
    const { owner } = recipe;
    const event = failedEvent(job.data, failure, now());
    results.publish(imageId, { owner, failure }, { ttlMs: failureTtlMs, event }).catch((cause: unknown) => {
      logger.error({ requestId, imageId, err: cause }, "failure publish failed");
    });
    if (!isLasting(failure)) return;
    storeRecipe(job.data, { failure }).catch((cause: unknown) => {
      logger.error({ requestId, imageId, err: cause }, "failure could not be stored");
    });
  };
}

export function failureOf(job: Pick<Job, "attemptsStarted">, error: Error): RenderFailure {
  if (error instanceof JobExpiredError) return "expired";
  if (error instanceof TemplateGoneError) return "gone";
  if (error instanceof RendererCrashedError || isStartLimitError(job)) return "crashed";
  return error instanceof StorageOutageError ? "unavailable" : "render_failed";
}

/**
 * Whether BullMQ failed a job without processing it, because the renderers of earlier attempts exited.
 * BullMQ's error has only a message and no code, but every start after the first `maxStartedAttempts` fails
 * in this way.
 */
function isStartLimitError({ attemptsStarted }: Pick<Job, "attemptsStarted">): boolean {
  return attemptsStarted > renderWorkerPolicy.maxStartedAttempts;
}
