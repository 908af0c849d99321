// satori converts text to paths, so resvg needs no fonts. resvg encodes PNG only; sharp encodes the other formats.
import { readFile } from "node:fs/promises";
import { Resvg } from "@resvg/resvg-js";
import satori from "satori";
import { height, width } from "./card.mjs";
import { tree } from "./css.mjs";
import { fontFiles } from "./fonts.mjs";
import { throughSharp } from "./through-sharp.mjs";

export const name = "satori + @resvg/resvg-js";

const fonts = await Promise.all(
  Object.entries(fontFiles).map(async ([weight, file]) => ({
    name: "Inter",
    data: await readFile(file),
    weight: Number(weight),
  })),
);

const element = (style, children) => ({ type: "div", props: { style, children } });

export async function render(described, format) {
  const svg = await satori(tree(described, { box: element, text: element }), { width, height, fonts });
  const image = new Resvg(svg, { font: { loadSystemFonts: false } }).render();
  return format === "png" ? image.asPng() : throughSharp(image.pixels, format);
}
