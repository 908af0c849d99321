import { directionOf, firstStrong, type Box, type Direction, type Text } from "@placard/templates";
import type { CanvasGradient, CanvasRenderingContext2D } from "canvas";
import type { Breath } from "./breath.ts";
import { directLines } from "./direct-lines.ts";
import { fillStyleOf } from "./fill.ts";
import type { Place, Placed } from "./layout.ts";
import { paintPicture, type Picture } from "./paint-picture.ts";
import { sharedPicture } from "./picture-cache.ts";
import { roundedArea } from "./rounded-area.ts";
import type { SetText } from "./set-text.ts";
import { fontOf } from "./text-width.ts";

/** From a line's middle to its baseline, in ems: half the height of Inter's capitals, so that these stand centred. */
const baselineDrop = 0.3636;

/**
 * Paints nodes in their order; an image node shows `picture`, and a text without a letter runs as the card does. Leaves
 * the context's state changed.
 */
export async function paint(
  context: CanvasRenderingContext2D,
  placed: readonly Placed[],
  { direction, picture, breath }: { direction: Direction; picture?: Picture | undefined; breath: Breath },
): Promise<void> {
  for (const item of placed) {
    if ("set" in item) await paintText(context, item, { direction, breath });
    else if (item.node.kind === "box") paintBox(context, item.node, item);
    else if (picture) paintPicture(context, picture, item, item.node.radius ?? 0);
  }
}

function paintBox(context: CanvasRenderingContext2D, box: Box, place: Place): void {
  const { fill } = box;
  if (!fill) return;
  if (typeof fill === "string") return fillBox(context, box, fill, place);
  const atOrigin = { ...place, x: 0, y: 0 };
  const key = JSON.stringify([place.width, place.height, box.radius, fill]);
  const picture = sharedPicture(key, place, (own) =>
    fillBox(own, box, fillStyleOf(own, fill, atOrigin), atOrigin),
  );
  context.drawImage(picture, place.x, place.y);
}

function fillBox(
  context: CanvasRenderingContext2D,
  { radius = 0 }: Box,
  fill: string | CanvasGradient,
  place: Place,
): void {
  roundedArea(context, place, radius);
  context.fillStyle = fill;
  context.fill();
}

async function paintText(
  context: CanvasRenderingContext2D,
  { node: text, set, ...place }: Place & { node: Text; set: SetText },
  card: { direction: Direction; breath: Breath },
): Promise<void> {
  const direction = firstStrong(text.text) ? directionOf(text.text) : card.direction;
  context.font = fontOf(text.weight, set.size);
  context.fillStyle = text.color;
  context.direction = direction;
  context.lang = set.language;
  const align = {
    start: direction === "ltr" ? "left" : "right",
    center: "center",
    end: direction === "ltr" ? "right" : "left",
  } as const;
  const side = align[text.align ?? "start"];
  const share = { left: 0, center: 0.5, right: 1 }[side];
  context.textAlign = side;
  for (const [index, line] of directLines(set.lines, direction).entries()) {
    if (card.breath.isDue()) await card.breath.take();
    const middle = place.y + (index + 0.5) * set.lineHeight;
    context.fillText(line, place.x + share * place.width, Math.round(middle + baselineDrop * set.size));
  }
}
