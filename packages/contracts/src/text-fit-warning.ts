import type { Warning } from "./warnings.ts";

/**
 * How a text that is not complete was rendered. `beyondCard`: the edge of the card cuts it off. `hidden`: by
 * `display: none` or a condition of the template.
 */
export type TextFit = "omitted" | "truncated" | "beyondCard" | "hidden";

const messages: Record<TextFit, (field: string) => string> = {
  omitted: (field) =>
    `There was no room for “${field}”; the card was rendered without it. Shorten the texts or request a larger image.`,
  truncated: (field) =>
    `“${field}” is too long for this card and was cut off. Shorten it or request a larger image.`,
  beyondCard: (field) =>
    `“${field}” is cut off by the edge of the card. Move it, let it wrap, shorten it, or request a larger image.`,
  hidden: (field) =>
    `The template does not show “${field}” at this size or with this data. Request another size, or leave it out.`,
};

export function textFitWarning(fit: TextFit, field: string): Warning {
  return { code: "text_truncated", field, message: messages[fit](field) };
}

/** Which of the warnings of `textFitWarning` a warning is; undefined if it is none of them. */
export function textFitOf({ code, field, message }: Warning): TextFit | undefined {
  if (code !== "text_truncated") return undefined;
  return (Object.keys(messages) as TextFit[]).find((fit) => message === messages[fit](field));
}
