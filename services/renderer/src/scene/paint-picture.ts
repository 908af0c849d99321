import type { Radius } from "@placard/templates";
import { createCanvas, createImageData, type CanvasRenderingContext2D } from "canvas";
import type { Place } from "./layout.ts";
import { roundedArea } from "./rounded-area.ts";

/** A decoded picture, as large as the place it is for. */
export interface Picture {
  /** Pixels. */
  width: number;
  /** Pixels. */
  height: number;
  /** Row by row: red, green, blue and alpha (not premultiplied), a byte each. */
  rgba: Uint8Array;
}

/** Paints a picture into its place, within rounded corners, over what is there. */
export function paintPicture(
  context: CanvasRenderingContext2D,
  { width, height, rgba }: Picture,
  place: Place,
  radius: Radius,
): void {
  const canvas = createCanvas(width, height);
  const pixels = new Uint8ClampedArray(rgba.buffer, rgba.byteOffset, rgba.byteLength);
  canvas.getContext("2d").putImageData(createImageData(pixels, width, height), 0, 0); // knows no clip, hence a canvas
  context.save();
  roundedArea(context, place, radius);
  context.clip();
  context.drawImage(canvas, place.x, place.y, place.width, place.height);
  context.restore();
  canvas.width = canvas.height = 0; // frees the pixels now, not when collected
}
