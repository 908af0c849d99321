// Only draws: gets positions and line breaks as input.
import { createCanvas, GlobalFonts } from "@napi-rs/canvas";
import { baselineDrop, gradientLine, height, quality, width } from "./card.mjs";
import { fontFiles } from "./fonts.mjs";

export const name = "@napi-rs/canvas";

for (const file of Object.values(fontFiles)) GlobalFonts.registerFromPath(file, "Inter");

const canvas = createCanvas(width, height);
const context = canvas.getContext("2d");

export function render({ background, placed }, format) {
  for (const layer of background) paintLayer(layer);
  for (const item of placed) (item.kind === "text" ? paintText : paintBox)(item);
  return format === "png" ? canvas.encode("png") : canvas.encode(format, quality);
}

function paintLayer(layer) {
  const { x, y, radius } = layer;
  context.beginPath();
  switch (layer.kind) {
    case "cover":
      context.fillStyle = styleOf(layer.fill, { x: 0, y: 0, width, height });
      return context.fillRect(0, 0, width, height);
    case "rules":
      context.fillStyle = layer.color;
      return layer.positions.forEach((each) => context.fillRect(each, 0, layer.thickness, height));
    case "disc": {
      const style = styleOf(layer.fill, {
        x: x - radius,
        y: y - radius,
        width: 2 * radius,
        height: 2 * radius,
      });
      context.arc(x, y, radius, 0, 2 * Math.PI);
      if (layer.thickness === undefined) {
        context.fillStyle = style;
        return context.fill();
      }
      context.strokeStyle = style;
      context.lineWidth = layer.thickness;
      return context.stroke();
    }
    default:
      throw new Error(`Unsupported background layer: ${layer.kind}`);
  }
}

function styleOf(fill, area) {
  if (typeof fill === "string") return fill;
  const { x1, y1, x2, y2 } = gradientLine(fill, area);
  const gradient = context.createLinearGradient(x1, y1, x2, y2);
  for (const [offset, color] of fill.stops) gradient.addColorStop(offset, color);
  return gradient;
}

function paintBox({ fill, radius, ...area }) {
  context.beginPath();
  const corner = typeof radius === "number" ? Math.min(radius, area.width / 2, area.height / 2) : radius;
  context.roundRect(area.x, area.y, area.width, area.height, corner);
  context.fillStyle = styleOf(fill, area);
  context.fill();
}

function paintText({ x, y, color, weight, size, lineHeight, lines }) {
  context.font = `${weight} ${size}px Inter`;
  context.fillStyle = color;
  lines.forEach((line, index) =>
    context.fillText(line, x, Math.round(y + (index + 0.5) * lineHeight + baselineDrop * size)),
  );
}
