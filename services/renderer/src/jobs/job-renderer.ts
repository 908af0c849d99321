import { AppError, imageFormatNames, maxLightPrice, type RenderJob } from "@placard/contracts";
import type { Engine, ImageLoader, RenderedImage, Unavailable } from "@placard/engine";
import type { RemoteBytes } from "@placard/runtime";
import type { CompiledTemplate } from "@placard/templates";
import type { AssetImages } from "../assets/asset-images.ts";
import type { CardRenderer } from "../card-renderer.ts";
import type { Platform } from "../platform.ts";
import { ImageUnavailableError } from "../remote-images/image-unavailable.ts";
import { maxRemoteImageMs, type FetchOptions, type RemoteImages } from "../remote-images/remote-images.ts";

interface Deps {
  renderCard: CardRenderer;
  remoteImages: Pick<RemoteImages, "measureImage" | "fetchImage">;
  remoteBytes: RemoteBytes;
  assetImages: Pick<AssetImages, "imagePixels">;
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
export function createJobRenderer({ logger, now }: Pick<Platform, "logger" | "now">, deps: Deps) {
  const { renderCard, remoteImages, remoteBytes, assetImages } = deps;

  return (
    template: CompiledTemplate,
    job: RenderJob,
    { onDownloaded, ...attempt }: Options,
  ): Promise<RenderedImage> => {
    const { recipe, isWatermarked = false, isPreview: checksContrast = false } = job;
    return renderCard(template, {
      ...recipe,
      ...attempt,
      isWatermarked,
      checksContrast,
      isHeavy: job.price > maxLightPrice,
      images: loaderFor(job, onDownloaded),
      logged: { requestId: job.requestId, imageId: job.id },
    });
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
          return orUnavailable(source.url, (options) => remoteImages.fetchImage(source.url, size, options));
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
