import type { Recipe } from "@placard/contracts";

/** The title of an image for lists: the `title` or `name` of its data, or else its first text. */
export function titleOf({ data }: Pick<Recipe, "data">): string {
  const named = [data["title"], data["name"]].find((value) => typeof value === "string");
  return named ?? textsOf(data)[0] ?? "";
}

/** The words of a search, in lower case. */
export function searchWordsOf(query: string): string[] {
  return query
    .normalize("NFC")
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
}

/**
 * Whether an image's texts or template ID contain every word of searchWordsOf, or the word is its whole ID.
 * Short words are part of many random IDs.
 */
export function containsWords(
  { id, recipe }: { id: string; recipe: Pick<Recipe, "data" | "template"> },
  words: readonly string[],
): boolean {
  const searched = [...textsOf(recipe.data), recipe.template.id].join("\n").toLowerCase();
  return words.every((word) => searched.includes(word) || word === id.toLowerCase());
}

/** All texts of an image's data, also those in lists, in their order. */
function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsOf) : [];
}
