import { imageFormats, pictureField, type RenderJob } from "@placard/contracts";
import type { Logger } from "@placard/runtime";
import type { RemoteImages } from "../remote-images/remote-images.ts";
import { createTurns } from "../remote-images/turns.ts";
import { drawCard, type DrawnCard, type PictureSource } from "../scene/draw-card.ts";

interface Deps {
  remoteImages: Pick<RemoteImages, "fetchImage">;
  logger: Logger;
  /** Epoch ms. */
  now: () => number;
  /** Cards with a picture that are painted and encoded at a time. */
  concurrency: number;
}

/** Draws the card of a job, with the picture from elsewhere that it may name. */
export function createImageDrawer({ remoteImages, logger, now, concurrency }: Deps) {
  /** Many wait for their pictures, few are drawn at once: each that is drawn takes some 30 MB at the largest size. */
  const turns = createTurns(concurrency);

  function pictureOf({ id, requestId, deadline }: RenderJob, url: string): PictureSource {
    return async (size) => {
      try {
        return await remoteImages.fetchImage(url, size, deadline - now());
      } catch (error) {
        logger.warn(
          { requestId, imageId: id, host: hostOf(url), reason: reasonOf(error) },
          "remote image fetch failed",
        );
        return undefined;
      }
    };
  }

  return async function drawImage(job: RenderJob): Promise<DrawnCard> {
    const { recipe } = job;
    const url = recipe.data[pictureField];
    if (url === undefined) return drawCard(recipe);
    const findPicture = pictureOf(job, url);
    let endTurn: (() => void) | undefined;
    try {
      return await drawCard(recipe, async (size) => {
        const picture = await findPicture(size);
        endTurn = await turns.take();
        return picture;
      });
    } finally {
      endTurn?.();
    }
  };
}

/** All that a log may have of a URL: user, path and query may be secrets. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : "";
}

/** In words. Not the error itself: Node's carry what they were asked for. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join("; ");
  return error instanceof Error ? error.message : String(error);
}

/** Loads fonts, encoders and the layout engine by drawing once in each format, so that no request waits for them. */
export async function warmUp(): Promise<void> {
  for (const format of imageFormats) {
    await drawCard({
      template: "blog",
      data: { title: "Placard" },
      width: 1200,
      height: 630,
      format,
      quality: 90,
    });
  }
}
