import type { Border, Sides } from "@placard/templates/scene";
import type { CanvasRenderingContext2D } from "canvas";
import { intersect } from "../layout/intersect.ts";
import type { Rect } from "../layout/placed.ts";
import type { BorderCommand } from "./commands.ts";
import { borderDashes, dashPattern, hasRoundDots } from "./dashes.ts";
import { insetRoundedRect, radiiOf, traceRoundedRect, type RoundedRect } from "./rounded-rect.ts";

const sideNames = ["top", "right", "bottom", "left"] as const;
type SideName = (typeof sideNames)[number];

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Paints a border: at once if its sides look the same, otherwise side by side up to the miters. */
export function paintBorder(
  context: CanvasRenderingContext2D,
  { shape, sides }: BorderCommand,
  visibleArea: Rect,
): void {
  const inner = insetRoundedRect(shape, sides, ({ width }) => width);
  const visible = sideNames.filter((name) => {
    return sides[name].width > 0 && intersect(areaOfSide(shape, inner, name), visibleArea);
  });
  if (visible.length === 0) return;
  const first = sides[visible[0] ?? "top"];
  const isUniform = visible.every(
    (name) => sides[name].color === first.color && sides[name].style === first.style,
  );
  if (isUniform && (first.style === "solid" || first.style === "double")) {
    context.fillStyle = first.color;
    if (first.style === "solid") fillRing(context, shape, inner);
    else fillDouble(context, shape, inner, sides);
    return;
  }
  // Where sides look the same, miters would only be visible as thin lines.
  const isMitered = visible.some((name) => sides[name].color !== first.color || !isDashed(sides[name].style));
  for (const name of visible) paintSide(context, { shape, inner, sides, name, isMitered });
}

/** The part of a box that a side of its border can cover. */
function areaOfSide({ x, y, width, height, radii }: RoundedRect, inner: Rect, name: SideName): Rect {
  if (radii) return { x, y, width, height };
  const [innerRight, innerBottom] = [inner.x + inner.width, inner.y + inner.height];
  const areas: Record<SideName, Rect> = {
    top: { x, y, width, height: inner.y - y },
    right: { x: innerRight, y, width: x + width - innerRight, height },
    bottom: { x, y: innerBottom, width, height: y + height - innerBottom },
    left: { x, y, width: inner.x - x, height },
  };
  return areas[name];
}

interface Side {
  readonly shape: RoundedRect;
  readonly inner: RoundedRect;
  readonly sides: Sides<Border>;
  readonly name: SideName;
  readonly isMitered: boolean;
}

function paintSide(context: CanvasRenderingContext2D, side: Side): void {
  const { shape, inner, sides, name } = side;
  const { style, color } = sides[name];
  context.save();
  if (shape.radii) {
    context.beginPath();
    traceRoundedRect(context, shape);
    traceRoundedRect(context, inner);
    context.clip("evenodd");
  }
  context.fillStyle = color;
  if (style === "solid") {
    tracePolygon(context, polygonOf(side));
    context.fill();
  } else if (style === "double") {
    tracePolygon(context, polygonOf(side));
    context.clip();
    fillDouble(context, shape, inner, sides);
  } else if (style !== "none") {
    if (side.isMitered || shape.radii) {
      tracePolygon(context, polygonOf(side));
      context.clip();
    }
    if (shape.radii || hasRoundDots(style, sides[name].width)) strokeDashed(context, side, style);
    else fillDashes(context, side, style);
  }
  context.restore();
}

function isDashed(style: Border["style"]): boolean {
  return style === "dashed" || style === "dotted";
}

function fillRing(context: CanvasRenderingContext2D, outer: RoundedRect, inner: RoundedRect): void {
  context.beginPath();
  traceRoundedRect(context, outer);
  traceRoundedRect(context, inner);
  context.fill("evenodd");
}

/** Two lines of a third of the width each, rounded as in Chromium. */
function fillDouble(
  context: CanvasRenderingContext2D,
  shape: RoundedRect,
  inner: RoundedRect,
  sides: Sides<Border>,
): void {
  const lineWidth = ({ width }: Border) => Math.floor((width + 1) / 3);
  fillRing(context, shape, insetRoundedRect(shape, sides, lineWidth));
  const innerLine = insetRoundedRect(shape, sides, (side) => side.width - lineWidth(side));
  fillRing(context, innerLine, inner);
}

