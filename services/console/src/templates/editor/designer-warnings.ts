import type { ImageWarning } from "@placard/client";
import { textFitOf, type TextFit } from "@placard/contracts/text-fit-warning";
import { labelOfField } from "../../card-form/notes.tsx";
import { sourcePathOf } from "./element-paths.ts";
import { joinEntries } from "./list-entries.ts";

/** How texts that do not fit are described to who can change their boxes, and not only the texts. */
const fitTexts: readonly (readonly [fit: TextFit, text: string])[] = [
  ["omitted", "not on the card: there is no room, or the place is outside. Make room, or use another place."],
  ["truncated", "cut off. Allow more lines, more room, or smaller letters."],
  ["beyondCard", "cut off by the edge of the card. Use another place, smaller letters, or words that break."],
];

/** What a change of the template fixes: an element, or the room for a text and for those that repeat it. */
function causeOf(warning: ImageWarning): string {
  if (warning.fix) return sourcePathOf(warning.fix.element);
  return textFitOf(warning) ? warning.message.replace(/\/\d+/g, "") : warning.message;
}

/**
 * Warnings for who designs the card with some data, without further ones that the same change fixes, and with
 * one for all texts that are cut off or not on the card.
 */
export function forDesigners(
  found: readonly ImageWarning[],
  data: Readonly<Record<string, unknown>>,
): ImageWarning[] {
  const warnings = joinEntries(found, data);
  const causes = warnings.map(causeOf);
  const distinct = warnings.filter((_, index) => causes.indexOf(causes[index]!) === index);
  const texts = fitTexts.flatMap(([fit, text]) => {
    const [first, ...others] = distinct.filter((warning) => textFitOf(warning) === fit);
    if (!first) return [];
    const labels = [first, ...others].map(({ field }) => labelOfField(field));
    const subject = others.length === 0 ? `“${first.field}” is` : `${labels.join(", ")} are`;
    return [{ ...first, message: `${subject} ${text}` }];
  });
  const isText = (warning: ImageWarning) => fitTexts.some(([fit]) => fit === textFitOf(warning));
  return [...distinct.filter((warning) => !isText(warning)), ...texts];
}
