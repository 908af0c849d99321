// Builds laid-out cards for the tests of painting.
import { initialStyle } from "@placard/templates";
import type { Border, ElementNode, ImageSource, Style } from "@placard/templates/scene";
import type { PlacedBox, PlacedElement, PlacedImage, Rect } from "../layout/placed.ts";
import type { Images } from "../paint/images.ts";
import { createDisplayList } from "../paint/display-list.ts";
import { Painter } from "../paint/paint-scene.ts";
import { createDrawing } from "../paint/pixels.ts";
import { startTimeSlice } from "../time-slice.ts";

/** An element with its border box as [x, y, width, height]. */
export function placed(
  [x, y, width, height]: readonly [number, number, number, number],
  style: Partial<Style> = {},
  children: readonly PlacedBox[] = [],
  texts: PlacedElement["texts"] = [],
): PlacedElement {
  const node: ElementNode = { kind: "element", path: "", style: { ...initialStyle, ...style }, children: [] };
  return { kind: "element", x, y, width, height, node, em: 0, children, texts };
}

/** A replaced element with its border box as [x, y, width, height]. */
export function placedImage(
  [x, y, width, height]: readonly [number, number, number, number],
  source: ImageSource,
  style: Partial<Style> = {},
): PlacedImage {
  const node = { kind: "image", path: "", style: { ...initialStyle, ...style }, source } as const;
  return { kind: "image", texts: [], x, y, width, height, node, em: 0 };
}

export function rounded(radius: number): Style["borderRadius"] {
  const corner = { x: radius, y: radius };
  return { topLeft: corner, topRight: corner, bottomRight: corner, bottomLeft: corner };
}

export function bordered(width: number, color: string, style: Border["style"] = "solid"): Style["border"] {
  const side = { width, color, style };
  return { top: side, right: side, bottom: side, left: side };
}

export const noImages: Images = {
  remoteSize: () => undefined,
  pixels: () => undefined,
  ground: () => undefined,
};

/** The color of a painted card at a point, as `#rrggbb`. */
export type ColorAt = (x: number, y: number) => string;

/** Paints a card of 100 × 100 px, or of another size. */
export async function paint(
  root: PlacedElement,
  { images = noImages, width = 100, height = 100 }: { images?: Images } & Partial<Rect> = {},
): Promise<ColorAt> {
  const context = createDrawing(width, height);
  await new Painter(0).paint(context, createDisplayList(root, images), {
    images,
    timeSlice: startTimeSlice(),
    width,
    height,
  });
  const { data } = context.getImageData(0, 0, width, height);
  return (x, y) => {
    const start = (y * width + x) * 4;
    return `#${Buffer.from(data.subarray(start, start + 3)).toString("hex")}`;
  };
}
