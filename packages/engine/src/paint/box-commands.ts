import type { Border, ImageNode, Sides, Style } from "@placard/templates/scene";
import { naturalSizeOf, type NaturalSize } from "../layout/boxes/replaced.ts";
import { isTransparent } from "./color.ts";
import type { PaintCommand } from "./commands.ts";
import { concreteSize, fitRatio, type RemoteSizes, type PixelSize } from "./images.ts";
import { borderSide, contentBox, type PaintedBox } from "./painted-box.ts";
import { resolvePosition } from "./resolve-position.ts";
import { outsetRoundedRect } from "./rounded-rect.ts";

/** The border of a box; undefined if it has none. */
export function borderCommand({ border, borderBox }: PaintedBox): PaintCommand | undefined {
  return isVisible(border) ? { kind: "border", shape: borderBox, sides: border } : undefined;
}

/** The outline of a box; undefined if it has none. */
export function outlineCommand({ style, borderBox }: PaintedBox): PaintCommand | undefined {
  const side = borderSide(style.outline);
  if (side.width === 0 || isTransparent(side.color)) return undefined;
  const shape = outsetRoundedRect(borderBox, side.width + style.outlineOffset);
  if (shape.width <= 0 || shape.height <= 0) return undefined;
  return { kind: "border", shape, sides: { top: side, right: side, bottom: side, left: side } };
}

function isVisible({ top, right, bottom, left }: Sides<Border>): boolean {
  return [top, right, bottom, left].some(({ width, color }) => width > 0 && !isTransparent(color));
}

/** The content of a replaced element; undefined if its image is unavailable (CSS Images 3, section 5.5). */
export function imageCommand(
  box: PaintedBox,
  { source }: ImageNode,
  images: RemoteSizes,
): PaintCommand | undefined {
  const natural = source && naturalSizeOf(source, images.remoteSize);
  if (!natural) return undefined;
  const clip = contentBox(box);
  if (clip.width <= 0 || clip.height <= 0) return undefined;
  const { objectFit, objectPosition, backgroundColor, background } = box.style;
  const areaFor = (fit: ResolvedFit, initial = center) => {
    const size = objectSize(fit, natural, clip);
    const { x, y } = objectPosition === "auto" ? initial : objectPosition;
    return {
      x: clip.x + resolvePosition(x, clip.width - size.width),
      y: clip.y + resolvePosition(y, clip.height - size.height),
      ...size,
    };
  };
  if (objectFit !== "auto") return { kind: "image", source, area: areaFor(objectFit), clip };
  const hasBackground = !isTransparent(backgroundColor) || background.length > 0;
  const fitted = { area: areaFor("contain"), hasBackground };
  return { kind: "image", source, area: areaFor("cover", upperPart), clip, fitted };
}

const center = { x: { percent: 50, px: 0 }, y: { percent: 50, px: 0 } };
const upperPart = { ...center, y: { percent: 10, px: 0 } };

type ResolvedFit = Exclude<Style["objectFit"], "auto">;

function objectSize(fit: ResolvedFit, natural: NaturalSize, { width, height }: PixelSize): PixelSize {
  const area = { width, height };
  const none = concreteSize({ width: undefined, height: undefined }, natural, area);
  const { ratio } = natural;
  if (fit === "fill") return area;
  if (fit === "none") return none;
  if (fit === "scale-down" && none.width <= width && none.height <= height) return none;
  return ratio ? fitRatio(ratio, area, fit === "cover" ? "cover" : "contain") : area;
}
