// satori converts text to paths, so resvg needs no fonts. resvg encodes PNG only; sharp encodes the other
// formats, with its defaults except for the quality.
import { Resvg } from "@resvg/resvg-js";
import satori from "satori";
import sharp from "sharp";
import { createCard, height, quality, width } from "./card.mjs";
import { fonts } from "./fonts.mjs";

const element = (style, children) => ({ type: "div", props: { style, children } });

export async function render({ data, options: { format } }) {
  const svg = await satori(createCard(data, { box: element, text: element }), { width, height, fonts });
  const image = new Resvg(svg, { font: { loadSystemFonts: false } }).render();
  if (format === "png") return image.asPng();
  const pixels = sharp(image.pixels, { raw: { width, height, channels: 4 } });
  return pixels.removeAlpha().toFormat(format, { quality }).toBuffer();
}
