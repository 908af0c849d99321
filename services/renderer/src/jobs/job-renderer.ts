import { imageFormatNames, type RenderJob } from "@placard/contracts";
import type { Logger } from "@placard/runtime";
import type { Template } from "@placard/templates";
import PQueue from "p-queue";
import { fontsOfBrand, type FontAssets } from "../fonts/font-assets.ts";
import type { RemoteImages } from "../remote-images/remote-images.ts";
import { renderImage, type EncodedImage, type FetchRemoteImage } from "../render-image.ts";

interface Deps {
  remoteImages: Pick<RemoteImages, "fetchImage">;
  fontAssets: Pick<FontAssets, "load">;
  logger: Logger;
  /** Epoch ms. */
  now: () => number;
  /** Cards with a remote image that are painted and encoded at a time. */
  concurrency: number;
}

interface Options {
  /** A card that is still waiting to be painted leaves the queue when it aborts. */
  signal: AbortSignal;
  /** Called with the bytes that are downloaded for the job, also if it fails later. */
  onDownloaded: (bytes: number) => void;
}

const quotaMessage =
  "The account has used up its daily quota of bytes of remote images; the card was rendered without the image. The quota resets at 00:00 UTC.";

/** Creates a function that renders the image of a job. */
export function createJobRenderer({ remoteImages, fontAssets, logger, now, concurrency }: Deps) {
  /** Many jobs wait for remote images, but few are painted at once: each takes some 30 MB at the largest size. */
  const queue = new PQueue({ concurrency });

  return async (
    template: Template,
    job: RenderJob,
    { signal, onDownloaded }: Options,
  ): Promise<EncodedImage> => {
    await fontAssets.load(fontsOfBrand(job.recipe.brand), job.recipe.owner);
    const encoded = await renderImage(template, job.recipe, {
      fetchRemoteImage: fetchFor(job, onDownloaded),
      ...(job.isOverRemoteQuota && { unavailableMessage: quotaMessage }),
      limit: (work) => queue.add(work, { signal }),
    });
    const brandWarnings = template.brandWarnings?.(job.recipe.brand) ?? [];
    return { ...encoded, warnings: [...encoded.warnings, ...brandWarnings] };
  };

  function fetchFor(
    { id, requestId, deadline, isOverRemoteQuota = false }: RenderJob,
    onDownloaded: Options["onDownloaded"],
  ): FetchRemoteImage {
    return async (url, size) => {
      if (isOverRemoteQuota) return undefined;
      try {
        return await remoteImages.fetchImage(url, size, deadline - now(), onDownloaded);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        logger.warn({ requestId, imageId: id, host: hostOf(url), reason }, "remote image fetch failed");
        return undefined;
      }
    };
  }
}
export type JobRenderer = ReturnType<typeof createJobRenderer>;

/** The part of a URL that may be logged: credentials, path and query may be secrets. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : "";
}

/** Loads fonts, encoders and the layout engine by rendering one image per format, so that no request waits for them. */
export async function warmUp(template: Template): Promise<void> {
  const data = { title: "Placard" };
  for (const format of imageFormatNames)
    await renderImage(template, { data, width: 1200, height: 630, format, quality: 90 });
}
