import type { BackgroundLayer } from "@placard/templates/scene";
import { pixels } from "../layout/boxes/lengths.ts";
import { naturalSizeOf } from "../layout/boxes/replaced.ts";
import type { Rect } from "../layout/placed.ts";
import type { TileCommand } from "./commands.ts";
import { isGradient, resolveGradient } from "./gradient-geometry.ts";
import { concreteSize, fitRatio, type RemoteSizes, type PixelSize } from "./images.ts";
import { shapeOf, type PaintedBox } from "./painted-box.ts";
import { resolvePosition } from "./resolve-position.ts";
import type { RoundedRect } from "./rounded-rect.ts";

/** A layer of a background or a mask, clipped to a shape; undefined if its image is unavailable. */
export function tileCommand(
  box: PaintedBox,
  layer: BackgroundLayer,
  images: RemoteSizes,
  clip: RoundedRect,
): TileCommand | undefined {
  const { em } = box;
  const { image, repeat, position } = layer;
  const area = shapeOf(box.whole ?? box, layer.origin);
  const size = tileSize(layer, area, em, images);
  if (!size || size.width <= 0 || size.height <= 0) return undefined;
  const tile = {
    x: area.x + resolvePosition(position.x, area.width - size.width),
    y: area.y + resolvePosition(position.y, area.height - size.height),
    ...size,
  };
  return {
    kind: "tile",
    image: isGradient(image) ? resolveGradient(image, size, em) : image,
    clip,
    tile,
    repeat: { x: repeat.x === "repeat", y: repeat.y === "repeat" },
  };
}

/** Gradients have no natural dimensions. */
const noSize = { width: undefined, height: undefined, ratio: undefined };

/** The size of a tile (CSS Backgrounds 3, section 3.9); undefined if the image is unavailable. */
function tileSize(
  { image, size }: BackgroundLayer,
  area: Rect,
  em: number,
  images: RemoteSizes,
): PixelSize | undefined {
  const natural = isGradient(image) ? noSize : naturalSizeOf(image, images.remoteSize);
  if (!natural) return undefined;
  const { width, height } = area;
  if (size === "cover" || size === "contain") {
    return natural.ratio ? fitRatio(natural.ratio, { width, height }, size) : { width, height };
  }
  const specified = {
    width: size.width === "auto" ? undefined : pixels(size.width, width, em),
    height: size.height === "auto" ? undefined : pixels(size.height, height, em),
  };
  return concreteSize(specified, natural, { width, height });
}
