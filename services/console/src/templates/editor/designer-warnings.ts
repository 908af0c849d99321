import type { ImageWarning } from "@placard/client";
import { textFitOf, type TextFit } from "@placard/contracts/text-fit-warning";
import { labelOfField } from "../../card-form/notes.tsx";
import { sourcePathOf } from "./element-paths.ts";
import { joinEntries } from "./list-entries.ts";

/** How one text that does not fit, and several, are described to who can change their boxes. */
const fitTexts: readonly (readonly [fit: TextFit, one: string, several: string])[] = [
  [
    "omitted",
    "is not on the card: there is no room for it, or it stands outside. Give it room, or move it.",
    "are not on the card: there is no room for them, or they stand outside. Give them room, or move them.",
  ],
  [
    "truncated",
    "is cut off. Give it more lines, more room, or smaller letters.",
    "are cut off. Give them more lines, more room, or smaller letters.",
  ],
  [
    "beyondCard",
    "is cut off by the edge of the card. Move it, let its words break, or give it smaller letters.",
    "are cut off by the edge of the card. Move them, let their words break, or give them smaller letters.",
  ],
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
  const texts = fitTexts.flatMap(([fit, one, several]) => {
    const [first, ...others] = distinct.filter((warning) => textFitOf(warning) === fit);
    if (!first) return [];
    if (others.length === 0) return [{ ...first, message: `“${first.field}” ${one}` }];
    const labels = [first, ...others].map(({ field }) => labelOfField(field));
    return [{ ...first, message: `${labels.join(", ")} ${several}` }];
  });
  const isText = (warning: ImageWarning) => fitTexts.some(([fit]) => fit === textFitOf(warning));
  return [...distinct.filter((warning) => !isText(warning)), ...texts];
}
