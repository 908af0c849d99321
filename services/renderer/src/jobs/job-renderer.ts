import { imageFormatNames, type RenderJob } from "@placard/contracts";
import {
  type ImageLoader,
  type RenderedCard,
  type Unavailable,
  renderCard,
  renderImage,
} from "@placard/engine";
import type { Logger } from "@placard/runtime";
import type { CompiledTemplate } from "@placard/templates";
import PQueue from "p-queue";
import type { AssetImages } from "../assets/asset-images.ts";
import { FontLimitError, type FontAssets } from "../assets/font-assets.ts";
import { ImageUnavailableError } from "../remote-images/image-unavailable.ts";
import type { RemoteImages } from "../remote-images/remote-images.ts";
import type { Quarantine } from "../quarantine/quarantine.ts";

interface Deps {
  remoteImages: Pick<RemoteImages, "measureImage" | "fetchImage">;
  assetImages: Pick<AssetImages, "imagePixels">;
  fontAssets: Pick<FontAssets, "load" | "read">;
  quarantine: Pick<Quarantine, "render">;
  logger: Logger;
  /** Epoch ms. */
  now: () => number;
  /** RENDER_CONCURRENCY: cards that are painted and encoded at a time. */
  concurrency: number;
}

interface Options {
  /** Whether the card may crash its process: it is rendered in quarantine. */
  isSuspect: boolean;
  /** A card that is still waiting to be painted leaves the queue when it aborts. */
  signal: AbortSignal;
  /** Called with the bytes that are downloaded for the job, even if it fails later. */
  onDownloaded: (bytes: number) => void;
}

const overQuota: Unavailable = {
  unavailable: "the account has used up its daily quota of bytes of remote images, which resets at 00:00 UTC",
};

/** Creates a function that renders the image of a job. */
export function createJobRenderer(deps: Deps) {
  const { remoteImages, assetImages, fontAssets, quarantine, logger, now, concurrency } = deps;
  /**
   * Many jobs wait, most of them for remote images, but few are painted at once: each takes some 30 MB at the
   * largest size.
   */
  const queue = new PQueue({ concurrency });

  return async (
    template: CompiledTemplate,
    job: RenderJob,
    { isSuspect, signal, onDownloaded }: Options,
  ): Promise<RenderedCard> => {
    const { owner, brand } = job.recipe;
    const images = loaderFor(job, onDownloaded);
    const renderInQuarantine = (reason: string) => {
      logger.warn({ requestId: job.requestId, imageId: job.id, reason }, "rendering in quarantine");
      const readFont = (asset: string) => fontAssets.read(asset, owner);
      return quarantine.render(template, job, { images, readFont, signal });
    };
    const renderHere = () =>
      renderCard(template, job, {
        images,
        loadFonts: (faces) => fontAssets.load(faces, owner),
        limit: (work) => queue.add(work, { signal }),
      }).catch((error: unknown) => {
        if (error instanceof FontLimitError) return renderInQuarantine(error.message);
        throw error;
      });
    const card = await (isSuspect
      ? renderInQuarantine("an earlier attempt ended with its process")
      : renderHere());
    return { ...card, warnings: [...card.warnings, ...template.brandWarnings(brand)] };
  };

  function loaderFor(job: RenderJob, onDownloaded: Options["onDownloaded"]): ImageLoader {
    const { id: imageId, requestId, deadline, recipe, isOverRemoteQuota = false } = job;
    const options = () => {
      return { budgetMs: deadline - now(), onDownloaded };
    };

    /** Logs why an image is unavailable. */
    async function orUnavailable<T>(url: string, fetch: Promise<T>): Promise<T | Unavailable> {
      try {
        return await fetch;
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        logger.warn({ requestId, imageId, host: hostOf(url), reason }, "remote image fetch failed");
        return { unavailable: error instanceof ImageUnavailableError ? error.publicReason : undefined };
      }
    }

    return {
      async measure(url) {
        return isOverRemoteQuota ? overQuota : orUnavailable(url, remoteImages.measureImage(url, options()));
      },
      async load(source, size) {
        if (source.kind === "remote")
          return orUnavailable(source.url, remoteImages.fetchImage(source.url, size, options()));
        try {
          return await assetImages.imagePixels(source, size, recipe.owner);
        } catch (error) {
          if (!(error instanceof ImageUnavailableError)) throw error;
          logger.warn({ requestId, imageId, reason: error.message }, "asset could not be drawn");
          return { unavailable: undefined };
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
 * Loads fonts, encoders and the layout engine by rendering one image per format, so that no request waits for
 * them.
 */
export async function warmUp(template: CompiledTemplate): Promise<void> {
  const data = template.samples[0]?.data ?? {};
  for (const format of imageFormatNames)
    await renderImage(template, { data, width: 1200, height: 630, format, quality: 90 });
}
