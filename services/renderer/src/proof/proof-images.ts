import type { ProofImage, Recipe } from "@placard/contracts";
import type { ImageLoader, Unavailable } from "@placard/engine";
import type { CompiledTemplate } from "@placard/templates";
import sharp from "sharp";
import type { AssetImages } from "../assets/asset-images.ts";
import type { CardRenderer } from "../card-renderer.ts";
import { ImageUnavailableError } from "../remote-images/image-unavailable.ts";

export interface ProofCard extends Pick<Recipe, "owner" | "data" | "brand" | "locale" | "width" | "height"> {
  /** Whether remote images are unavailable; otherwise a placeholder stands for each. */
  hasMissingImages: boolean;
}

export interface DrawnCard extends ProofImage {
  /** Row by row: red, green and blue, one byte each. */
  rgb: Buffer;
}

/** The size of the placeholder, in pixels: a photo with the ratio 3:2, large enough to fill a story. */
const placeholderSize = { width: 1500, height: 1000 };
const placeholderGray = 0x9a;
const missing: Unavailable = { unavailable: undefined };
const maxThumbnailWidth = 480;
const thumbnailQuality = 75;

/** Draws cards for proofs. Remote images are not fetched: a proof has many, and shows layouts. */
export function createProofDrawer(renderCard: CardRenderer, assetImages: Pick<AssetImages, "imagePixels">) {
  function loaderFor({ owner, hasMissingImages }: ProofCard): ImageLoader {
    return {
      measure: () => Promise.resolve(hasMissingImages ? missing : placeholderSize),
      async load(source, size) {
        if (source.kind === "remote") {
          if (hasMissingImages) return missing;
          const rgba = new Uint8Array(4 * size.width * size.height).fill(placeholderGray);
          for (let alpha = 3; alpha < rgba.length; alpha += 4) rgba[alpha] = 255;
          return { ...size, rgba };
        }
        try {
          return await assetImages.imagePixels(source, size, owner);
        } catch (error) {
          if (error instanceof ImageUnavailableError) return missing;
          throw error;
        }
      },
    };
  }

  return async function drawCard(template: CompiledTemplate, card: ProofCard): Promise<DrawnCard> {
    const { bytes, warnings } = await renderCard(template, {
      ...card,
      images: loaderFor(card),
      checksContrast: true,
      logged: { accountId: card.owner, template: template.id },
    });
    const thumbnail = await sharp(bytes)
      .resize({ width: Math.min(card.width, maxThumbnailWidth) })
      .webp({ quality: thumbnailQuality })
      .toBuffer();
    return {
      image: thumbnail.toString("base64"),
      warnings,
      rgb: await sharp(bytes).raw().toBuffer(),
    };
  };
}

/** A channel that differs by more than this, of 255, is a visible difference. */
const visibleDifference = 16;

/** The share of pixels that differ visibly between two images of the same size, from 0 to 1. */
export function shareOfDifferentPixels(before: Buffer, after: Buffer): number {
  if (before.equals(after)) return 0;
  let different = 0;
  for (let i = 0; i < before.length; i += 3) {
    if (
      Math.abs(before[i]! - after[i]!) > visibleDifference ||
      Math.abs(before[i + 1]! - after[i + 1]!) > visibleDifference ||
      Math.abs(before[i + 2]! - after[i + 2]!) > visibleDifference
    )
      different++;
  }
  return different / (before.length / 3);
}
