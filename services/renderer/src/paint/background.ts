import type { Canvas, Disc, Glow, Layer, Rules, Scene, Ticket } from "@placard/templates";
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
    case "glow":
      return paintGlow(context, layer, canvas);
    case "disc":
      return paintDisc(context, layer);
    case "rules":
      return paintRules(context, layer, canvas);
    case "ticket":
      return paintTicket(context, layer);
  }
}

function paintGlow(
  context: CanvasRenderingContext2D,
  { x, y, radius, color, strength }: Glow,
  canvas: Canvas,
): void {
  const gradient = context.createRadialGradient(x, y, 0, x, y, radius);
  const steps = 8;
  for (let step = 0; step <= steps; step++) {
    const distance = step / steps;
    // Smoothstep: a linear gradient has a visible rim and a bright spot.
    const alpha = Math.round(255 * strength * (1 - distance * distance * (3 - 2 * distance)));
    gradient.addColorStop(distance, color + alpha.toString(16).padStart(2, "0"));
  }
  context.fillStyle = gradient;
  context.fillRect(0, 0, canvas.width, canvas.height);
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
  { at, thickness, color }: Rules,
  { height }: Canvas,
): void {
  context.fillStyle = color;
  for (const x of at) context.fillRect(x, 0, thickness, height);
}

function paintTicket(context: CanvasRenderingContext2D, ticket: Ticket): void {
  const { x, y, width, height, tear, notch, direction } = ticket;
  const upright = direction === "upright";
  const stub = upright ? { x, y, width: tear, height } : { x, y, width, height: tear };
  const body = upright
    ? { x: x + tear, y, width: width - tear, height }
    : { x, y: y + tear, width, height: height - tear };
  context.save();
  clipToTicket(context, ticket);
  for (const [area, fill] of [
    [stub, ticket.stub],
    [body, ticket.body],
  ] as const) {
    context.fillStyle = fillStyleOf(context, fill, area);
    context.fillRect(area.x, area.y, area.width, area.height);
  }
  paintPerforation(context, ticket, notch);
  context.restore();
}

/** Clips to a rounded rectangle with a semicircular notch at both ends of the perforation. */
function clipToTicket(
  context: CanvasRenderingContext2D,
  { x, y, width, height, radius, tear, notch, direction }: Ticket,
): void {
  context.beginPath();
  context.roundRect(x, y, width, height, radius);
  const notches =
    direction === "upright"
      ? [
          [x + tear, y],
          [x + tear, y + height],
        ]
      : [
          [x, y + tear],
          [x + width, y + tear],
        ];
  for (const [notchX = 0, notchY = 0] of notches) {
    context.moveTo(notchX + notch, notchY);
    context.arc(notchX, notchY, notch, 0, 2 * Math.PI, true);
  }
  context.clip("evenodd");
}

function paintPerforation(
  context: CanvasRenderingContext2D,
  { x, y, width, height, tear, direction, body }: Ticket,
  notch: number,
): void {
  const hole = Math.max(1, notch * 0.16);
  context.fillStyle = typeof body === "string" ? body : (body.stops[0]?.[1] ?? "");
  const length = direction === "upright" ? height : width;
  for (let at = notch * 1.8; at <= length - notch * 1.5; at += hole * 5) {
    context.beginPath();
    const [holeX, holeY] = direction === "upright" ? [x + tear, y + at] : [x + at, y + tear];
    context.arc(holeX, holeY, hole, 0, 2 * Math.PI);
    context.fill();
  }
}
