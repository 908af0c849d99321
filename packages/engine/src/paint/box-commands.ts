import type { Sides, Style } from "@placard/templates/scene";
import type { ImageNode } from "../layout/nodes.ts";
import { isTransparent } from "./color.ts";
import type { BorderSide, PaintCommand } from "./commands.ts";
import { concreteSize, fitRatio, naturalSizeOf, type RemoteSizes, type PixelSize } from "./images.ts";
import { backgroundShape, borderSide, contentBox, shapeOf, type PaintedBox } from "./painted-box.ts";
import { resolvePosition } from "./resolve-position.ts";
import { outsetRoundedRect } from "./rounded-rect.ts";
import { tileCommand } from "./tile-commands.ts";

/** The shadows, background and border of a box, from the back to the front. */
export function boxCommands(box: PaintedBox, images: RemoteSizes): PaintCommand[] {
  const { style, border, borderBox } = box;
  const commands: PaintCommand[] = [];
  for (const { x, y, blur, spread, color } of style.boxShadow.toReversed()) {
    if (isTransparent(color)) continue;
    const spreadBox = outsetRoundedRect(borderBox, spread);
    if (spreadBox.width <= 0 || spreadBox.height <= 0) continue;
    const shape = { ...spreadBox, x: spreadBox.x + x, y: spreadBox.y + y };
    commands.push({ kind: "shadow", box: borderBox, shape, blur, color });
  }
  if (borderBox.width > 0 && borderBox.height > 0) {
    if (!isTransparent(style.backgroundColor)) {
      const clip = style.background.at(-1)?.clip ?? "border-box";
      const shape = clip === "border-box" ? backgroundShape(box) : shapeOf(box, clip);
      commands.push({ kind: "fill", shape, color: style.backgroundColor });
    }
    for (const layer of style.background.toReversed()) {
      const command = tileCommand(box, layer, images);
      if (command) commands.push(command);
    }
  }
  if (isVisible(border)) commands.push({ kind: "border", shape: borderBox, sides: border });
  return commands;
}

/** The outline of a box; undefined if it has none. */
export function outlineCommand({ style, borderBox }: PaintedBox): PaintCommand | undefined {
  const side = borderSide(style.outline);
  if (side.width === 0 || isTransparent(side.color)) return undefined;
  const shape = outsetRoundedRect(borderBox, side.width + style.outlineOffset);
  if (shape.width <= 0 || shape.height <= 0) return undefined;
  return { kind: "border", shape, sides: { top: side, right: side, bottom: side, left: side } };
}

function isVisible({ top, right, bottom, left }: Sides<BorderSide>): boolean {
  return [top, right, bottom, left].some(({ width, color }) => width > 0 && !isTransparent(color));
}

/** The content of a replaced element; undefined if its image is unavailable (CSS Images 3, section 5.5). */
export function imageCommand(
  box: PaintedBox,
  { source }: ImageNode,
  images: RemoteSizes,
): PaintCommand | undefined {
  const natural = source && naturalSizeOf(source, images);
  if (!natural) return undefined;
  const clip = contentBox(box);
  if (clip.width <= 0 || clip.height <= 0) return undefined;
  const { objectFit, objectPosition, backgroundColor, background } = box.style;
  const areaFor = (fit: ResolvedFit) => {
    const size = objectSize(fit, natural, clip);
    const x = clip.x + resolvePosition(objectPosition.x, clip.width - size.width);
    const y = clip.y + resolvePosition(objectPosition.y, clip.height - size.height);
    return { x, y, ...size };
  };
  if (objectFit !== "auto") return { kind: "image", source, area: areaFor(objectFit), clip };
  const hasBackground = !isTransparent(backgroundColor) || background.length > 0;
  const fitted = { area: areaFor("contain"), hasBackground };
  return { kind: "image", source, area: areaFor("cover"), clip, fitted };
}

type ResolvedFit = Exclude<Style["objectFit"], "auto">;

function objectSize(
  fit: ResolvedFit,
  natural: ReturnType<typeof naturalSizeOf> & object,
  { width, height }: PixelSize,
): PixelSize {
  const area = { width, height };
  const none = concreteSize({ width: undefined, height: undefined }, natural, area);
  const { ratio } = natural;
  if (fit === "fill") return area;
  if (fit === "none") return none;
  if (fit === "scale-down" && none.width <= width && none.height <= height) return none;
  return ratio ? fitRatio(ratio, area, fit === "cover" ? "cover" : "contain") : area;
}
