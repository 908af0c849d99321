import type { Area, Radius } from "@placard/templates";
import type { CanvasRenderingContext2D } from "canvas";

/** Begins a path around an area with rounded corners. */
export function roundedArea(
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
