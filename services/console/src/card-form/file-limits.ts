import { imageLimits } from "@placard/contracts/image-limits";
import type { RenderedCard } from "./card-data.ts";

/** The platforms that accept the file of a card, and those for which it is too large. */
export function limitsOf({ image }: Pick<RenderedCard, "image">) {
  const bytes = (image.length * 3) / 4; // Base64
  const isAccepted = ({ maxBytes }: (typeof imageLimits)[number]) => bytes <= maxBytes;
  const refusing = imageLimits.filter((limit) => !isAccepted(limit));
  return { bytes, accepting: imageLimits.filter(isAccepted), refusing };
}
