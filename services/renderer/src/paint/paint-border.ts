import type { Sides } from "@placard/templates/scene";
import type { CanvasRenderingContext2D } from "canvas";
import type { BorderCommand, BorderSide } from "./commands.ts";
import { strokeDashed } from "./dashes.ts";
import { insetRoundedRect, traceRoundedRect, type RoundedRect } from "./rounded-rect.ts";

const sideNames = ["top", "right", "bottom", "left"] as const;
type SideName = (typeof sideNames)[number];

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Paints a border: at once if its sides look the same, otherwise each side up to the miters of its corners. */
export function paintBorder(context: CanvasRenderingContext2D, { shape, sides }: BorderCommand): void {
  const inner = insetRoundedRect(shape, {
    top: sides.top.width,
    right: sides.right.width,
    bottom: sides.bottom.width,
    left: sides.left.width,
  });
  const visible = sideNames.filter((name) => sides[name].width > 0);
  const first = sides[visible[0] ?? "top"];
  const isUniform = visible.every(
    (name) => sides[name].color === first.color && sides[name].style === "solid",
  );
  if (isUniform) {
    context.beginPath();
    traceRoundedRect(context, shape);
    traceRoundedRect(context, inner);
    context.fillStyle = first.color;
    return context.fill("evenodd");
  }
  for (const name of visible) paintSide(context, { shape, inner, sides, name });
}

interface Side {
  readonly shape: RoundedRect;
  readonly inner: RoundedRect;
  readonly sides: Sides<BorderSide>;
  readonly name: SideName;
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
  context.beginPath();
  const [start, ...rest] = polygonOf(side);
  context.moveTo(start!.x, start!.y);
  for (const { x, y } of rest) context.lineTo(x, y);
  context.closePath();
  if (style === "solid") {
    context.fillStyle = color;
    context.fill();
  } else {
    context.clip();
    strokeDashed(context, shape, sides, name);
  }
  context.restore();
}

/** A side up to the lines from the outer to the inner corners, which end where the inner corners are no longer round. */
function polygonOf({ shape, inner, name }: Side): readonly Point[] {
  const outer = cornersOf(shape);
  const inside = cornersOf(inner);
  const end = (index: number): Point => {
    const corner = inside[index]!;
    const radius = [
      inner.radii?.topLeft,
      inner.radii?.topRight,
      inner.radii?.bottomRight,
      inner.radii?.bottomLeft,
    ][index];
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

/** Where the line through two points meets the line through two others; the second point if they are parallel. */
function intersection(a: Point, b: Point, c: Point, d: Point): Point {
  const denominator = (b.x - a.x) * (d.y - c.y) - (b.y - a.y) * (d.x - c.x);
  if (Math.abs(denominator) < 1e-6) return b;
  const t = ((c.x - a.x) * (d.y - c.y) - (c.y - a.y) * (d.x - c.x)) / denominator;
  return { x: a.x + t * (b.x - a.x), y: a.y + t * (b.y - a.y) };
}