function tracePolygon(context: CanvasRenderingContext2D, points: readonly Point[]): void {
  context.beginPath();
  for (const { x, y } of points) context.lineTo(x, y);
  context.closePath();
}

function fillDashes(
  context: CanvasRenderingContext2D,
  { shape, sides, name }: Side,
  style: "dashed" | "dotted",
): void {
  const { width: thickness } = sides[name];
  const { x, y, width, height } = shape;
  const isHorizontal = name === "top" || name === "bottom";
  const left = name === "right" ? x + width - thickness : x;
  const top = name === "bottom" ? y + height - thickness : y;
  for (const { from, to } of borderDashes(style, thickness, isHorizontal ? width : height)) {
    if (isHorizontal) context.fillRect(x + from, top, to - from, thickness);
    else context.fillRect(left, y + from, thickness, to - from);
  }
}

/** Strokes round dots, or the dashes of a rounded border, along the middle of a side. */
function strokeDashed(
  context: CanvasRenderingContext2D,
  { shape, sides, name }: Side,
  style: "dashed" | "dotted",
): void {
  const { width: thickness, color } = sides[name];
  const middle = insetRoundedRect(shape, sides, ({ width }) => width / 2);
  context.beginPath();
  if (shape.radii) traceRoundedRect(context, middle);
  else {
    // The first and the last dot are whole.
    const end = thickness / 2;
    const isHorizontal = name === "top" || name === "bottom";
    const x = name === "right" ? shape.x + shape.width - end : shape.x + end;
    const y = name === "bottom" ? shape.y + shape.height - end : shape.y + end;
    context.moveTo(x, y);
    context.lineTo(
      isHorizontal ? shape.x + shape.width - end + 0.01 : x,
      isHorizontal ? y : shape.y + shape.height - end + 0.01,
    );
  }
  const length = shape.radii
    ? perimeter(middle)
    : name === "top" || name === "bottom"
      ? shape.width
      : shape.height;
  const pattern = dashPattern(style, thickness, length, shape.radii !== undefined);
  context.strokeStyle = color;
  context.lineWidth = thickness;
  context.lineCap = pattern?.isRound ? "round" : "butt";
  context.setLineDash(pattern ? [pattern.dash, pattern.gap] : []);
  context.stroke();
}

/** The length of the outline of a rounded rectangle; corners by Ramanujan's approximation of ellipses. */
function perimeter(shape: RoundedRect): number {
  let length = 2 * (shape.width + shape.height);
  for (const { x, y } of radiiOf(shape)) {
    const quarter = (Math.PI / 4) * (3 * (x + y) - Math.sqrt((3 * x + y) * (x + 3 * y)));
    length = length - x - y + quarter;
  }
  return length;
}

/** A side up to the lines between outer and inner corners, which end where the inner ones are not round. */
function polygonOf({ shape, inner, name }: Side): readonly Point[] {
  const outer = cornersOf(shape);
  const inside = cornersOf(inner);
  const innerRadii = radiiOf(inner);
  const end = (index: number): Point => {
    const corner = inside[index]!;
    const radius = innerRadii[index];
    if (!radius || radius.x === 0) return corner;
    const signX = index === 0 || index === 3 ? 1 : -1;
    const signY = index < 2 ? 1 : -1;
    return intersection(
      outer[index]!,
      corner,
      { x: corner.x + signX * radius.x, y: corner.y },
      { x: corner.x, y: corner.y + signY * radius.y },
    );
  };
  const from = sideNames.indexOf(name);
  const to = (from + 1) % 4;
  return [outer[from]!, outer[to]!, end(to), end(from)];
}

function cornersOf({ x, y, width, height }: RoundedRect): readonly Point[] {
  return [
    { x, y },
    { x: x + width, y },
    { x: x + width, y: y + height },
    { x, y: y + height },
  ];
}

/** Where two lines, through two points each, meet; the second point if they are parallel. */
function intersection(a: Point, b: Point, c: Point, d: Point): Point {
  const denominator = (b.x - a.x) * (d.y - c.y) - (b.y - a.y) * (d.x - c.x);
  if (Math.abs(denominator) < 1e-6) return b;
  const t = ((c.x - a.x) * (d.y - c.y) - (c.y - a.y) * (d.x - c.x)) / denominator;
  return { x: a.x + t * (b.x - a.x), y: a.y + t * (b.y - a.y) };
}
