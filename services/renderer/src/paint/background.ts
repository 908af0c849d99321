import type { Canvas, Disc, Layer, Rules, Scene, Ticket } from "@placard/templates";
import type { CanvasRenderingContext2D } from "canvas";
import { cachedBackground } from "./cached-background.ts";
import { fillStyleOf } from "./shapes.ts";

/** Covers a canvas with a scene's background, which is cached for all cards that share it. */
export function paintBackground(context: CanvasRenderingContext2D, scene: Scene, canvas: Canvas): void {
  const { background: layers, direction } = scene;
  const key = JSON.stringify([canvas.width, canvas.height, direction, layers]);
  const background = cachedBackground(key, canvas, (cacheContext) => {
    if (direction === "rtl") {
      cacheContext.translate(canvas.width, 0);
      cacheContext.scale(-1, 1);
    }
    for (const layer of layers) paintLayer(cacheContext, layer, canvas);
  });
  context.globalCompositeOperation = "copy"; // replaces the pixels of the previous card in half the time of blending
  context.drawImage(background, 0, 0);
  context.globalCompositeOperation = "source-over";
}

function paintLayer(context: CanvasRenderingContext2D, layer: Layer, canvas: Canvas): void {
  switch (layer.kind) {
    case "cover":
      context.fillStyle = fillStyleOf(context, layer.fill, { x: 0, y: 0, ...canvas });
      return context.fillRect(0, 0, canvas.width, canvas.height);
    case "disc":
      return paintDisc(context, layer);
    case "rules":
      return paintRules(context, layer, canvas);
    case "ticket":
      return paintTicket(context, layer);
  }
}

function paintDisc(context: CanvasRenderingContext2D, { x, y, radius, fill, thickness }: Disc): void {
  const style = fillStyleOf(context, fill, {
    x: x - radius,
    y: y - radius,
    width: 2 * radius,
    height: 2 * radius,
  });
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  if (thickness === undefined) {
    context.fillStyle = style;
    return context.fill();
  }
  context.strokeStyle = style;
  context.lineWidth = thickness;
  context.stroke();
}

function paintRules(
  context: CanvasRenderingContext2D,
  { positions, thickness, color }: Rules,
  { height }: Canvas,
): void {
  context.fillStyle = color;
  for (const x of positions) context.fillRect(x, 0, thickness, height);
}

function paintTicket(context: CanvasRenderingContext2D, ticket: Ticket): void {
  const { x, y, width, height, stubLength, perforation } = ticket;
  const isVertical = perforation === "vertical";
  const stub = isVertical ? { x, y, width: stubLength, height } : { x, y, width, height: stubLength };
  const body = isVertical
    ? { x: x + stubLength, y, width: width - stubLength, height }
    : { x, y: y + stubLength, width, height: height - stubLength };
  context.save();
  clipToTicket(context, ticket);
  for (const [area, fill] of [
    [stub, ticket.stubFill],
    [body, ticket.bodyFill],
  ] as const) {
    context.fillStyle = fillStyleOf(context, fill, area);
    context.fillRect(area.x, area.y, area.width, area.height);
  }
  paintPerforation(context, ticket);
  context.restore();
}

/** Clips to a rounded rectangle with a semicircular notch at both ends of the perforation. */
function clipToTicket(
  context: CanvasRenderingContext2D,
  { x, y, width, height, radius, stubLength, notchRadius, perforation }: Ticket,
): void {
  context.beginPath();
  context.roundRect(x, y, width, height, radius);
  const notches =
    perforation === "vertical"
      ? [
          [x + stubLength, y],
          [x + stubLength, y + height],
        ]
      : [
          [x, y + stubLength],
          [x + width, y + stubLength],
        ];
  for (const [notchX = 0, notchY = 0] of notches) {
    context.moveTo(notchX + notchRadius, notchY);
    context.arc(notchX, notchY, notchRadius, 0, 2 * Math.PI, true);
  }
  context.clip("evenodd");
}

function paintPerforation(
  context: CanvasRenderingContext2D,
  { x, y, width, height, stubLength, perforation, bodyFill, notchRadius }: Ticket,
): void {
  const hole = Math.max(1, notchRadius * 0.16);
  context.fillStyle = typeof bodyFill === "string" ? bodyFill : (bodyFill.stops[0]?.[1] ?? "");
  const length = perforation === "vertical" ? height : width;
  for (let at = notchRadius * 1.8; at <= length - notchRadius * 1.5; at += hole * 5) {
    context.beginPath();
    const [holeX, holeY] = perforation === "vertical" ? [x + stubLength, y + at] : [x + at, y + stubLength];
    context.arc(holeX, holeY, hole, 0, 2 * Math.PI);
    context.fill();
  }
}
