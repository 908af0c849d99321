import type { BackgroundLayer, Repeat } from "@placard/templates/scene";
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
  const natural = tileSize(layer, area, em, images);
  const size = natural && roundSize(layer, natural, area);
  if (!size || !(size.width > 0 && size.height > 0)) return undefined;
  const [x, y] = [
    repeatAxis(repeat.x, area.width, size.width, resolvePosition(position.x, area.width - size.width)),
    repeatAxis(repeat.y, area.height, size.height, resolvePosition(position.y, area.height - size.height)),
  ];
  const tile = { x: area.x + x.start, y: area.y + y.start, ...size };
  return {
    kind: "tile",
    image: isGradient(image) ? resolveGradient(image, size, em) : image,
    clip,
    tile,
    repeat: { x: x.isRepeated, y: y.isRepeated },
    ...(x.gap + y.gap > 0 && { gap: { x: x.gap, y: y.gap } }),
  };
}

/** The size with which `round` fits a tile a whole number of times (CSS Backgrounds 3, section 3.9). */
function roundSize(
  { repeat, size }: BackgroundLayer,
  { width, height }: PixelSize,
  area: PixelSize,
): PixelSize {
  const factor = (axis: Repeat, length: number, whole: number) =>
    axis === "round" ? whole / Math.max(1, Math.round(whole / length)) / length : 1;
  const x = factor(repeat.x, width, area.width);
  const y = factor(repeat.y, height, area.height);
  // The other side of an image keeps the ratio.
  const isAuto = (axis: "width" | "height") => typeof size === "object" && size[axis] === "auto";
  return {
    width: width * (repeat.x !== "round" && isAuto("width") ? y : x),
    height: height * (repeat.y !== "round" && isAuto("height") ? x : y),
  };
}

/** Where the first tile starts, and the gap between tiles, in pixels (CSS Backgrounds 3, section 3.4). */
function repeatAxis(repeat: Repeat, whole: number, length: number, start: number) {
  const count = Math.floor(whole / length + 1e-6);
  if (repeat !== "space") return { start, gap: 0, isRepeated: repeat !== "no-repeat" };
  if (count < 2) return { start, gap: 0, isRepeated: false };
  return { start: 0, gap: Math.max(0, (whole - count * length) / (count - 1)), isRepeated: true };
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
