import type { Canvas, Scene } from "@placard/templates";
import type { CanvasRenderingContext2D } from "canvas";
import { paintLayer } from "./paint-layer.ts";
import { sharedPicture } from "./picture-cache.ts";

/** Covers a canvas with a scene's background; it is painted once for all cards that share it. */
export function paintBackground(context: CanvasRenderingContext2D, scene: Scene, canvas: Canvas): void {
  const { background, direction } = scene;
  const key = JSON.stringify([canvas.width, canvas.height, direction, background]);
  const picture = sharedPicture(key, canvas, (own) => {
    if (direction === "rtl") {
      own.translate(canvas.width, 0);
      own.scale(-1, 1);
    }
    for (const layer of background) paintLayer(own, layer, canvas);
  });
  context.globalCompositeOperation = "copy"; // replaces what the card before left, at half the cost of blending
  context.drawImage(picture, 0, 0);
  context.globalCompositeOperation = "source-over";
}
