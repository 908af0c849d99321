import type { Ems, TextDecoration } from "@placard/templates/scene";
import type { TextFragment } from "../layout/placed.ts";
import { isTransparent } from "./color.ts";
import { moveText } from "../layout/move-text.ts";
import { itemOf } from "./background-items.ts";
import type { DisplayItem, LineCommand, PaintCommand, Scope } from "./commands.ts";
import { shadowGroup } from "./shadow-items.ts";

/** A text with its shadows and lines, from back to front (CSS Text Decoration 3, section 5.1). */
export function textItems(fragment: TextFragment, scope: Scope | undefined): DisplayItem[] {
  const { style } = fragment.node;
  const { factor = 1 } = fragment;
  const pixels = (length: number | Ems) => pixelsOf(length, fragment) * factor;
  const shadows = style.textShadow.filter(({ color }) => !isTransparent(color)).toReversed();
  return [
    ...shadows.map(({ x, y, blur, color }) => {
      const moved = moveText(fragment, pixels(x), pixels(y));
      return shadowGroup({ color, blur: pixels(blur), scope }, (opaque) => layeredCommands(moved, opaque));
    }),
    ...layeredCommands(fragment).map((command) => itemOf(command, scope)),
  ];
}

/** The shape of a text and its lines, in black. */
export function maskCommands(fragment: TextFragment): PaintCommand[] {
  return layeredCommands(fragment, "#000000");
}

/** Before `text-fit`. */
function pixelsOf(length: number | Ems, { em }: TextFragment): number {
  return typeof length === "number" ? length : length.em * em;
}

/** Underlines and overlines are below the text, lines through it above. */
function layeredCommands(fragment: TextFragment, shadowColor?: string): PaintCommand[] {
  const { textFill, textStroke, textDecoration } = fragment.node.style;
  const linesWhere = (isThrough: boolean) =>
    textDecoration
      .filter(({ line }) => (line === "line-through") === isThrough)
      .map((decoration) => lineCommand(fragment, decoration, shadowColor ?? decoration.color))
      .filter(({ color }) => !isTransparent(color));
  const stroke = textStroke && {
    ...textStroke,
    width: textStroke.width * (fragment.factor ?? 1),
    color: shadowColor ?? textStroke.color,
  };
  const text: PaintCommand = {
    kind: "text",
    fragment,
    color: shadowColor ?? textFill,
    ...(stroke && !isTransparent(stroke.color) && { stroke }),
  };
  const { emphasis } = fragment;
  const color = shadowColor ?? fragment.node.style.textEmphasis?.color ?? "";
  const marks: PaintCommand[] = emphasis ? [{ kind: "text", fragment: emphasis, color }] : [];
  return [
    ...linesWhere(false),
    ...(isTransparent(text.color) && !text.stroke ? [] : [text]),
    ...marks,
    ...linesWhere(true),
  ];
}

/** Positions and thickness as in Chromium: CSS leaves them to the browser. */
function lineCommand(fragment: TextFragment, decoration: TextDecoration, color: string): LineCommand {
  const { line, style, skipInk } = decoration;
  const { baseline } = fragment;
  const exact = thicknessOf(decoration, fragment);
  const height = Math.floor(exact);
  const ascent = baseline - fragment.y;
  /** From the baseline to the top of the line. */
  const distance = {
    underline: underlineDistance(decoration, fragment, exact),
    overline: -ascent - height,
    "line-through": -(ascent + 1.5 * height) / 3,
  }[line];
  const isSolid = style === "solid" || style === "double";
  const top = isSolid
    ? Math.ceil(Math.round(baseline) + distance - 0.5)
    : Math.floor(baseline + distance + Math.max(exact / 2, 0.5)) - exact / 2;
  const rect = {
    x: fragment.x,
    y: top,
    width: fragment.width,
    height: isSolid ? height : exact,
  };
  return {
    kind: "line",
    rect,
    style,
    color,
    ...(skipInk !== "none" && line !== "line-through" && { skipped: { fragment, skipInk } }),
  };
}

/** Pixels. */
function thicknessOf({ thickness, isAutoThick, fontSize }: TextDecoration, fragment: TextFragment): number {
  const { metrics, factor = 1 } = fragment;
  if (thickness === "from-font")
    return Math.max(1, metrics.underline.thickness * pixelsOf(fontSize, fragment) * factor);
  return Math.max(1, pixelsOf(thickness, fragment) * (isAutoThick ? factor : 1));
}

/** From the baseline to the top of an underline, in pixels. */
function underlineDistance(
  { position, offset, fontSize }: TextDecoration,
  fragment: TextFragment,
  thickness: number,
): number {
  const { ascent, descent, underline } = fragment.metrics;
  const size = pixelsOf(fontSize, fragment) * (fragment.factor ?? 1);
  const added = offset === "auto" ? 0 : pixelsOf(offset, fragment);
  if (position === "under") return Math.floor((descent / (ascent + descent)) * size + added) + 1;
  if (position === "from-font" && underline.top !== 0) return Math.round(underline.top * size + added);
  return offset === "auto" ? Math.max(1, Math.ceil(thickness / 2)) : Math.round(added);
}
