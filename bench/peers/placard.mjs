import { readBuiltInTemplate } from "../../packages/template-store/dist/index.js";
import { createEngine } from "../../packages/engine/dist/index.js";
import { height, quality, width } from "./card.mjs";

const engine = createEngine();
const blog = readBuiltInTemplate("blog");

export async function render({ data, options: { format } }) {
  return (await engine.render(blog, { data, width, height, format, quality })).bytes;
}
