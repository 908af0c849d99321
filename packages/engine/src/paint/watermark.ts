import type { CanvasRenderingContext2D } from "canvas";
import { bundledFaces } from "../fonts/face-sources.ts";
import { fontRegistry } from "../fonts/font-registry.ts";

const text = "Placard preview";
/** Pixels, for large and small cards. Only two sizes, because Pango leaks memory for each size. */
const [largeFontSize, smallFontSize] = [40, 20];
const fontWeight = 700;
const angle = -Math.PI / 9;
const source = bundledFaces.find(({ weight, style }) => weight === fontWeight && style === "normal");

/** Paints a text in rows over the whole card, light with a dark outline, for every background. */
export function paintWatermark(
  context: CanvasRenderingContext2D,
  { width, height }: { width: number; height: number },
): void {
  if (!source) throw new Error("the bundled font has no bold face");
  const fontSize = Math.min(width, height) < 400 ? smallFontSize : largeFontSize;
  context.save();
  context.resetTransform();
  context.globalAlpha = 1;
  context.globalCompositeOperation = "source-over";
  context.font = `${fontWeight} ${fontSize}px "${fontRegistry.face(source).family}"`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillStyle = "rgba(255, 255, 255, 0.26)";
  context.strokeStyle = "rgba(0, 0, 0, 0.24)";
  context.lineWidth = 1.5;
  context.translate(width / 2, height / 2);
  context.rotate(angle);
  const reach = Math.hypot(width, height) / 2;
  const [columnWidth, rowHeight] = [context.measureText(text).width + 2 * fontSize, 4 * fontSize];
  const [columns, rows] = [Math.ceil(reach / columnWidth), Math.ceil(reach / rowHeight)];
  for (let row = -rows; row <= rows; row++) {
    for (let column = -columns; column <= columns; column++) {
      const x = column * columnWidth + (row % 2 === 0 ? 0 : columnWidth / 2);
      context.strokeText(text, x, row * rowHeight);
      context.fillText(text, x, row * rowHeight);
    }
  }
  context.restore();
}
