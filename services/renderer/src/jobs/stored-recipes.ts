import {
  formatStoredRecipe,
  recipeKey,
  type Recipe,
  type RenderJob,
  type RenderReport,
} from "@placard/contracts";
import type { Platform } from "../platform.ts";

/** Stores the recipe of a job's image, with the warnings or the failure of the render. */
export type StoreRecipe = (
  job: RenderJob,
  outcome: Pick<RenderReport, "warnings" | "failure">,
) => Promise<void>;

/**
 * Creates the function that stores what an image can be rendered from again, unless its link expires. An
 * expiring link contains everything, and nothing may be kept longer than it is valid.
 * @param storeBuiltIn stores the document of a built-in template, if the hash belongs to one
 */
export function createStoreRecipe(
  { store, now, settings }: Platform,
  storeBuiltIn: (hash: string) => Promise<void>,
): StoreRecipe {
  return async ({ id, recipe, expiresAt, requestId, keyId, warnings: ofRequest = [] }, outcome) => {
    if (expiresAt !== undefined) return;
    const storedAt = now();
    await storeBuiltIn(recipe.template.hash);
    const warnings = [...(outcome.warnings ?? []), ...ofRequest];
    const report = {
      requestId,
      ...(keyId !== undefined && { keyId }),
      ...(warnings.length > 0 && { warnings }),
      ...(outcome.failure && { failure: outcome.failure }),
    };
    await store.put(recipeKey(id), Buffer.from(formatStoredRecipe({ recipe, report })), {
      contentType: "application/json",
      storedAt,
      expiresAt: storedAt + 1000 * settings.RECIPE_TTL,
      userMetadata: userMetadataOf(recipe),
    });
  };
}

/** The metadata of what is stored for a recipe. */
export function userMetadataOf(recipe: Recipe): Record<string, string> {
  return { owner: recipe.owner, template: templateNameOf(recipe) };
}

/** The template of a recipe, with its version: `blog@3`. */
export function templateNameOf({ template: { id, version } }: Recipe): string {
  return `${id}@${version}`;
}
