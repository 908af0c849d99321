// Only draws: gets positions and line breaks as input. Uses the fonts of fontconfig, which run.mjs configures.
import sharp from "sharp";
import { baselineDrop, gradientLine, height, width } from "./card.mjs";
import { encodeWithSharp } from "./through-sharp.mjs";

export const name = "SVG through sharp";

export function render({ background, placed }, format) {
  const paints = [];
  const shapes = [
    ...background.map((layer) => layerOf(layer, paints)),
    ...placed.map((item) => itemOf(item, paints)),
  ];
  const size = `width="${width}" height="${height}"`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size}><defs>${paints.join("")}</defs>${shapes.join("")}</svg>`;
  return encodeWithSharp(sharp(Buffer.from(svg)).removeAlpha(), format);
}

function layerOf(layer, paints) {
  const { x, y, radius, thickness } = layer;
  switch (layer.kind) {
    case "cover":
      return rect({ x: 0, y: 0, width, height }, layer.fill, paints);
    case "rules":
      return layer.positions
        .map((each) => rect({ x: each, y: 0, width: layer.thickness, height }, layer.color, paints))
        .join("");
    case "disc": {
      const area = { x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius };
      const paint = paintOf(layer.fill, area, paints);
      const attributes =
        thickness === undefined
          ? `fill="${paint}"`
          : `fill="none" stroke="${paint}" stroke-width="${thickness}"`;
      return `<circle cx="${x}" cy="${y}" r="${radius}" ${attributes}/>`;
    }
    default:
      throw new Error(`Unsupported background layer: ${layer.kind}`);
  }
}

function itemOf(item, paints) {
  if (item.kind === "box") return rect(item, item.fill, paints, item.radius);
  const { x, y, color, weight, size, lineHeight, lines } = item;
  const spans = lines.map((line, index) => {
    const baseline = Math.round(y + (index + 0.5) * lineHeight + baselineDrop * size);
    return `<tspan x="${x}" y="${baseline}">${escapeXml(line)}</tspan>`;
  });
  return `<text font-family="Inter" font-weight="${weight}" font-size="${size}" fill="${color}">${spans.join("")}</text>`;
}

function rect(area, fill, paints, radius = 0) {
  const corner = radius ? ` rx="${Math.min(radius, area.width / 2, area.height / 2)}"` : "";
  return `<rect x="${area.x}" y="${area.y}" width="${area.width}" height="${area.height}"${corner} fill="${paintOf(fill, area, paints)}"/>`;
}

function paintOf(fill, area, paints) {
  if (typeof fill === "string") return fill;
  const { x1, y1, x2, y2 } = gradientLine(fill, area);
  const points = `x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}"`;
  return define(
    (id) =>
      `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" ${points}>${stopsOf(fill.stops)}</linearGradient>`,
    paints,
  );
}

function define(gradient, paints) {
  const id = `paint${paints.length}`;
  paints.push(gradient(id));
  return `url(#${id})`;
}

function stopsOf(stops) {
  return stops.map(([offset, color]) => `<stop offset="${offset}" stop-color="${color}"/>`).join("");
}

function escapeXml(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
