import { builtInTemplates } from "../../packages/templates/dist/index.js";
import { renderImage } from "../../services/renderer/dist/render-image.js";
import { card } from "../cards.mjs";

export const name = "Placard";

export async function render(_, format, i) {
  return (await renderImage(builtInTemplates.blog, card(i, format))).bytes;
}
