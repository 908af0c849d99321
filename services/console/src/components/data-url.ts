import type { ImageFormat } from "@placard/client";

/** The URL of an encoded image that a response contains. `image` is base64. */
export function dataUrlOf({ image, format }: { image: string; format: ImageFormat }): string {
  return `data:image/${format};base64,${image}`;
}
