import type { CanvasRenderingContext2D } from "canvas";
import type { Rect } from "../layout/placed.ts";
import type { LineCommand } from "./commands.ts";
import { dashPattern, repeatDash, type Dash } from "./dashes.ts";
import { drawFragment, withoutLetters } from "./paint-text.ts";
import { createDrawing, freeCanvas, maxCanvasLength } from "./pixels.ts";
import { intersect } from "../layout/intersect.ts";

/** Paints an underline, an overline or a line through text. */
export function paintLine(
  context: CanvasRenderingContext2D,
  { rect, style, color, skipped }: LineCommand,
  visible: Rect,
): void {
  const { x, y, width, height } = rect;
  context.save();
  const fullHeight = style === "double" ? 2 * height + 1 : height;
  const part = skipped && intersect({ ...rect, height: fullHeight }, visible);
  if (part) clipBetweenInk(context, part, inkWithin(skipped, part), height);
  context.fillStyle = color;
  if (style === "solid" || style === "double") {
    context.fillRect(x, y, width, height);
    if (style === "double") context.fillRect(x, y + height + 1, width, height);
  } else fillDashes(context, rect, style);
  context.restore();
}

function fillDashes(
  context: CanvasRenderingContext2D,
  { x, y, width, height }: Rect,
  style: "dashed" | "dotted",
): void {
  const [left, right] = [Math.floor(x), Math.floor(x + width)];
  const pattern = dashPattern(style, Math.floor(height), right - left, false);
  if (!pattern) return context.fillRect(left, y, right - left, height);
  if (!pattern.isRound) {
    for (const { from, to } of repeatDash(pattern, left, right)) context.fillRect(from, y, to - from, height);
    return;
  }
  context.beginPath();
  for (let center = left + height / 2; center <= right - height / 2 + 0.01; center += pattern.gap) {
    context.moveTo(center + height / 2, y + height / 2);
    context.arc(center, y + height / 2, height / 2, 0, 2 * Math.PI);
  }
  context.fill();
}

/** Coverage from which a pixel of a glyph interrupts a line, of 255. */
const minInk = 24;

/** Letters that do not interrupt a line, unless all do: as in Chromium, slashes, “_”, and CJK. */
const crossed =
  /[/\\_\u3000-\u30ff\uff00-\uffef]|\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}/u;

/** The gap around glyphs that interrupt a line: its thickness, but at most this, in pixels. */
const maxInkDistance = 13;

/** Clips to where glyphs don't cross a line (CSS Text Decoration 4, section 5.4; gaps as in Chromium). */
function clipBetweenInk(
  context: CanvasRenderingContext2D,
  rect: Rect,
  ink: readonly Dash[],
  thickness: number,
): void {
  if (ink.length === 0) return;
  const distance = Math.min(thickness, maxInkDistance);
  context.beginPath();
  const [top, bottom] = [Math.floor(rect.y), Math.ceil(rect.y + rect.height)];
  let start = rect.x - thickness;
  for (const { from, to } of ink) {
    if (from - distance > start) context.rect(start, top, from - distance - start, bottom - top);
    start = Math.max(start, to + distance);
  }
  const end = rect.x + rect.width + thickness;
  if (end > start) context.rect(start, top, end - start, bottom - top);
  context.clip();
}

/** Where glyphs cover a horizontal line, from left to right. */
function inkWithin(
  { fragment, skipInk }: NonNullable<LineCommand["skipped"]>,
  { x, y, width: length, height }: Rect,
): Dash[] {
  const left = Math.floor(x);
  if (length > maxCanvasLength || height > maxCanvasLength) return [];
  const context = createDrawing(Math.ceil(length) + 1, Math.ceil(height));
  context.translate(-left, -Math.round(y));
  const drawn = skipInk === "all" ? fragment : withoutLetters(context, fragment, crossed);
  drawFragment(context, drawn, { color: "#000000" });
  const { width } = context.canvas;
  const pixels = context.canvas.toBuffer("raw");
  freeCanvas(context.canvas);
  const ink: { from: number; to: number }[] = [];
  for (let column = 0; column < width; column++) {
    let isInk = false;
    for (let at = 4 * column; at < pixels.length; at += 4 * width) isInk ||= pixels[at + 3]! >= minInk;
    const last = ink.at(-1);
    if (isInk && last?.to === left + column) last.to++;
    else if (isInk) ink.push({ from: left + column, to: left + column + 1 });
  }
  return ink;
}
