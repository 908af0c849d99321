import {
  effectsPrice,
  imageFormats,
  imageKey,
  type ImageMetadata,
  type Recipe,
  type RenderJob,
  type RenderTimings,
  type UsageReport,
} from "@placard/contracts";
import type { RenderedImage } from "@placard/engine";
import type { RenderResults } from "@placard/runtime";
import { StorageUnavailableError } from "@placard/storage";
import type { CompileInTurn } from "@placard/template-store";
import type { CompiledTemplate, TemplateCatalog, TemplateDocument } from "@placard/templates";
import type { Job } from "bullmq";
import { compileChecked } from "../compile-checked.ts";
import type { RenderMetrics } from "../metrics.ts";
import type { Platform } from "../platform.ts";
import type { RecentCards } from "../proof/recent-cards.ts";
import { runWithTimeout } from "../run-with-timeout.ts";
import type { JobRenderer } from "./job-renderer.ts";
import {
  JobExpiredError,
  RendererCrashedError,
  StorageOutageError,
  TemplateGoneError,
} from "./render-failures.ts";
import { templateNameOf, userMetadataOf, type StoreRecipe } from "./stored-recipes.ts";
import type { SweepQueue } from "./sweep.ts";
import { renderedEvent } from "./webhook-events.ts";

interface Deps {
  catalog: Pick<TemplateCatalog, "findForRecipe">;
  compile: CompileInTurn;
  render: JobRenderer;
  storeRecipe: StoreRecipe;
  results: Pick<RenderResults, "find" | "publish" | "republish" | "reportUsage" | "endTurn" | "delayTurns">;
  /** Remembers the image for proofs of its template. */
  addRecentCard: RecentCards["add"];
  deleteLater: SweepQueue["deleteLater"];
  recordRender: RenderMetrics["recordRender"];
}

/**
 * The time to live of an image without its remote image, in seconds: the remote image may soon be available.
 */
const incompleteImageTtlSeconds = 60;

/** What a job has used. */
type Usage = Pick<UsageReport, "renders" | "bytes" | "remoteBytes">;

/** What the processor needs of BullMQ's job. Its priority is its turn. */
type TakenJob = Pick<Job<RenderJob>, "data" | "timestamp" | "stalledCounter" | "priority">;

interface Attempt {
  turn: number;
  /** Whether an earlier attempt may have crashed its renderer. */
  isSuspect: boolean;
  usage: Usage;
}

/**
 * Creates the processor of render jobs. A job stores its image and publishes the result before it returns. It
 * is idempotent: an image that has a result is not rendered again, and one that is rendered twice has the
 * same bytes.
 */
