import type { Area, Fill, Gradient, Radius } from "@placard/templates";
import type { CanvasGradient, CanvasRenderingContext2D } from "canvas";

/** The canvas fill style for an area. A gradient runs from corner to corner, as in CSS. */
export function fillStyleOf(
  context: CanvasRenderingContext2D,
  fill: Fill,
  area: Area,
): string | CanvasGradient {
  return typeof fill === "string" ? fill : createGradient(context, fill, area);
}

function createGradient(
  context: CanvasRenderingContext2D,
  { angle, stops }: Gradient,
  area: Area,
): CanvasGradient {
  const radians = (angle * Math.PI) / 180;
  const [dx, dy] = [Math.sin(radians), -Math.cos(radians)];
  const halfLength = (Math.abs(area.width * dx) + Math.abs(area.height * dy)) / 2;
  const [x, y] = [area.x + area.width / 2, area.y + area.height / 2];
  const gradient = context.createLinearGradient(
    x - dx * halfLength,
    y - dy * halfLength,
    x + dx * halfLength,
    y + dy * halfLength,
  );
  for (const [offset, color] of stops) gradient.addColorStop(offset, color);
  return gradient;
}

/** Starts a path around an area with rounded corners. */
export function traceRoundedRect(
  context: CanvasRenderingContext2D,
  { x, y, width, height }: Area,
  radius: Radius,
): void {
  context.beginPath();
  context.roundRect(
    x,
    y,
    width,
    height,
    typeof radius === "number" ? Math.min(radius, Math.min(width, height) / 2) : [...radius],
  );
}
