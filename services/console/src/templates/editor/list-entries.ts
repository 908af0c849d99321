import type { ImageWarning } from "@placard/client";
import { textFitOf } from "@placard/contracts/text-fit-warning";

/** A list of the data of which not all entries are on the card with all their texts. */
export interface IncompleteList {
  field: string;
  /** How many entries lack a text. */
  missing: number;
  /** How many entries it has; undefined if that is not known. */
  total: number | undefined;
}

/** The lists whose entries warnings are about. @param data of the card, if it is known */
export function incompleteLists(
  warnings: readonly ImageWarning[],
  data: Readonly<Record<string, unknown>> = {},
): IncompleteList[] {
  const entries = new Map<string, Set<string>>();
  for (const warning of warnings.filter(isOfEntry)) {
    const [field = "", index = ""] = warning.field.split("/");
    entries.set(field, (entries.get(field) ?? new Set()).add(index));
  }
  return [...entries].map(([field, { size: missing }]) => {
    const list = data[field];
    return { field, missing, total: Array.isArray(list) ? list.length : undefined };
  });
}

/**
 * Warnings with one for each incomplete list, before the others, instead of one for each missing text. Without
 * those about texts that the template hides on purpose.
 */
export function joinEntries(
  warnings: readonly ImageWarning[],
  data?: Readonly<Record<string, unknown>>,
): ImageWarning[] {
  const joined = incompleteLists(warnings, data).map(({ field, missing, total }): ImageWarning => {
    const count =
      total === undefined
        ? `${missing === 1 ? "1 entry is" : `${missing} entries are`} not on the card with all their texts.`
        : `${total - missing} of ${total} entries are on the card with all their texts.`;
    const message = `“${field}”: ${count} Give the list room, or make other elements smaller.`;
    return { code: "text_truncated", field, message };
  });
  return [...joined, ...warnings.filter((each) => !isOfEntry(each) && textFitOf(each) !== "hidden")];
}

/** Whether a warning says that a text of an entry is not on the card. */
export function isOfEntry(warning: ImageWarning): boolean {
  return /^\w+\/\d/.test(warning.field) && textFitOf(warning) === "omitted";
}
