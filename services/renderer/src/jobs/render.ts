import { imageKey, recipeKey, type RenderFailure, type RenderJob } from "@placard/contracts";
import type { Logger } from "@placard/runtime";
import { StorageUnavailableError, type ImageStore } from "@placard/storage";
import { templates } from "@placard/templates";
import { UnrecoverableError, type Job } from "bullmq";
import type { RenderMetrics } from "../metrics.ts";
import { runWithTimeout } from "../run-with-timeout.ts";
import type { Announcer } from "./announce.ts";
import type { JobRenderer } from "./job-renderer.ts";
import type { ImageSweeper } from "./sweep.ts";

interface Deps {
  draw: JobRenderer;
  store: Pick<ImageStore, "put">;
  announcer: Announcer;
  removeLater: ImageSweeper["removeLater"];
  noteDrawn: RenderMetrics["noteDrawn"];
  logger: Logger;
  /** Epoch ms. */
  now: () => number;
  imageTtlSeconds: number;
  recipeTtlSeconds: number;
}

/** How long an image with a warning that may pass is kept. */
const briefTtlSeconds = 60;

/** The job came too late to be of use to anyone; whoever waits still asks anew. */
class JobExpiredError extends UnrecoverableError {}

/** Storage had its own repeats and 5 s: who waits is better told now than after three times that. */
class StorageOutError extends UnrecoverableError {
  constructor(cause: StorageUnavailableError) {
    super(cause.message);
    this.cause = cause;
  }
}

/**
 * The render job, step by step. Idempotent: an image that is known is not drawn again, and one drawn twice has the same
 * bytes. What it throws is tried again as the job's policy says.
 */
export function createRenderProcessor(deps: Deps) {
  const { draw, store, announcer, removeLater, noteDrawn, logger, now } = deps;

  return async function render(job: Job<RenderJob>): Promise<void> {
    try {
      await drawAndStore(job.data, job.timestamp);
    } catch (error) {
      throw error instanceof StorageUnavailableError ? new StorageOutError(error) : error;
    }
  };

  async function drawAndStore(job: RenderJob, timestamp: number): Promise<void> {
    const { id, recipe } = job;
    const startedAt = now();
    if (startedAt > job.deadline) throw new JobExpiredError("past its deadline");
    if (!Object.hasOwn(templates, recipe.template))
      throw new UnrecoverableError(`no template ${recipe.template}`);

    const recipeStored = store.put(recipeKey(id), Buffer.from(JSON.stringify(recipe)), {
      contentType: "application/json",
      storedAt: startedAt,
      expiresAt: startedAt + 1000 * deps.recipeTtlSeconds,
    });
    recipeStored.catch(() => {}); // awaited below, unless something else fails first
    const known = await announcer.find(id);
    if (known === "crashed") throw new UnrecoverableError(startedTooOften); // asked for anew before that was known
    if (typeof known === "object") {
      // Drawn for someone else between this job's request looking and enqueuing, or by a renderer that died too early.
      await recipeStored;
      return announcer.again(id, known);
    }

    const drawing = runWithTimeout(
      (signal) => draw(job, signal),
      job.deadline - startedAt,
      () => new JobExpiredError("not drawn by its deadline"),
    );
    const [{ bytes, warnings, times: stages }] = await Promise.all([drawing, recipeStored]);
    const drawnAt = now();
    const brief = warnings.some(({ code }) => code === "image_unavailable"); // it may be there again
    const lifeMs = 1000 * (brief ? briefTtlSeconds : deps.imageTtlSeconds);
    const expiresAt = drawnAt + lifeMs;
    const about = { contentType: `image/${recipe.format}`, storedAt: drawnAt, expiresAt };
    const drawnTick = performance.now(); // finer than the clock
    await store.put(imageKey(id, recipe.format), bytes, about, { durable: false }); // the recipe can make it again
    const times = {
      queue: startedAt - timestamp,
      draw: drawnAt - startedAt,
      store: performance.now() - drawnTick,
    };
    const storedAt = now();

    const { width, height, format } = recipe;
    const image = { width, height, format, size: bytes.length, expiresAt: new Date(expiresAt).toISOString() };
    const rememberMs = Math.min(expiresAt - storedAt, 1000 * (job.rememberSeconds ?? Infinity));
    const record = { ticket: job.ticket, image: warnings.length > 0 ? { ...image, warnings } : image };
    await announcer.drawn(id, record, Math.max(1, rememberMs), times);
    noteDrawn({ recipe, times: { ...stages, wait: times.queue, store: times.store }, warnings });
    if (brief) await removeLater(imageKey(id, format), lifeMs);

    logger.info(
      {
        requestId: job.requestId,
        imageId: id,
        template: recipe.template,
        waitMs: times.queue,
        drawMs: times.draw,
        storeMs: storedAt - drawnAt,
      },
      "image drawn",
    );
  }
}

/** What BullMQ fails a job with that was started `maxStartedAttempts` times and never ended. */
const startedTooOften = "job started more than allowable limit";

/** What to tell those who wait for a job that failed for good. */
export function renderFailureOf(error: Error): RenderFailure {
  if (error instanceof JobExpiredError) return "expired";
  if (error.message === startedTooOften) return "crashed";
  return error instanceof StorageOutError ? "unavailable" : "render_failed";
}
