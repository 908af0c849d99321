import type { ImageWarning } from "@placard/client";
import { textFitOf } from "@placard/contracts/text-fit-warning";

/**
 * Warnings with one for each list that lacks texts, before the others, instead of one for each missing text.
 * Without those about texts that the template hides on purpose.
 * @param data of the card, if it is known
 */
export function joinEntries(
  warnings: readonly ImageWarning[],
  data: Readonly<Record<string, unknown>> = {},
): ImageWarning[] {
  const entries = new Map<string, Set<string>>();
  for (const warning of warnings.filter(isOfEntry)) {
    const [field = "", index = ""] = warning.field.split("/");
    entries.set(field, (entries.get(field) ?? new Set()).add(index));
  }
  const joined = [...entries].map(([field, { size: missing }]): ImageWarning => {
    const list = data[field];
    const count = Array.isArray(list)
      ? `${list.length - missing} of ${list.length} entries are`
      : `${missing === 1 ? "1 entry is" : `${missing} entries are`} not`;
    const message = `“${field}”: ${count} on the card with all their texts. Lower its “Smallest” or “Space between”, or make a photo smaller.`;
    return { code: "text_truncated", field, message };
  });
  return [...joined, ...warnings.filter((each) => !isOfEntry(each) && textFitOf(each) !== "hidden")];
}

/** Whether a warning says that a text of an entry is not on the card. */
export function isOfEntry(warning: ImageWarning): boolean {
  return /^\w+\/\d/.test(warning.field) && textFitOf(warning) === "omitted";
}
