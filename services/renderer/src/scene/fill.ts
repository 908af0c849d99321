import type { Area, Fill, Gradient } from "@placard/templates";
import type { CanvasGradient, CanvasRenderingContext2D } from "canvas";

/** What canvas fills an area with. A gradient runs from corner to corner, as in CSS. */
export function fillStyleOf(
  context: CanvasRenderingContext2D,
  fill: Fill,
  area: Area,
): string | CanvasGradient {
  return typeof fill === "string" ? fill : gradientOf(context, fill, area);
}

function gradientOf(
  context: CanvasRenderingContext2D,
  { angle, stops }: Gradient,
  area: Area,
): CanvasGradient {
  const turn = (angle * Math.PI) / 180;
  const [east, south] = [Math.sin(turn), -Math.cos(turn)];
  const reach = (Math.abs(area.width * east) + Math.abs(area.height * south)) / 2;
  const [x, y] = [area.x + area.width / 2, area.y + area.height / 2];
  const gradient = context.createLinearGradient(
    x - east * reach,
    y - south * reach,
    x + east * reach,
    y + south * reach,
  );
  for (const [offset, color] of stops) gradient.addColorStop(offset, color);
  return gradient;
}
