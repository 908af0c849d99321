import type { Warning } from "./warnings.ts";

/** How a text that has less room than it needs was rendered. */
export type TextFit = "omitted" | "truncated";

const messages: Record<TextFit, (field: string) => string> = {
  omitted: (field) =>
    `There was no room for “${field}”; the card was rendered without it. Shorten the texts or request a larger image.`,
  truncated: (field) =>
    `“${field}” is too long for this card and was cut off. Shorten it or request a larger image.`,
};

export function textFitWarning(fit: TextFit, field: string): Warning {
  return { code: "text_truncated", field, message: messages[fit](field) };
}

/** Which of the warnings of `textFitWarning` a warning is; undefined if it is none of them. */
export function textFitOf({ code, field, message }: Warning): TextFit | undefined {
  if (code !== "text_truncated") return undefined;
  return (["truncated", "omitted"] as const).find((fit) => message === messages[fit](field));
}
