import { combine, type Operation } from "./edit.ts";
import { removeElement } from "./elements.ts";
import { openTemplate, type OpenTemplate } from "./open-template.ts";
import { applyEdits, type TextEdit } from "./text-edits.ts";
import { wholeLines } from "./white-space.ts";

/** Removes elements, with the selectors and rules that match nothing without them. */
export function removeElements(paths: readonly string[]): Operation {
  return (template) => {
    const { html = [] } = combine(paths.map(removeElement))(template);
    const after = openTemplate({ ...template.files, html: applyEdits(template.html, html) });
    const unused = unusedSelectors(template, after).map((edit) => () => ({ html: [edit] }));
    return combine([() => ({ html }), ...unused])(template);
  };
}

/** The edits that remove the selectors that matched elements before a change, and match none after it. */
function unusedSelectors(before: OpenTemplate, after: OpenTemplate): TextEdit[] {
  const [rules, next] = [before, after].map(({ checked }) => checked?.sheet.rules ?? []);
  if (rules!.length !== next!.length) return []; // a style element was removed
  const [used, stillUsed] = [before, after].map(
    ({ checked }) => new Set(checked?.styled.candidates.flat().map(({ selector }) => selector)),
  );
  const lists = rules!.map((rule, index) => ({
    ...rule,
    kept: rule.selectors.filter(
      (each, at) => !used!.has(each) || stillUsed!.has(next![index]!.selectors[at]!),
    ),
  }));
  const changed = lists.filter(({ selectors, kept }) => kept.length < selectors.length);
  return changed.flatMap(({ selectors, block, kept }) => {
    const [from = 0, second] = selectors.map(({ offset }) => offset);
    const end = selectors.map(({ offset, text }) => offset + text.length);
    const isIn = (outer: typeof block) => outer.start < block.start && block.end < outer.end;
    const isOwnBlock = before.html.slice(end.at(-1), block.start).trim() === ""; // not of an at-rule in a rule
    if (!isOwnBlock || changed.some((each) => each.kept.length === 0 && isIn(each.block))) return [];
    const insert = kept.map(({ text }) => text).join(before.html.slice(end[0], second));
    return { ...(insert ? { from, to: end.at(-1)! } : wholeLines(before.html, from, block.end)), insert };
  });
}
