import type { TemplateData, Warning } from "@placard/contracts";
import { textsOf, type DataString, type Template } from "@placard/templates";
import { missingGlyphs, type FontCoverage } from "../fonts/coverage.ts";
import type { PlacedNode } from "./layout.ts";

/** How the text of a field was rendered, from the worst to the best. */
const outcomes = ["omitted", "truncated", "shrunk", "complete"] as const;
export type Outcome = (typeof outcomes)[number];

const shorten = "Shorten it or request a larger image.";

const messages: Record<Exclude<Outcome, "complete">, (field: string) => string> = {
  omitted: (field) =>
    `There was no room for “${field}”; the card was rendered without it. Shorten the texts or request a larger image.`,
  truncated: (field) => `“${field}” is too long for this card and was truncated with an ellipsis. ${shorten}`,
  shrunk: (field) => `“${field}” is too long for this card and was set at its smallest size. ${shorten}`,
};

/** Characters named in one message. */
const maxNamedCharacters = 5;

/**
 * Warnings about the texts of a card, in the order of the template's schema: for each field first how its text fitted, then
 * which glyphs it lacks. Without a font coverage, missing glyphs are not reported.
 */
export function textWarnings(
  template: Template,
  data: TemplateData,
  nodes: readonly PlacedNode[],
  coverage: FontCoverage | undefined,
): Warning[] {
  return warningsOf(textsOf(template, data), outcomesOf(nodes), coverage);
}

/** Warnings about texts, by the outcomes of their fields; a field without an outcome was omitted. */
export function warningsOf(
  texts: readonly DataString[],
  outcomesByField: ReadonlyMap<string, Outcome>,
  coverage: FontCoverage | undefined,
): Warning[] {
  return texts.flatMap(({ field, value }): Warning[] => {
    const outcome = outcomesByField.get(field) ?? "omitted";
    const missing = coverage && outcome !== "omitted" ? missingGlyphs(value, coverage) : [];
    return [
      ...(outcome === "complete"
        ? []
        : [{ code: "text_truncated" as const, field, message: messages[outcome](field) }]),
      ...(missing.length === 0
        ? []
        : [{ code: "glyph_missing" as const, field, message: glyphMessage(field, missing) }]),
    ];
  });
}

/** The worse of two outcomes. */
export function worseOf(a: Outcome, b: Outcome): Outcome {
  return outcomes.indexOf(a) < outcomes.indexOf(b) ? a : b;
}

/** The outcome of every field; of a field shown by several texts, the worst. */
function outcomesOf(nodes: readonly PlacedNode[]): Map<string, Outcome> {
  const byField = new Map<string, Outcome>();
  for (const placed of nodes) {
    if (!("typeset" in placed) || placed.node.field === undefined) continue;
    const { field } = placed.node;
    const [outcome, previous] = [outcomeOf(placed), byField.get(field) ?? "complete"];
    byField.set(field, worseOf(outcome, previous));
  }
  return byField;
}

function outcomeOf({ node: { size }, typeset }: Extract<PlacedNode, { typeset: object }>): Outcome {
  if (typeset.lines.length === 0) return "omitted";
  if (typeset.isTruncated) return "truncated";
  return typeof size === "object" && size.min < size.max && typeset.size <= size.min ? "shrunk" : "complete";
}

function glyphMessage(field: string, missing: readonly string[]): string {
  const names = missing.slice(0, maxNamedCharacters).map(nameOf).join(", ");
  const more = missing.length > maxNamedCharacters ? ` and ${missing.length - maxNamedCharacters} more` : "";
  return `No font has ${names}${more} of “${field}”; boxes are shown instead. Replace the characters or install a font that has them.`;
}

/** As U+1F600, followed by the character itself if it can be printed. */
function nameOf(character: string): string {
  const hex = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return /[\p{C}\p{M}]/u.test(character) ? `U+${hex}` : `U+${hex} (${character})`;
}
