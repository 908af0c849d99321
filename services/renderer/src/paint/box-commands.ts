import type { BackgroundLayer, Border, Fit, ImageNode, Length, Sides, Style } from "@placard/templates/scene";
import type { Rect } from "../layout/placed.ts";
import { isTransparent } from "./color.ts";
import type { BorderSide, PaintCommand, TileCommand } from "./commands.ts";
import { resolveGradient } from "./gradient-geometry.ts";
import { concreteSize, fitRatio, naturalSizeOf, type Images, type PixelSize } from "./images.ts";
import { pixels } from "../layout/boxes/lengths.ts";
import { resolvePosition } from "./resolve-position.ts";
import {
  insetRoundedRect,
  outsetRoundedRect,
  roundRect,
  snapRect,
  type RoundedRect,
} from "./rounded-rect.ts";

/** A box as it is painted: its style, its shapes in whole pixels, and the fitted font size that its lengths may refer to. */
export interface PaintedBox {
  readonly style: Style;
  readonly fit: Fit | undefined;
  readonly border: Sides<BorderSide>;
  readonly padding: Sides<Length>;
  readonly borderBox: RoundedRect;
  readonly paddingBox: RoundedRect;
  /** The width that percentages of padding refer to, approximated by that of the box. */
  readonly rect: Rect;
}

const noBorder: BorderSide = { width: 0, style: "none", color: "#00000000" };

/** A box from its border box. The sides that `isOpen` names have no border, as where an inline box continues on another line. */
export function paintedBox(
  rect: Rect,
  style: Style,
  fit: Fit | undefined,
  isOpen: { readonly left: boolean; readonly right: boolean } = { left: false, right: false },
): PaintedBox {
  const border = {
    top: borderSide(style.border.top),
    right: isOpen.right ? noBorder : borderSide(style.border.right),
    bottom: borderSide(style.border.bottom),
    left: isOpen.left ? noBorder : borderSide(style.border.left),
  };
  const square = { x: 0, y: 0 };
  const { topLeft, topRight, bottomRight, bottomLeft } = style.borderRadius;
  const radii = {
    topLeft: isOpen.left ? square : topLeft,
    bottomLeft: isOpen.left ? square : bottomLeft,
    topRight: isOpen.right ? square : topRight,
    bottomRight: isOpen.right ? square : bottomRight,
  };
  const borderBox = roundRect(snapRect(rect), radii, fit);
  const paddingBox = insetRoundedRect(borderBox, widthsOf(border));
  return { style, fit, border, padding: style.padding, borderBox, paddingBox, rect };
}

/** Border widths are whole pixels, but never less than one (CSS Backgrounds 3, section 3.3, as all browsers round). */
function borderSide({ width, style, color }: Border): BorderSide {
  if (style === "none" || width <= 0) return noBorder;
  return { width: Math.max(1, Math.floor(width)), style, color };
}

function widthsOf({ top, right, bottom, left }: Sides<BorderSide>): Sides<number> {
  return { top: top.width, right: right.width, bottom: bottom.width, left: left.width };
}

/** The shadows, background and border of a box, from the back to the front. */
export function boxCommands(box: PaintedBox, images: Images): PaintCommand[] {
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

/** Opaque borders with rounded corners hide the edge of the background, which would show through where it is antialiased. */
function backgroundShape({ borderBox, border }: PaintedBox): RoundedRect {
  const sides = [border.top, border.right, border.bottom, border.left];
  const isHidden = sides.every(({ width, style, color }) => {
    return width > 0 && style === "solid" && color.length === 7;
  });
  if (!borderBox.radii || !isHidden) return borderBox;
  const { top, right, bottom, left } = widthsOf(border);
  return insetRoundedRect(borderBox, { top: top / 2, right: right / 2, bottom: bottom / 2, left: left / 2 });
}

function shapeOf(box: PaintedBox, area: BackgroundLayer["clip"]): RoundedRect {
  if (area === "border-box") return box.borderBox;
  return area === "padding-box" ? box.paddingBox : contentBox(box);
}

/** The content box with the corners that the border leaves it. */
function contentBox({ paddingBox, padding, fit, rect }: PaintedBox): RoundedRect {
  const resolve = (length: Length) => pixels(length, rect.width, fit);
  return insetRoundedRect(paddingBox, {
    top: resolve(padding.top),
    right: resolve(padding.right),
    bottom: resolve(padding.bottom),
    left: resolve(padding.left),
  });
}

function tileCommand(box: PaintedBox, layer: BackgroundLayer, images: Images): TileCommand | undefined {
  const { fit } = box;
  const { image, repeat, position } = layer;
  const area = shapeOf(box, layer.origin);
  const size = tileSize(layer, area, fit, images);
  if (!size || size.width <= 0 || size.height <= 0) return undefined;
  const tile = {
    x: area.x + resolvePosition(position.x, area.width - size.width),
    y: area.y + resolvePosition(position.y, area.height - size.height),
    ...size,
  };
  return {
    kind: "tile",
    image:
      image.kind === "linear-gradient" || image.kind === "radial-gradient"
        ? resolveGradient(image, size, fit)
        : image,
    clip: layer.clip === "border-box" ? backgroundShape(box) : shapeOf(box, layer.clip),
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
  fit: Fit | undefined,
  images: Images,
): PixelSize | undefined {
  const natural =
    image.kind === "linear-gradient" || image.kind === "radial-gradient"
      ? noSize
      : naturalSizeOf(image, images);
  if (!natural) return undefined;
  const { width, height } = area;
  if (size === "cover" || size === "contain") {
    return natural.ratio ? fitRatio(natural.ratio, { width, height }, size) : { width, height };
  }
  const specified = {
    width: size.width === "auto" ? undefined : pixels(size.width, width, fit),
    height: size.height === "auto" ? undefined : pixels(size.height, height, fit),
  };
  return concreteSize(specified, natural, { width, height });
}

/** The content of a replaced element; undefined if its image is unavailable (CSS Images 3, section 5.5). */
export function imageCommand(
  box: PaintedBox,
  { source }: ImageNode,
  images: Images,
): PaintCommand | undefined {
  const natural = source && naturalSizeOf(source, images);
  if (!natural) return undefined;
  const clip = contentBox(box);
  if (clip.width <= 0 || clip.height <= 0) return undefined;
  const { objectFit, objectPosition } = box.style;
  const size = objectSize(objectFit, natural, clip);
  const area = {
    x: clip.x + resolvePosition(objectPosition.x, clip.width - size.width),
    y: clip.y + resolvePosition(objectPosition.y, clip.height - size.height),
    ...size,
  };
  return { kind: "image", source, area, clip };
}

function objectSize(
  fit: Style["objectFit"],
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
