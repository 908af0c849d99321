import type { Sides } from "@placard/templates/scene";
import type { CanvasRenderingContext2D } from "canvas";
import type { BorderSide, LineCommand } from "./commands.ts";
import { insetRoundedRect, traceRoundedRect, type RoundedRect } from "./rounded-rect.ts";

/** Dots of at least this diameter are round, in pixels; smaller ones are squares. As Chromium. */
const minRoundDot = 3;

/** The dashes and gaps of a line in pixels, as Chromium spaces them; undefined if there is room for none. */
function dashPattern(
  style: "dashed" | "dotted",
  thickness: number,
  length: number,
  isClosed: boolean,
): { readonly segments: number[]; readonly isRound: boolean } | undefined {
  if (style === "dotted" && thickness >= minRoundDot) {
    if (length <= thickness) return undefined;
    const gap = bestGap(length, thickness, thickness, isClosed);
    return { segments: [0, gap + thickness], isRound: true };
  }
  const isThick = thickness >= 3;
  const dash = style === "dotted" ? thickness : thickness * (isThick ? 2 : 3);
  const gap = style === "dotted" ? thickness : thickness * (isThick ? 1 : 2);
  if (length <= dash * 2) return undefined;
  if (length <= 2 * dash + gap) {
    const factor = length / (2 * dash + gap);
    return { segments: [dash * factor, gap * factor], isRound: false };
  }
  return {
    segments: [dash, style === "dashed" ? bestGap(length, dash, gap, isClosed) : gap],
    isRound: false,
  };
}

/** The gap closest to `gap` with which a line starts and ends with a dash. */
function bestGap(length: number, dash: number, gap: number, isClosed: boolean): number {
  const available = isClosed ? length : length + gap;
  const minDashes = Math.floor(available / (dash + gap));
  const gapOf = (dashes: number) => (length - dashes * dash) / (isClosed ? dashes : dashes - 1);
  const [wide, narrow] = [gapOf(minDashes), gapOf(minDashes + 1)];
  return narrow <= 0 || Math.abs(wide - gap) < Math.abs(narrow - gap) ? wide : narrow;
}

/** Strokes one side of a border along its middle. The caller clips to the side. */
export function strokeDashed(
  context: CanvasRenderingContext2D,
  shape: RoundedRect,
  sides: Sides<BorderSide>,
  name: keyof Sides<BorderSide>,
): void {
  const { width, style, color } = sides[name];
  if (style !== "dashed" && style !== "dotted") return;
  const isDot = style === "dotted" && width >= minRoundDot;
  context.strokeStyle = color;
  context.lineWidth = width;
  context.beginPath();
  let length: number;
  if (shape.radii) {
    const middle = insetRoundedRect(shape, {
      top: sides.top.width / 2,
      right: sides.right.width / 2,
      bottom: sides.bottom.width / 2,
      left: sides.left.width / 2,
    });
    length = perimeter(middle);
    traceRoundedRect(context, middle);
  } else {
    const line = middleOf(shape, sides, name);
    const end = isDot ? width / 2 : 0; // the first and the last dot are whole
    const [dx, dy] = [Math.sign(line.x1 - line.x0) * end, Math.sign(line.y1 - line.y0) * end];
    length = Math.hypot(line.x1 - line.x0, line.y1 - line.y0);
    context.moveTo(line.x0 + dx, line.y0 + dy);
    context.lineTo(line.x1 - dx, line.y1 - dy);
  }
  const pattern = dashPattern(style, width, length, shape.radii !== undefined);
  context.lineCap = pattern?.isRound ? "round" : "butt";
  context.setLineDash(pattern?.segments ?? []);
  context.stroke();
}

function middleOf(
  { x, y, width, height }: RoundedRect,
  sides: Sides<BorderSide>,
  name: keyof Sides<BorderSide>,
): { x0: number; y0: number; x1: number; y1: number } {
  const half = sides[name].width / 2;
  const left = name === "right" ? x + width - half : x + (name === "left" ? half : 0);
  const top = name === "bottom" ? y + height - half : y + (name === "top" ? half : 0);
  const isHorizontal = name === "top" || name === "bottom";
  return {
    x0: left,
    y0: top,
    x1: isHorizontal ? left + width : left,
    y1: isHorizontal ? top : top + height,
  };
}

/** The length of the outline of a rounded rectangle; corners by Ramanujan's approximation of ellipses. */
function perimeter({ width, height, radii }: RoundedRect): number {
  if (!radii) return 2 * (width + height);
  return [radii.topLeft, radii.topRight, radii.bottomRight, radii.bottomLeft].reduce(
    (sum, { x, y }) => {
      const quarter = (Math.PI / 4) * (3 * (x + y) - Math.sqrt((3 * x + y) * (x + 3 * y)));
      return sum - x - y + quarter;
    },
    2 * (width + height),
  );
}

/** Paints a straight line that decorates text. A double line takes three times its thickness. */
export function strokeLine(
  context: CanvasRenderingContext2D,
  { rect: { x, y, width, height }, style, color }: LineCommand,
): void {
  if (style === "solid" || style === "double") {
    context.fillStyle = color;
    context.fillRect(x, y, width, height);
    if (style === "double") context.fillRect(x, y + 2 * height, width, height);
    return;
  }
  const pattern = dashPattern(style, height, width, false);
  const end = pattern?.isRound ? height / 2 : 0;
  context.strokeStyle = color;
  context.lineWidth = height;
  context.lineCap = pattern?.isRound ? "round" : "butt";
  context.setLineDash(pattern?.segments ?? []);
  context.beginPath();
  context.moveTo(x + end, y + height / 2);
  context.lineTo(x + width - end, y + height / 2);
  context.stroke();
  context.setLineDash([]);
}
