import { imageKey, recipeKey, type RenderJob, type RenderRecord, type RenderTimes } from "@placard/contracts";
import type { Logger } from "@placard/runtime";
import { StorageUnavailableError, type ImageStore } from "@placard/storage";
import { templates } from "@placard/templates";
import { UnrecoverableError, type Job } from "bullmq";
import type { RenderMetrics } from "../metrics.ts";
import type { EncodedImage } from "../render-image.ts";
import { runWithTimeout } from "../run-with-timeout.ts";
import type { JobRenderer } from "./job-renderer.ts";
import { JobExpiredError, RendererCrashedError, StorageOutageError } from "./render-failures.ts";
import type { Results } from "./results.ts";
import type { SweepQueue } from "./sweep.ts";

interface Deps {
  render: JobRenderer;
  store: Pick<ImageStore, "put">;
  results: Pick<Results, "find" | "publish" | "republish">;
  deleteLater: SweepQueue["deleteLater"];
  recordRender: RenderMetrics["recordRender"];
  logger: Logger;
  /** Epoch ms. */
  now: () => number;
  imageTtlSeconds: number;
  recipeTtlSeconds: number;
}

/** The time to live of an image without its remote image, in seconds: the remote image may soon be available. */
const incompleteImageTtlSeconds = 60;

/** A stored image; times in ms. */
interface StoredImage {
  image: EncodedImage;
  /** Epoch ms. */
  expiresAt: number;
  ttlMs: number;
  isIncomplete: boolean;
  storeMs: number;
}

/**
 * Creates the processor of render jobs. It is idempotent: an image with a cached result is not rendered again, and one
 * rendered twice has the same bytes. The job's policy decides whether an attempt that throws is retried.
 */
export function createRenderProcessor(deps: Deps) {
  const { render, store, results, deleteLater, recordRender, logger, now } = deps;

  return async function processRenderJob({ data: job, timestamp }: Job<RenderJob>): Promise<void> {
    try {
      await processJob(job, timestamp);
    } catch (error) {
      throw error instanceof StorageUnavailableError ? new StorageOutageError(error) : error;
    }
  };

  async function processJob(job: RenderJob, enqueuedAt: number): Promise<void> {
    const startedAt = now();
    checkDeadline(job, startedAt);
    checkTemplate(job);
    const recipeStored = storeRecipe(job, startedAt);
    const cachedResult = await findCachedResult(job);
    if (cachedResult) {
      await recipeStored;
      return results.republish(job.id, cachedResult);
    }
    const [image] = await Promise.all([renderBeforeDeadline(job, startedAt), recipeStored]);
    const renderedAt = now();
    const stored = await storeImage(job, image, renderedAt);
    const times = { queue: startedAt - enqueuedAt, draw: renderedAt - startedAt, store: stored.storeMs };
    await publishResult(job, stored, times);
    recordMetrics(job, stored, times);
    if (stored.isIncomplete) await deleteLater(imageKey(job.id, job.recipe.format), stored.ttlMs);
  }

  function checkDeadline({ deadline }: RenderJob, startedAt: number): void {
    if (startedAt > deadline) throw new JobExpiredError("picked up after its deadline");
  }

  function checkTemplate({ recipe }: RenderJob): void {
    if (!Object.hasOwn(templates, recipe.template))
      throw new UnrecoverableError(`template not found: ${recipe.template}`);
  }

  /** Stores what the image can be rendered from again after it has expired. */
  function storeRecipe({ id, recipe }: RenderJob, startedAt: number): Promise<unknown> {
    const stored = store.put(recipeKey(id), Buffer.from(JSON.stringify(recipe)), {
      contentType: "application/json",
      storedAt: startedAt,
      expiresAt: startedAt + 1000 * deps.recipeTtlSeconds,
    });
    stored.catch(() => {}); // awaited later, unless another step fails first
    return stored;
  }

  /**
   * The record of an image that was rendered after its request looked for it, or by a renderer that crashed before it
   * completed the job. Throws RendererCrashedError if an earlier job of the image crashed its renderers.
   */
  async function findCachedResult({ id }: RenderJob): Promise<RenderRecord | undefined> {
    const result = await results.find(id);
    if (result === "crashed") throw new RendererCrashedError("an earlier job crashed its renderers");
    return typeof result === "object" ? result : undefined;
  }

  function renderBeforeDeadline(job: RenderJob, startedAt: number): Promise<EncodedImage> {
    const timeoutMs = job.deadline - startedAt;
    return runWithTimeout(
      (signal) => render(job, signal),
      timeoutMs,
      () => new JobExpiredError("not rendered before its deadline"),
    );
  }

  async function storeImage(
    { id, recipe: { format } }: RenderJob,
    image: EncodedImage,
    renderedAt: number,
  ): Promise<StoredImage> {
    const isIncomplete = image.warnings.some(({ code }) => code === "image_unavailable");
    const ttlMs = 1000 * (isIncomplete ? incompleteImageTtlSeconds : deps.imageTtlSeconds);
    const expiresAt = renderedAt + ttlMs;
    const metadata = { contentType: `image/${format}`, storedAt: renderedAt, expiresAt };
    const startedAt = performance.now(); // finer than the shared clock
    await store.put(imageKey(id, format), image.bytes, metadata, { durable: false }); // the recipe can replace it
    return { image, expiresAt, ttlMs, isIncomplete, storeMs: performance.now() - startedAt };
  }

  async function publishResult(
    { id, recipe, ticket, rememberSeconds = Infinity }: RenderJob,
    { image: { bytes, warnings }, expiresAt }: StoredImage,
    times: RenderTimes,
  ): Promise<void> {
    const { width, height, format } = recipe;
    const image = {
      width,
      height,
      format,
      size: bytes.length,
      expiresAt: new Date(expiresAt).toISOString(),
      ...(warnings.length > 0 && { warnings }),
    };
    const ttlMs = Math.max(1, Math.min(expiresAt - now(), 1000 * rememberSeconds));
    await results.publish(id, { ticket, image }, ttlMs, times);
  }

  function recordMetrics(
    { id, recipe, requestId }: RenderJob,
    { image: { times: stages, warnings } }: StoredImage,
    times: RenderTimes,
  ): void {
    recordRender({ recipe, times: { ...stages, wait: times.queue, store: times.store }, warnings });
    logger.info(
      {
        requestId,
        imageId: id,
        template: recipe.template,
        waitMs: times.queue,
        renderMs: times.draw,
        storeMs: Math.round(times.store),
      },
      "image rendered",
    );
  }
}
