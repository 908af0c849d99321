import { imageFormats, type Recipe } from "@placard/contracts";
import { drawCard, type DrawnCard } from "../scene/draw-card.ts";

/** Draws a recipe's card. Remote images are not fetched yet: a card that names one is drawn without it. */
export async function drawImage(recipe: Recipe): Promise<DrawnCard> {
  const { bytes, warnings, times } = await drawCard(recipe);
  if (recipe.data["image"] !== undefined) {
    warnings.push({
      code: "image_unavailable",
      field: "image",
      message: "The image could not be had; the card was drawn without it.",
    });
  }
  return { bytes, warnings, times };
}

/** Loads fonts, encoders and the layout engine by drawing once in each format, so that no request waits for them. */
export async function warmUp(): Promise<void> {
  for (const format of imageFormats) {
    await drawCard({
      template: "blog",
      data: { title: "Placard" },
      width: 1200,
      height: 630,
      format,
      quality: 90,
    });
  }
}
