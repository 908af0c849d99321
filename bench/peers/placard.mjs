import { readBuiltInTemplate } from "../../packages/template-store/dist/index.js";
import { renderImage } from "../../packages/engine/dist/index.js";
import { height, quality, width } from "./card.mjs";

const blog = readBuiltInTemplate("blog");

export async function render({ data, options: { format } }) {
  return (await renderImage(blog, { data, width, height, format, quality })).bytes;
}
