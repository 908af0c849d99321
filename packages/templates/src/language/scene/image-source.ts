import type { DocumentAsset } from "../../document.ts";
import type { ImageSource } from "../../scene/index.ts";

/** An asset as the source of an image; undefined for fonts. `currentColor` in an SVG document is `color`. */
export function toImageSource(asset: DocumentAsset, color: string): ImageSource | undefined {
  const { id, contentType, width, height, aspectRatio } = asset;
  if (contentType === "font/ttf" || contentType === "font/otf") return undefined;
  if (contentType !== "image/svg+xml") return { kind: "asset", id, width: width ?? 1, height: height ?? 1 };
  return {
    kind: "svg",
    svg: { id },
    color,
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
    ...(aspectRatio !== undefined && { aspectRatio }),
  };
}
