// As its documentation recommends: one renderer, fonts registered once, format and quality passed to `render`.
import { readFile } from "node:fs/promises";
import { Renderer } from "@takumi-rs/core";
import { height, quality, width } from "./card.mjs";
import { tree } from "./css.mjs";
import { fontFiles } from "./fonts.mjs";

export const name = "@takumi-rs/core";

const renderer = new Renderer();
for (const [weight, file] of Object.entries(fontFiles))
  await renderer.registerFont({ name: "Inter", data: await readFile(file), weight: Number(weight) });

const nodes = {
  box: (style, children) => ({ type: "container", style, children }),
  text: (style, text) => ({ type: "text", style, text }),
};

export function render(described, format) {
  const options = { width, height, format, ...(format !== "png" && { quality }) };
  return renderer.render(tree(described, nodes), options);
}
