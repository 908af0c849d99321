import { classesOf, collectSelectors, type Selector } from "./css/selector.ts";
import type { Stylesheet } from "./css/stylesheet.ts";
import type { ExpressionParser } from "./data/expressions.ts";
import { suggestName } from "@placard/contracts/nearest-name";
import type { ProblemList } from "./problem-list.ts";
import type { StyledElements } from "./style/find-candidates.ts";

/** Warns about selectors without element, classes without rule, and fields that the card doesn't show. */
export function checkUsage(
  { rules }: Stylesheet,
  { elements, candidates }: StyledElements,
  { fields, used }: ExpressionParser,
  paletteFields: readonly string[],
  problems: ProblemList,
): void {
  const matched = new Set<Selector>();
  for (const list of candidates) for (const { selector } of list) matched.add(selector);
  const selectors = new Set<Selector>();
  for (const rule of rules) for (const selector of rule.selectors) collectSelectors(selector, selectors);
  const styledClasses = new Set([...selectors].flatMap(classesOf));
  const usedClasses = new Set(elements.flatMap(({ possibleClasses }) => [...possibleClasses]));
  const usedSelectors = [...usedClasses].map((name) => `.${name}`);
  for (const rule of rules) {
    for (const selector of rule.selectors) {
      const names = classesOf(selector);
      const isReported = selector.compounds.some(({ pseudos }) =>
        pseudos.some(({ kind }) => kind === "never"),
      );
      if (problems.isFull || matched.has(selector) || isReported) continue;
      // Lists such as `h1, h2, p` reset the styles of elements that a card may not have.
      const isType = selector.compounds.length === 1 && /^\w+$/u.test(selector.text);
      if (isType && rule.selectors.some((each) => matched.has(each))) continue;
      const missing = names.find((name) => !usedClasses.has(name));
      problems.warn(
        selector.offset,
        `No element matches \`${selector.text.slice(0, 60)}\``,
        suggestName(`.${missing}`, usedSelectors, "Remove the rule, or add the element."),
      );
    }
  }
  for (const { classes, offset } of elements) {
    for (const name of classes) {
      if (problems.isFull || styledClasses.has(name)) continue;
      problems.warn(
        offset,
        `No rule uses the class \`${name.slice(0, 40)}\``,
        suggestName(name, styledClasses, "Remove it, or add a rule."),
      );
    }
  }
  for (const name of fields.keys()) {
    if (used.has(name) || paletteFields.includes(name)) continue;
    problems.warn(0, `The field \`${name}\` is not used`, `Insert \`{{${name}}}\`, or remove the field.`);
  }
}
