import { AppError, imageFormatNames, maxLightPrice, type RenderJob } from "@placard/contracts";
import type { Engine, ImageLoader, RenderedImage, Unavailable } from "@placard/engine";
import type { Logger, RemoteBytes } from "@placard/runtime";
import type { CompiledTemplate } from "@placard/templates";
import type { AssetImages } from "../assets/asset-images.ts";
import { FontLimitError, type FontAssets } from "../assets/font-assets.ts";
import { ImageUnavailableError } from "../remote-images/image-unavailable.ts";
import { maxRemoteImageMs, type FetchOptions, type RemoteImages } from "../remote-images/remote-images.ts";
import type { Quarantine } from "../quarantine/quarantine.ts";

interface Deps {
  engine: Engine;
  remoteImages: Pick<RemoteImages, "measureImage" | "fetchImage">;
  remoteBytes: RemoteBytes;
  assetImages: Pick<AssetImages, "imagePixels">;
  fontAssets: Pick<FontAssets, "load" | "read" | "register">;
  quarantine: Pick<Quarantine, "render">;
  logger: Logger;
  /** Epoch ms. */
  now: () => number;
}

interface Options {
  /** Whether the card may crash its process: it is rendered in quarantine. */
  isSuspect: boolean;
  /** Cards with a lower turn are painted first. */
  turn: number;
  /** A card that is still waiting to be painted leaves the queue when it aborts. */
  signal: AbortSignal;
  /** Called with the bytes that are downloaded for the job, even if it fails later. */
  onDownloaded: (bytes: number) => void;
}

const overQuotaReason =
  "the account has used up its daily quota of bytes of remote images, which resets at 00:00 UTC";

/** Creates a function that renders the image of a job. */
export function createJobRenderer(deps: Deps) {
  const { engine, remoteImages, remoteBytes, assetImages, fontAssets, quarantine, logger, now } = deps;

  return async (
    template: CompiledTemplate,
    job: RenderJob,
    { isSuspect, turn, signal, onDownloaded }: Options,
  ): Promise<RenderedImage> => {
    const { recipe, isWatermarked = false, isPreview: checksContrast = false } = job;
    const card = { ...recipe, isWatermarked, checksContrast, images: loaderFor(job, onDownloaded), signal };
    const renderInQuarantine = (reason: string) => {
      logger.warn({ requestId: job.requestId, imageId: job.id, reason }, "rendering in quarantine");
      return quarantine.render(template, { ...card, fonts: (asset) => fontAssets.read(asset, recipe.owner) });
    };
    if (isSuspect) return renderInQuarantine("an earlier attempt ended with its process");
    try {
      return await engine.render(template, {
        ...card,
        turn,
        isHeavy: job.price > maxLightPrice,
        fonts: (asset) => fontAssets.load(asset, recipe.owner),
        beforeFontRegistration: () => fontAssets.register(recipe.owner),
      });
    } catch (error) {
      if (error instanceof FontLimitError) return renderInQuarantine(error.message);
      throw error;
    }
  };

  function loaderFor(job: RenderJob, onDownloaded: Options["onDownloaded"]): ImageLoader {
    const { id: imageId, requestId, deadline, recipe, remoteBytes: quota } = job;
    const { owner } = recipe;
    /** How long each image has taken, in ms. */
    const spent = new Map<string, number>();

    /** Measuring and loading an image share its time. Logs why an image is unavailable. */
    async function orUnavailable<T>(
      url: string,
      fetch: (options: FetchOptions) => Promise<T>,
    ): Promise<T | Unavailable> {
      const startedAt = now();
      const spentMs = spent.get(url) ?? 0;
      const budgetMs = Math.min(deadline - startedAt, maxRemoteImageMs - spentMs);
      try {
        const count = await remoteBytes.open(quota);
        const onChunk = (bytes: number) => {
          onDownloaded(bytes);
          count(bytes);
        };
        return await fetch({ owner, budgetMs, onDownloaded: onChunk });
      } catch (error) {
        if (error instanceof AppError) return { unavailable: overQuotaReason };
        const reason = error instanceof Error ? error.message : String(error);
        logger.warn({ requestId, imageId, host: hostOf(url), reason }, "remote image fetch failed");
        return { unavailable: error instanceof ImageUnavailableError ? error.publicReason : undefined };
      } finally {
        spent.set(url, Math.max(spent.get(url) ?? 0, spentMs + now() - startedAt));
      }
    }

    return {
      measure: (url) => orUnavailable(url, (options) => remoteImages.measureImage(url, options)),
      async load(source, size) {
        if (source.kind === "remote")
          return orUnavailable(source.url, (options) =>
            remoteImages.fetchImage(source.url, { ...size, isPixelated: source.isPixelated }, options),
          );
        try {
          return await assetImages.imagePixels(source, size, owner);
        } catch (error) {
          if (!(error instanceof ImageUnavailableError)) throw error;
          logger.warn({ requestId, imageId, reason: error.message }, "asset could not be drawn");
          return { unavailable: error.publicReason };
        }
      },
    };
  }
}
export type JobRenderer = ReturnType<typeof createJobRenderer>;

/** The part of a URL that may be logged: credentials, path and query may be secrets. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : "";
}

/**
 * Renders one card of each template and in each format, so that no request waits until fonts, encoders and
 * templates are loaded.
 */
export async function warmUp(engine: Engine, templates: readonly CompiledTemplate[]): Promise<void> {
  for (const [i, template] of templates.entries()) {
    const format = imageFormatNames[i % imageFormatNames.length]!;
    await engine.render(template, { data: template.samples[0]?.data ?? {}, format });
  }
}
