import { imageFormatNames, type ImageFormat } from "@placard/contracts";
import { compileTemplate, fallbackDocument, fallbackRecipe } from "@placard/templates";
import { createEngine } from "../../dist/index.js";

/** Renders the fallback image of cards without a brand in each format. */
export async function renderPlainFallbacks(): Promise<[ImageFormat, Buffer][]> {
  const { template, problems } = compileTemplate(fallbackDocument);
  if (!template) throw new Error(`the card has errors: ${problems.map(({ message }) => message).join("; ")}`);
  return Promise.all(
    imageFormatNames.map(async (format): Promise<[ImageFormat, Buffer]> => {
      const recipe = fallbackRecipe("plain", {}, format);
      const { bytes } = await createEngine().render(template, recipe);
      return [format, bytes];
    }),
  );
}
