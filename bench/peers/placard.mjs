import { drawCard } from "../../services/renderer/dist/scene/draw-card.js";
import { card } from "../cards.mjs";

export const name = "Placard";

export async function draw(_, format, i) {
  return (await drawCard(card(i, format))).bytes;
}
