import type { ImageFormat, Recipe } from "@placard/contracts";
import { imageFormats } from "@placard/contracts/image-formats";

export interface Encoding {
  readonly bytes: Buffer;
  readonly format: ImageFormat;
  /** 1 to 100; without meaning for formats without quality. */
  readonly quality: number;
}

/** Encodes the pixels of a card. Rejects if the encoder fails. */
type EncodeAs = (format: ImageFormat, quality: number) => Promise<Buffer>;

/** The formats that `auto` chooses from. Not all services that show link previews accept WebP. */
const autoFormats = ["png", "jpeg"] as const satisfies readonly ImageFormat[];

/**
 * Encodes a card in the format of its recipe; with `auto`, in the format that takes fewer bytes. If that is
 * more than `maxBytes`, the quality is the largest that fits, or else 1. A result can be too large all the
 * same, above all in a format without quality.
 */
export async function encodeToFit(
  encodeAs: EncodeAs,
  { format, quality, maxBytes = Infinity }: Pick<Recipe, "format" | "quality" | "maxBytes">,
): Promise<Encoding> {
  const formats: readonly ImageFormat[] = format === "auto" ? autoFormats : [format];
  const encodings: Encoding[] = [];
  for (const each of formats) encodings.push({ bytes: await encodeAs(each, quality), format: each, quality });
  const smallest = smallestOf(encodings);
  const lossy = formats.find((each) => imageFormats[each].hasQuality);
  if (smallest.bytes.length <= maxBytes || !lossy || quality === 1) return smallest;
  return smallestOf([await reduceQuality(encodeAs, lossy, quality - 1, maxBytes), smallest]);
}

/** The encoding with the largest quality that fits, or quality 1: a binary search in at most 7 encodes. */
async function reduceQuality(
  encodeAs: EncodeAs,
  format: ImageFormat,
  maxQuality: number,
  maxBytes: number,
): Promise<Encoding> {
  let [low, high] = [1, maxQuality];
  let best: Encoding | undefined;
  for (;;) {
    const quality = Math.floor((low + high) / 2);
    const encoding = { bytes: await encodeAs(format, quality), format, quality };
    const fits = encoding.bytes.length <= maxBytes;
    if (fits) [best, low] = [encoding, quality + 1];
    else high = quality - 1;
    if (low > high) return best ?? encoding; // without a best one, the last quality was 1
  }
}

function smallestOf(encodings: readonly Encoding[]): Encoding {
  return encodings.reduce((a, b) => (b.bytes.length < a.bytes.length ? b : a));
}
