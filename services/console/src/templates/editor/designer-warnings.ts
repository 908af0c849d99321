import type { ImageWarning } from "@placard/client";
import { textFitOf, type TextFit } from "@placard/contracts/text-fit-warning";
import { sourcePathOf } from "./element-paths.ts";
import { joinEntries } from "./list-entries.ts";

/** How a text that does not fit is described to who can change its box, and not only the text. */
const fitTexts: Readonly<Partial<Record<TextFit, string>>> = {
  truncated: "is cut off. Give it more lines, more room, or smaller letters.",
  beyondCard: "is cut off by the edge of the card. Move it, let its words break, or give it smaller letters.",
  omitted: "is not on the card: there is no room for it, or it stands outside. Give it room, or move it.",
};

/** What a change of the template fixes: an element, or the room for a text and for those that repeat it. */
function causeOf(warning: ImageWarning): string | undefined {
  if (warning.fix) return sourcePathOf(warning.fix.element);
  return textFitOf(warning) && warning.field.replace(/\/\d+/g, "");
}

/** Warnings for who designs the card with some data, without further ones that the same change fixes. */
export function forDesigners(
  found: readonly ImageWarning[],
  data: Readonly<Record<string, unknown>>,
): ImageWarning[] {
  const warnings = joinEntries(found, data);
  const causes = warnings.map(causeOf);
  const isFirst = (_: ImageWarning, index: number) =>
    causes[index] === undefined || causes.indexOf(causes[index]) === index;
  return warnings.filter(isFirst).map((warning) => {
    const fit = textFitOf(warning);
    return fit && fitTexts[fit] ? { ...warning, message: `“${warning.field}” ${fitTexts[fit]}` } : warning;
  });
}
