// As its documentation recommends: one renderer, fonts registered once, format and quality passed to
// `render`.
import { Renderer } from "@takumi-rs/core";
import { createCard, height, quality, width } from "./card.mjs";
import { fonts } from "./fonts.mjs";

const renderer = new Renderer();
for (const font of fonts) await renderer.registerFont(font);

const nodes = {
  box: (style, children) => ({ type: "container", style, children }),
  text: (style, text) => ({ type: "text", style, text }),
};

export function render({ data, options: { format } }) {
  const options = { width, height, format, ...(format !== "png" && { quality }) };
  return renderer.render(createCard(data, nodes), options);
}
