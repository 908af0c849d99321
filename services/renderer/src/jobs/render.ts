import {
  imageFormats,
  imageKey,
  recipeKey,
  type RenderJob,
  type RenderSuccess,
  type RenderTimings,
  type UsageReport,
} from "@placard/contracts";
import type { RenderedCard } from "@placard/engine";
import type { Logger } from "@placard/runtime";
import { StorageUnavailableError, type ImageStore } from "@placard/storage";
import {
  compileTemplate,
  type Template,
  type TemplateCatalog,
  type TemplateDocument,
} from "@placard/templates";
import type { Job } from "bullmq";
import type { RenderMetrics } from "../metrics.ts";
import { runWithTimeout } from "../run-with-timeout.ts";
import type { JobRenderer } from "./job-renderer.ts";
import {
  JobExpiredError,
  RendererCrashedError,
  StorageOutageError,
  TemplateGoneError,
} from "./render-failures.ts";
import type { RecentCards } from "../proof/recent-cards.ts";
import { publicationOf, republicationOf, type Publication, type Results } from "./results.ts";
import type { SweepQueue } from "./sweep.ts";
import { renderedEvent } from "./webhook-events.ts";

interface Deps {
  catalog: Pick<TemplateCatalog, "findForRecipe">;
  render: JobRenderer;
  store: Pick<ImageStore, "put">;
  /** Stores the document of a built-in template, if the hash is that of one. */
  storeBuiltIn: (hash: string | undefined) => Promise<void>;
  results: Pick<Results, "find" | "reportUsage">;
  /** Remembers the image for proofs of its template. */
  addRecentCard: RecentCards["add"];
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

/** What a job has downloaded so far. */
interface Downloads {
  bytes: number;
}

/** A stored image; times in ms. */
interface StoredImage {
  image: RenderedCard;
  /** Epoch ms. */
  expiresAt: number;
  ttlMs: number;
  /** Whether it expires before other images that are stored now. */
  isShortLived: boolean;
  storeMs: number;
}

/** How a job was started. */
interface JobStart {
  /** Epoch ms. */
  enqueuedAt: number;
  /** Whether it was started before, by this or another renderer. */
  isRepeated: boolean;
  /** Whether an earlier attempt may have crashed its renderer. */
  isSuspect: boolean;
}

/** What a job does when it is completed. */
export interface CompletedRender extends Publication {
  /** Records the metrics of the render, and logs it. Not for an image that had been rendered before. */
  record?: () => void;
}

/**
 * Creates the processor of render jobs, which returns what is published when its job is completed. It is idempotent: an image
 * with a cached result is not rendered again, and one rendered twice has the same bytes. The job's policy decides whether an
 * attempt that throws is retried.
 */
export function createRenderProcessor(deps: Deps) {
  const { catalog, render, store, results, deleteLater, recordRender, logger, now } = deps;

  return async function processRenderJob({
    data: job,
    timestamp,
    attemptsStarted,
    stalledCounter,
  }: Job<RenderJob>): Promise<CompletedRender> {
    const downloads = { bytes: 0 };
    const [isRepeated, isSuspect] = [attemptsStarted > 1, stalledCounter > 0];
    try {
      return await processJob(job, { enqueuedAt: timestamp, isRepeated, isSuspect }, downloads);
    } catch (error) {
      if (downloads.bytes > 0) await reportDownloads(job, downloads);
      throw error instanceof StorageUnavailableError ? new StorageOutageError(error) : error;
    }
  };

  async function processJob(
    job: RenderJob,
    { enqueuedAt, isRepeated, isSuspect }: JobStart,
    downloads: Downloads,
  ): Promise<CompletedRender> {
    const startedAt = now();
    checkDeadline(job, startedAt);
    const template = await findTemplate(job);
    const recipeStored = storeRecipe(job, startedAt);
    const cachedResult = isRepeated ? await findCachedResult(job) : undefined;
    if (cachedResult) {
      await recipeStored;
      return republicationOf(job.id, cachedResult);
    }
    const image = await renderBeforeDeadline(template, job, { startedAt, isSuspect }, downloads);
    const renderedAt = now();
    const [stored] = await Promise.all([storeImage(job, image, renderedAt), rememberCard(job), recipeStored]);
    if (stored.isShortLived) await deleteLater(imageKey(job.id, job.recipe.format), stored.ttlMs);
    const times = { queue: startedAt - enqueuedAt, render: renderedAt - startedAt, store: stored.storeMs };
    return {
      ...createPublication(job, stored, times, downloads),
      record: () => recordMetrics(job, stored, times),
    };
  }

  /** Remembers an image that has a recipe. Its request does not fail if this does. */
  async function rememberCard({ id, recipe, requestId, isPreview, expiresAt }: RenderJob): Promise<void> {
    if (isPreview || expiresAt !== undefined || recipe.template.hash === undefined) return;
    try {
      await deps.addRecentCard(recipe, id);
    } catch (error) {
      logger.warn({ requestId, imageId: id, err: error }, "recent card could not be recorded");
    }
  }

  function checkDeadline({ deadline }: RenderJob, startedAt: number): void {
    if (startedAt > deadline) throw new JobExpiredError("picked up after its deadline");
  }

  async function findTemplate({ recipe, document }: RenderJob): Promise<Template> {
    if (document) return compilePreview(recipe, document as TemplateDocument);
    const template = await catalog.findForRecipe(recipe);
    if (!template) throw new TemplateGoneError(`template not found: ${templateNameOf(recipe)}`);
    return template;
  }

  /**
   * Stores what the image can be rendered from again after it has expired, unless its link expires: such a link contains
   * everything itself, and nothing may be kept longer than it is valid.
   */
  function storeRecipe({ id, recipe, expiresAt }: RenderJob, startedAt: number): Promise<unknown> {
    if (expiresAt !== undefined) return Promise.resolve();
    const stored = deps.storeBuiltIn(recipe.template.hash).then(() =>
      store.put(recipeKey(id), Buffer.from(JSON.stringify(recipe)), {
        contentType: "application/json",
        storedAt: startedAt,
        expiresAt: startedAt + 1000 * deps.recipeTtlSeconds,
        userMetadata: userMetadataOf(recipe),
      }),
    );
    stored.catch(() => {}); // awaited later, unless another step fails first
    return stored;
  }

  /**
   * The result of a repeated job that was published by a renderer of an earlier release, which did so before it completed the job.
   * Throws RendererCrashedError if an earlier job of the image failed for good.
   */
  async function findCachedResult({ id }: RenderJob): Promise<RenderSuccess | undefined> {
    const result = await results.find(id);
    if (result === undefined || "image" in result) return result;
    if (result.failure === "crashed") throw new RendererCrashedError("an earlier job of the image crashed");
    return undefined;
  }

  function renderBeforeDeadline(
    template: Template,
    job: RenderJob,
    { startedAt, isSuspect }: { startedAt: number; isSuspect: boolean },
    downloads: Downloads,
  ): Promise<RenderedCard> {
    if (isSuspect) {
      const { id: imageId, requestId } = job;
      logger.warn(
        { requestId, imageId },
        "rendering in quarantine: an earlier attempt ended with its process",
      );
    }
    const onDownloaded = (bytes: number) => void (downloads.bytes += bytes);
    const timeoutMs = job.deadline - startedAt;
    return runWithTimeout(
      (signal) => render(template, job, { isSuspect, signal, onDownloaded }),
      timeoutMs,
      () => new JobExpiredError("not rendered before its deadline"),
    );
  }

  async function storeImage(
    { id, recipe, expiresAt: linkExpiresAt = Infinity }: RenderJob,
    image: RenderedCard,
    renderedAt: number,
  ): Promise<StoredImage> {
    const isIncomplete = image.warnings.some(({ code }) => code === "image_unavailable");
    const fullTtlMs = 1000 * deps.imageTtlSeconds;
    const ttlMs = Math.max(
      1,
      Math.min(isIncomplete ? 1000 * incompleteImageTtlSeconds : fullTtlMs, linkExpiresAt - renderedAt),
    );
    const expiresAt = renderedAt + ttlMs;
    const metadata = {
      contentType: imageFormats[image.format].mediaType,
      storedAt: renderedAt,
      expiresAt,
      userMetadata: userMetadataOf(recipe),
    };
    const startedAt = performance.now(); // finer than the shared clock
    await store.put(imageKey(id, recipe.format), image.bytes, metadata, { durable: false }); // the recipe can replace it
    return {
      image,
      expiresAt,
      ttlMs,
      isShortLived: ttlMs < fullTtlMs,
      storeMs: performance.now() - startedAt,
    };
  }

  function createPublication(
    job: RenderJob,
    { image: encoded, expiresAt }: StoredImage,
    timings: RenderTimings,
    downloads: Downloads,
  ): Publication {
    const { id, recipe, flightId, resultTtlSeconds = Infinity } = job;
    const { owner } = recipe;
    const { bytes, width, height, format, quality, warnings, boxes } = encoded;
    const isAuto = recipe.format === "auto";
    const isChosen = isAuto || recipe.maxBytes !== undefined;
    const image = {
      width,
      height,
      format,
      ...(isAuto && ({ isAuto } as const)),
      ...(isChosen && imageFormats[format].hasQuality && { quality }),
      size: bytes.length,
      expiresAt: new Date(expiresAt).toISOString(),
      ...(warnings.length > 0 && { warnings }),
    };
    const ttlMs = Math.max(1, Math.min(expiresAt - now(), 1000 * resultTtlSeconds));
    const rendered = job.isPreview ? { renders: 0, bytes: 0 } : { renders: 1, bytes: bytes.length };
    const usage = usageOf(job, downloads, rendered);
    const event = renderedEvent(job, image, now());
    const result = { owner, flightId, image, ...(boxes && { boxes }) };
    return publicationOf(id, result, { ttlMs, timings, usage, event });
  }

  /** The bytes that a failed job has downloaded count as well. */
  async function reportDownloads(job: RenderJob, downloads: Downloads): Promise<void> {
    try {
      await results.reportUsage(usageOf(job, downloads, { renders: 0, bytes: 0 }));
    } catch (error) {
      logger.warn({ requestId: job.requestId, imageId: job.id, err: error }, "usage report failed");
    }
  }

  function usageOf(
    { recipe, keyId }: RenderJob,
    downloads: Downloads,
    rendered: Pick<UsageReport, "renders" | "bytes">,
  ): UsageReport {
    const key = keyId === undefined ? {} : { keyId };
    return { account: recipe.owner, ...key, ...rendered, remoteBytes: downloads.bytes };
  }

  function recordMetrics(
    { id, recipe, requestId }: RenderJob,
    { image: { format, times: stages, warnings } }: StoredImage,
    times: RenderTimings,
  ): void {
    recordRender({ recipe, format, times: { ...stages, wait: times.queue, store: times.store }, warnings });
    logger.info(
      {
        requestId,
        imageId: id,
        accountId: recipe.owner,
        template: templateNameOf(recipe),
        waitMs: times.queue,
        renderMs: times.render,
        storeMs: Math.round(times.store),
      },
      "image rendered",
    );
  }
}

/** The gateway has checked the document: errors are defects. */
function compilePreview({ template: ref }: RenderJob["recipe"], document: TemplateDocument): Template {
  const { template, problems } = compileTemplate(document);
  if (!template) throw new Error(`the document of a preview does not compile: ${problems[0]?.message}`);
  return { ...template, ...ref };
}

function userMetadataOf(recipe: RenderJob["recipe"]): Record<string, string> {
  return { owner: recipe.owner, template: templateNameOf(recipe) };
}

function templateNameOf({ template: { id, version } }: RenderJob["recipe"]): string {
  return `${id}@${version}`;
}
