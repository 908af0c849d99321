import {
  detectDirection,
  firstStrongType,
  type Area,
  type Box,
  type Direction,
  type Radius,
  type Text,
} from "@placard/templates";
import { createCanvas, createImageData, type CanvasGradient, type CanvasRenderingContext2D } from "canvas";
import type { PlacedNode } from "../layout/layout.ts";
import type { RemoteImage } from "../remote-images/remote-images.ts";
import { addBidiMarks } from "../text/bidi-lines.ts";
import { fontOf } from "../text/text-metrics.ts";
import type { TypesetText } from "../text/typeset.ts";
import { cachedBackground } from "./cached-background.ts";
import { fillStyleOf, traceRoundedRect } from "./shapes.ts";
import type { TimeSlice } from "./time-slice.ts";

/** From the middle of a line to its baseline, in ems: half the height of Inter's capitals, which centers them. */
const baselineOffset = 0.3636;

interface PaintOptions {
  /** The card's direction: that of texts without a letter. */
  direction: Direction;
  /** The remote images that image nodes show, by data field. */
  remoteImages: ReadonlyMap<string, RemoteImage>;
  timeSlice: TimeSlice;
}

/** Paints nodes in their order, and yields to the event loop where necessary. Leaves the context's state changed. */
export async function paintNodes(
  context: CanvasRenderingContext2D,
  nodes: readonly PlacedNode[],
  { direction, remoteImages, timeSlice }: PaintOptions,
): Promise<void> {
  for (const placed of nodes) {
    if ("typeset" in placed) await paintText(context, placed, { direction, timeSlice });
    else if (placed.node.kind === "box") paintBox(context, placed.node, placed);
    else {
      const remoteImage = remoteImages.get(placed.node.field);
      if (remoteImage) paintRemoteImage(context, remoteImage, placed, placed.node.radius ?? 0);
    }
  }
}

function paintBox(context: CanvasRenderingContext2D, box: Box, area: Area): void {
  const { fill } = box;
  if (!fill) return;
  if (typeof fill === "string") return fillBox(context, box, fill, area);
  const atOrigin = { ...area, x: 0, y: 0 };
  const key = JSON.stringify([area.width, area.height, box.radius, fill]);
  const background = cachedBackground(key, area, (cacheContext) =>
    fillBox(cacheContext, box, fillStyleOf(cacheContext, fill, atOrigin), atOrigin),
  );
  context.drawImage(background, area.x, area.y);
}

function fillBox(
  context: CanvasRenderingContext2D,
  { radius = 0 }: Box,
  fill: string | CanvasGradient,
  area: Area,
): void {
  traceRoundedRect(context, area, radius);
  context.fillStyle = fill;
  context.fill();
}

async function paintText(
  context: CanvasRenderingContext2D,
  { node: text, typeset, ...area }: Area & { node: Text; typeset: TypesetText },
  card: { direction: Direction; timeSlice: TimeSlice },
): Promise<void> {
  const direction = firstStrongType(text.text) ? detectDirection(text.text) : card.direction;
  context.font = fontOf(text.weight, typeset.size);
  context.fillStyle = text.color;
  context.direction = direction;
  context.lang = typeset.language;
  const align = {
    start: direction === "ltr" ? "left" : "right",
    center: "center",
    end: direction === "ltr" ? "right" : "left",
  } as const;
  const side = align[text.align ?? "start"];
  const share = { left: 0, center: 0.5, right: 1 }[side];
  context.textAlign = side;
  for (const [index, line] of addBidiMarks(typeset.lines, direction).entries()) {
    if (card.timeSlice.isUsedUp()) await card.timeSlice.yieldToEventLoop();
    const middle = area.y + (index + 0.5) * typeset.lineHeight;
    const baseline = Math.round(middle + baselineOffset * typeset.size);
    context.fillText(line, area.x + share * area.width, baseline);
  }
}

function paintRemoteImage(
  context: CanvasRenderingContext2D,
  { width, height, rgba }: RemoteImage,
  area: Area,
  radius: Radius,
): void {
  const canvas = createCanvas(width, height);
  const pixels = new Uint8ClampedArray(rgba.buffer, rgba.byteOffset, rgba.byteLength);
  canvas.getContext("2d").putImageData(createImageData(pixels, width, height), 0, 0); // putImageData ignores clipping
  context.save();
  traceRoundedRect(context, area, radius);
  context.clip();
  context.drawImage(canvas, area.x, area.y, area.width, area.height);
  context.restore();
  canvas.width = canvas.height = 0; // frees the pixels now instead of on collection
}
