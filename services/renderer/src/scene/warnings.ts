import type { Warning } from "@placard/contracts";
import { visibleFields, type Template } from "@placard/templates";
import type { Coverage } from "../fonts/coverage.ts";
import { missingGlyphs } from "../fonts/missing-glyphs.ts";
import type { Placed } from "./layout.ts";

/** What became of a field, from bad to good. */
type Fate = "left out" | "cut" | "shrunk" | "whole";

const mend = "shorten it or ask for a larger image.";

/** What to say of a field, by its fate. */
const fitMessages: Record<Exclude<Fate, "whole">, (field: string) => string> = {
  "left out": (field) =>
    `There was no room for “${field}”, so the card was drawn without it: shorten the texts or ask for a larger image.`,
  cut: (field) => `“${field}” is too long for this card and was cut with an ellipsis: ${mend}`,
  shrunk: (field) => `“${field}” had to be set at the smallest size there is for it: ${mend}`,
};

/** Characters that one message names. */
const named = 5;

/**
 * What the sender of a card should know of its texts: fields in the order of the template's schema, and of one field first
 * how it fits. Without a coverage, nothing is said of glyphs.
 */
export function textWarnings(
  { data: schema }: Template,
  data: Readonly<Record<string, string>>,
  placed: readonly Placed[],
  coverage: Coverage | undefined,
): Warning[] {
  const shown = visibleFields(data);
  const fates = fatesOf(placed);
  return Object.keys(schema.properties).flatMap((field): Warning[] => {
    const value = shown[field];
    if (value === undefined || field === "image") return [];
    const fate = fates.get(field) ?? "left out";
    const missing = coverage && fate !== "left out" ? missingGlyphs(value, coverage) : [];
    return [
      ...(fate === "whole"
        ? []
        : [{ code: "text_truncated" as const, field, message: fitMessages[fate](field) }]),
      ...(missing.length === 0
        ? []
        : [{ code: "glyph_missing" as const, field, message: glyphMessage(field, missing) }]),
    ];
  });
}

/** The fate of every field that was placed; of one set in several texts, the worst. */
function fatesOf(placed: readonly Placed[]): Map<string, Fate> {
  const order: readonly Fate[] = ["left out", "cut", "shrunk", "whole"];
  const fates = new Map<string, Fate>();
  for (const item of placed) {
    if (!("set" in item) || item.node.field === undefined) continue;
    const { field } = item.node;
    const [fate, known] = [fateOf(item), fates.get(field) ?? "whole"];
    fates.set(field, order.indexOf(fate) < order.indexOf(known) ? fate : known);
  }
  return fates;
}

function fateOf({ node: { size }, set }: Extract<Placed, { set: object }>): Fate {
  if (set.lines.length === 0) return "left out";
  if (set.cut) return "cut";
  return typeof size === "object" && size.min < size.max && set.size <= size.min ? "shrunk" : "whole";
}

function glyphMessage(field: string, missing: readonly string[]): string {
  const names = missing.slice(0, named).map(nameOf).join(", ");
  const more = missing.length > named ? ` and ${missing.length - named} more` : "";
  return `No font has ${names}${more} of “${field}”, drawn as boxes: replace them or install a font that has them.`;
}

/** As U+1F600, with the character behind it where it can be printed. */
function nameOf(character: string): string {
  const hex = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return /[\p{C}\p{M}]/u.test(character) ? `U+${hex}` : `U+${hex} (${character})`;
}