export function createRenderProcessor({ settings, store, logger, now }: Platform, deps: Deps) {
  const { catalog, render, storeRecipe, results, deleteLater, recordRender } = deps;

  return async function processRenderJob({
    data: job,
    timestamp,
    stalledCounter,
    priority: turn,
  }: TakenJob): Promise<void> {
    const usage: Usage = { renders: 0, bytes: 0, remoteBytes: 0 };
    const attempt: Attempt = { turn, isSuspect: stalledCounter > 0, usage };
    try {
      await processJob(job, timestamp, attempt);
    } catch (error) {
      if (usage.remoteBytes > 0) await reportUsage(job, usage);
      throw error instanceof StorageUnavailableError ? new StorageOutageError(error) : error;
    }
  };

  /** A job does not fail if this does: the turn of the next job is recorded as well. */
  async function endTurn(job: RenderJob, turn: number, extra: number): Promise<void> {
    if (job.isWatermarked) return;
    try {
      await results.endTurn(turn);
      if (extra > 0) await results.delayTurns(job.recipe.owner, extra);
    } catch (error) {
      logger.warn({ requestId: job.requestId, imageId: job.id, err: error }, "turn could not be recorded");
    }
  }

  async function processJob(job: RenderJob, enqueuedAt: number, attempt: Attempt): Promise<void> {
    const { usage } = attempt;
    const startedAt = now();
    if (startedAt > job.deadline) throw new JobExpiredError("picked up after its deadline");
    if (await republishExisting(job)) return;
    const template = await findTemplate(job);
    const image = await renderBeforeDeadline(template, job, startedAt, attempt);
    const renderedAt = now();
    const [stored] = await Promise.all([
      storeImage(job, image, renderedAt),
      storeRecipe(job, { warnings: image.warnings }),
      rememberCard(job),
    ]);
    const timings = { queue: startedAt - enqueuedAt, render: renderedAt - startedAt, store: stored.storeMs };
    await Promise.all([
      publish(job, image, { expiresAt: stored.expiresAt, timings, usage }),
      endTurn(job, attempt.turn, effectsPrice(image.effectsMs)),
    ]);
    recordMetrics(job, image, timings);
  }

  /**
   * Publishes the result of an image that was rendered after its job was enqueued, or by an attempt whose
   * renderer exited. Returns false if there is none. Throws RendererCrashedError if an earlier job crashed.
   */
  async function republishExisting({ id }: RenderJob): Promise<boolean> {
    const result = await results.find(id);
    if (!result) return false;
    if ("image" in result) {
      await results.republish(id, result);
      return true;
    }
    if (result.failure === "crashed") throw new RendererCrashedError("an earlier job of the image crashed");
    return false;
  }

  async function findTemplate({ recipe, document }: RenderJob): Promise<CompiledTemplate> {
    if (document) return compileChecked(document as TemplateDocument, deps.compile);
    const template = await catalog.findForRecipe(recipe);
    if (!template) throw new TemplateGoneError(`template not found: ${templateNameOf(recipe)}`);
    return template;
  }

  function renderBeforeDeadline(
    template: CompiledTemplate,
    job: RenderJob,
    startedAt: number,
    { isSuspect, turn, usage }: Attempt,
  ): Promise<RenderedImage> {
    const onDownloaded = (bytes: number) => void (usage.remoteBytes += bytes);
    return runWithTimeout(
      (signal) => render(template, job, { isSuspect, turn, signal, onDownloaded }),
      job.deadline - startedAt,
      () => new JobExpiredError("not rendered before its deadline"),
    );
  }

  /** Stores an image. Returns when it expires, in epoch ms, and how long storing it took. */
  async function storeImage(
    { id, recipe, expiresAt: linkExpiresAt = Infinity }: RenderJob,
    { bytes, format, warnings }: RenderedImage,
    renderedAt: number,
  ): Promise<{ expiresAt: number; storeMs: number }> {
    const isIncomplete = warnings.some(({ code }) => code === "image_unavailable");
    const fullTtlMs = 1000 * settings.IMAGE_TTL;
    const ownTtlMs = isIncomplete ? 1000 * incompleteImageTtlSeconds : fullTtlMs;
    const ttlMs = Math.max(1, Math.min(ownTtlMs, linkExpiresAt - renderedAt));
    const expiresAt = renderedAt + ttlMs;
    const key = imageKey(id, recipe.format);
    const metadata = {
      contentType: imageFormats[format].mediaType,
      storedAt: renderedAt,
      expiresAt,
      userMetadata: userMetadataOf(recipe),
    };
    const startedAt = performance.now(); // finer than the shared clock
    await store.put(key, bytes, metadata, { durable: false }); // the recipe can replace it
    const storeMs = performance.now() - startedAt;
    if (ttlMs < fullTtlMs) await deleteLater(key, ttlMs);
    return { expiresAt, storeMs };
  }

  /** Remembers an image that has a recipe. Its request does not fail if this does. */
  async function rememberCard({ id, recipe, requestId, isPreview, expiresAt }: RenderJob): Promise<void> {
    if (isPreview || expiresAt !== undefined) return;
    try {
      await deps.addRecentCard(recipe, id);
    } catch (error) {
      logger.warn({ requestId, imageId: id, err: error }, "recent card could not be recorded");
    }
  }

  async function publish(
    job: RenderJob,
    rendered: RenderedImage,
    { expiresAt, timings, usage }: { expiresAt: number; timings: RenderTimings; usage: Usage },
  ): Promise<void> {
    const { id, recipe, flightId, isPreview, resultTtlSeconds = Infinity } = job;
    const image = metadataOf(recipe, rendered, expiresAt);
    if (!isPreview) Object.assign(usage, { renders: 1, bytes: rendered.bytes.length });
    await results.publish(
      id,
      { owner: recipe.owner, flightId, image, ...(isPreview && { boxes: rendered.boxes }), timings },
      {
        ttlMs: Math.max(1, Math.min(expiresAt - now(), 1000 * resultTtlSeconds)),
        usage: reportOf(job, usage),
        event: renderedEvent(job, image, now()),
      },
    );
  }

  /** The bytes that a failed job has downloaded count as well. */
  async function reportUsage(job: RenderJob, usage: Usage): Promise<void> {
    try {
      await results.reportUsage(reportOf(job, usage));
    } catch (error) {
      logger.warn({ requestId: job.requestId, imageId: job.id, err: error }, "usage report failed");
    }
  }

  function recordMetrics(
    { id, recipe, requestId }: RenderJob,
    { format, times, warnings }: RenderedImage,
    { queue, render: renderMs, store: storeMs }: RenderTimings,
  ): void {
    recordRender({ recipe, format, times: { ...times, wait: queue, store: storeMs }, warnings });
    logger.info(
      {
        requestId,
        imageId: id,
        accountId: recipe.owner,
        template: templateNameOf(recipe),
        waitMs: queue,
        renderMs,
        storeMs: Math.round(storeMs),
      },
      "image rendered",
    );
  }
}

function metadataOf(recipe: Recipe, image: RenderedImage, expiresAt: number): ImageMetadata {
  const { bytes, width, height, format, quality, warnings } = image;
  const isAuto = recipe.format === "auto";
  const isChosen = isAuto || recipe.maxBytes !== undefined;
  return {
    width,
    height,
    format,
    ...(isAuto && ({ isAuto } as const)),
    ...(isChosen && imageFormats[format].hasQuality && { quality }),
    size: bytes.length,
    expiresAt: new Date(expiresAt).toISOString(),
    ...(warnings.length > 0 && { warnings }),
  };
}

function reportOf({ recipe, keyId }: RenderJob, usage: Usage): UsageReport {
  return { account: recipe.owner, ...(keyId !== undefined && { keyId }), ...usage };
}
