import { nameSet } from "../suggestions.ts";
import { suggestName } from "@placard/contracts/nearest-name";
import type { Suggestion } from "../problem-list.ts";

/** Pseudo-classes of pointers, links, forms and media: nothing in an image is in these states. */
export const inertPseudoClasses = nameSet(
  "active autofill checked disabled enabled focus focus-visible focus-within fullscreen hover",
  "indeterminate invalid modal open placeholder-shown playing popover-open read-only read-write",
  "required target user-invalid valid visited",
);

/** Pseudo-elements that an image does not have. */
export const inertPseudoElements = nameSet(
  "backdrop cue file-selector-button grammar-error placeholder selection spelling-error target-text",
  "-moz-focus-inner -moz-selection -webkit-scrollbar -webkit-scrollbar-thumb -webkit-scrollbar-track",
);

const pseudoClasses = [
  ...["child", "of-type"].flatMap((type) =>
    ["first", "last", "only", "nth", "nth-last"].map((position) => `${position}-${type}`),
  ),
  ...["not", "is", "where", "has", "empty", "root", "dir"],
];

export function suggestPseudoClass(name: string): Suggestion {
  if (name === "lang") return "Use `:dir()`, or a class.";
  return suggestName(name, pseudoClasses, "Use a class.");
}

/** Parses `an+b`, `odd`, `even` or a number (CSS Syntax 3, section 6). */
export function parseNth(text: string): { step: number; offset: number } | undefined {
  const formula = text.toLowerCase().replaceAll(" ", "");
  if (formula === "odd") return { step: 2, offset: 1 };
  if (formula === "even") return { step: 2, offset: 0 };
  const [, number, step, offset = "0"] =
    /^(?:([+-]?\d{1,6})|([+-]?\d{0,6})n([+-]\d{1,6})?)$/u.exec(formula) ?? [];
  if (number !== undefined) return { step: 0, offset: Number(number) };
  if (step === undefined) return undefined;
  return { step: /\d/u.test(step) ? Number(step) : Number(`${step}1`), offset: Number(offset) };
}
