import { readBuiltInTemplates } from "../../packages/template-store/dist/index.js";
import { renderImage } from "../../services/renderer/dist/render-image.js";
import { card } from "../cards.mjs";

const builtInTemplates = readBuiltInTemplates();

export const name = "Placard";

export async function render(_, format, i) {
  return (await renderImage(builtInTemplates.blog, card(i, format))).bytes;
}
