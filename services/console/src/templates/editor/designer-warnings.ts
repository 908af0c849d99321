import type { ImageWarning } from "@placard/client";
import { textFitOf, type TextFit } from "@placard/contracts/text-fit-warning";
import { labelOfField } from "../../card-form/notes.tsx";
import { sourcePathOf } from "./element-paths.ts";
import { joinEntries } from "./list-entries.ts";

/** How texts and images that do not fit are described to who can change their boxes, with labels of the panel. */
const fitTexts: readonly (readonly [fit: TextFit, text: string])[] = [
  [
    "omitted",
    "not on the card: there is no room, or the place is outside. Lower the font size “Smallest” or “Space between”, or make a photo smaller.",
  ],
  ["truncated", "cut off. Raise “Max. lines”, lower “Smallest”, or make a photo smaller."],
  [
    "beyondCard",
    "cut off by the edge of the card. Lower “Smallest”, or set “Breaks in long words” to “Anywhere”.",
  ],
];

/** How a text or an image of the data does not fit; undefined for other warnings. */
function fitOf(warning: ImageWarning): TextFit | undefined {
  return warning.code === "image_omitted" && warning.field !== "template" ? "omitted" : textFitOf(warning);
}

/** What a change of the template fixes: an element, or the room for a text and for those that repeat it. */
function causeOf(warning: ImageWarning): string {
  if (warning.fix) return sourcePathOf(warning.fix.element);
  return fitOf(warning) ? warning.message.replace(/\/\d+/g, "") : warning.message;
}

/**
 * Warnings for who designs the card with some data, without further ones that the same change fixes, and with
 * one for all texts and images that are cut off or not on the card.
 */
export function forDesigners(
  found: readonly ImageWarning[],
  data: Readonly<Record<string, unknown>>,
): ImageWarning[] {
  const warnings = joinEntries(found, data);
  const causes = warnings.map(causeOf);
  const distinct = warnings.filter((_, index) => causes.indexOf(causes[index]!) === index);
  const texts = fitTexts.flatMap(([fit, text]) => {
    const [first, ...others] = distinct.filter((warning) => fitOf(warning) === fit);
    if (!first) return [];
    const labels = [first, ...others].map(({ field }) => labelOfField(field));
    const subject = others.length === 0 ? `“${first.field}” is` : `${labels.join(", ")} are`;
    return [{ ...first, message: `${subject} ${text}` }];
  });
  return [...distinct.filter((warning) => !fitTexts.some(([fit]) => fit === fitOf(warning))), ...texts];
}
