import type { CanvasRenderingContext2D } from "canvas";
import { fontOf } from "../fonts/drawn-size.ts";
import type { Rect, TextFragment } from "../layout/placed.ts";
import { isUpright } from "../layout/turned-lines.ts";
import { isTransparent } from "./color.ts";
import type { TextStroke } from "./commands.ts";
import { grow } from "./rounded-rect.ts";

/** What a fragment paints on at most: accents, swashes and italics leave its content area. */
export function inkArea(fragment: TextFragment, stroke: TextStroke | undefined): Rect {
  // Miters reach farther than half of the width.
  return grow(fragment, fragment.fontSize / 2 + (stroke ? stroke.width * 2 : 0));
}

interface Ink {
  readonly color: string;
  readonly stroke?: TextStroke | undefined;
  readonly resolution?: number;
}

/** From the baseline to the middle of an upright letter, and of a line of such letters, in em. */
const middleOfLetters = 0.385;
const lineOfLetters = 0.43;

/** How far Chromium slants letters of fonts without italics, per em of height. */
const slant = 0.25;

/** Marks in the lower left corner, which are in the upper right one in vertical text, and by how many em. */
const cornerMarks: ReadonlySet<string> = new Set("、。，．");
const cornerShift = 0.6;

/**
 * Draws the glyphs of a fragment. A transform that scales them by `resolution` is replaced by a larger font.
 * Pango leaks memory for every scale, and large scales break the context.
 */
export function drawFragment(
  context: CanvasRenderingContext2D,
  fragment: TextFragment,
  { color, stroke, resolution = 1 }: Ink,
): void {
  const { node, fontSize, direction, language, letters, baseline, y: top } = fragment;
  context.save();
  context.scale(1 / resolution, 1 / resolution);
  context.font = fontOf({ ...fragment, fontSize: fontSize * resolution });
  context.textAlign = "left";
  context.textBaseline = "alphabetic";
  context.direction = direction;
  context.lang = language;
  // Sharp horizontal strokes, as in Chromium. It rounds the top of text that `text-fit` scales, too.
  const exact = fragment.factor === undefined ? baseline : Math.round(top) + baseline - top;
  const y = Math.round(exact * resolution);
  const texts = letters ?? (isStretched(context) ? lettersOf(context, fragment, resolution) : [fragment]);
  if (fragment.isSlanted) context.transform(1, 0, -slant, 1, slant * y, 0); // around the baseline
  const draw = (method: "fillText" | "strokeText", text: string, x: number) => {
    if (!isUpright(text, node.style)) return context[method](text, x * resolution, y);
    const size = fontSize * resolution;
    context.save();
    context.translate(x * resolution + size / 2, y - size * lineOfLetters);
    context.rotate(-Math.PI / 2);
    const shift = cornerMarks.has(text) ? cornerShift * size : 0;
    context[method](text, shift - size / 2, size * middleOfLetters - shift);
    context.restore();
  };
  const drawStroke = () => {
    if (!stroke) return;
    context.textDrawingMode = "path"; // strokes are fills in glyph mode
    context.lineWidth = stroke.width * resolution;
    context.lineJoin = "miter";
    context.miterLimit = 4;
    context.strokeStyle = stroke.color;
    for (const { text, x } of texts) draw("strokeText", text, x);
    context.textDrawingMode = "glyph";
  };
  if (stroke?.isFirst) drawStroke();
  context.fillStyle = color;
  if (!isTransparent(color)) for (const { text, x } of texts) draw("fillText", text, x);
  if (!stroke?.isFirst) drawStroke();
  context.restore();
}

/**
 * Whether the context scales one axis more than the other: Pango then sets letters too close or too far
 * apart. Factors as in `pango_matrix_get_font_scale_factors`.
 */
function isStretched(context: CanvasRenderingContext2D): boolean {
  const { a, b, c, d } = context.getTransform();
  const scaleX = Math.hypot(a, b);
  const scaleY = Math.abs(a * d - b * c) / scaleX;
  return scaleX > 0 && Math.abs(scaleY / scaleX - 1) > 0.01;
}

/** A fragment without the letters that match a pattern. */
export function withoutLetters(
  context: CanvasRenderingContext2D,
  fragment: TextFragment,
  pattern: RegExp,
): TextFragment {
  if (!pattern.test(fragment.text)) return fragment;
  context.font = fontOf(fragment);
  const parts = fragment.letters ?? [fragment];
  const letters = parts.flatMap(({ text, x }) => lettersOf(context, { ...fragment, text, x }, 1));
  // Texts whose letters can't be told apart are kept.
  return { ...fragment, letters: letters.filter(({ text }) => [...text].length > 1 || !pattern.test(text)) };
}

/** Longer texts, whose letters would take too long to measure, and joined letters are drawn as one. */
const maxMeasuredLetters = 300;

const joined =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Thai}]/u;

/** The letters of a text with the places that they have without a transform. */
function lettersOf(
  context: CanvasRenderingContext2D,
  { text, x, direction }: TextFragment,
  resolution: number,
): readonly { readonly text: string; readonly x: number }[] {
  if (direction === "rtl" || text.length > maxMeasuredLetters || joined.test(text)) return [{ text, x }];
  const transform = context.getTransform();
  context.resetTransform();
  const widths = new Map<string, number>();
  const widthOf = (part: string) => {
    let width = widths.get(part);
    if (width === undefined) widths.set(part, (width = context.measureText(part).width / resolution));
    return width;
  };
  const segments = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
  let left = x;
  const letters = segments.map((letter, index) => {
    const next = segments[index + 1] ?? "";
    const placed = { text: letter, x: left };
    left += widthOf(letter + next) - (next === "" ? 0 : widthOf(next)); // with kerning
    return placed;
  });
  context.setTransform(transform);
  return letters;
}
