import type { ElementBox, RenderJob } from "@placard/contracts";
import type { CompiledTemplate } from "@placard/templates";
import { elementBoxes } from "./layout/element-boxes.ts";
import { renderImage, type EncodedImage, type RenderOptions } from "./render-image.ts";

/** What a job is rendered from. */
export type CardJob = Pick<RenderJob, "recipe" | "isPreview" | "isWatermarked">;

/** The image of a job. */
export interface RenderedCard extends Omit<EncodedImage, "root"> {
  /** Only of a preview. */
  boxes: readonly ElementBox[] | undefined;
}

/** Renders the image of a job in this process. Rejects as `renderImage`. */
export async function renderCard(
  template: CompiledTemplate,
  { recipe, isPreview = false, isWatermarked = false }: CardJob,
  options: Omit<RenderOptions, "isWatermarked">,
): Promise<RenderedCard> {
  const { root, ...image } = await renderImage(template, recipe, { ...options, isWatermarked });
  return { ...image, boxes: isPreview ? elementBoxes(root, recipe.scale) : undefined };
}
