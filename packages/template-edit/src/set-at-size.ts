import type { StyleRule } from "@placard/templates/source";
import { findAttribute, removeAttribute, setAttribute } from "./attributes.ts";
import { apply, type Operation } from "./edit.ts";
import { findElement, getElement, listElements } from "./open-template.ts";
import type { OpenTemplate, SourceElement } from "./open-template.ts";
import { RefusedEdit } from "./refused-edit.ts";
import { addToRule, checkDeclaration } from "./set-declarations.ts";
import {
  declarationsOf,
  findSetter,
  overlap,
  declarationOf,
  type CardSize,
  type StyleDeclaration,
} from "./styles.ts";
import { insertAt, type TextEdit } from "./text-edits.ts";
import { indentAt } from "./white-space.ts";

type Values = readonly Pick<StyleDeclaration, "name" | "value">[];

/**
 * Sets properties of an element on cards of one size, in an `@container` rule for a class of the element. If
 * it has none of its own, it gets one. What its style attribute sets moves to a rule, because it would win.
 * @param scope `rule` sets them for all elements with the first class
 * @param condition the condition of the rule: without it, cards of exactly this size
 */
export function setDeclarationsAtSize(
  path: string,
  given: Readonly<Record<string, string>>,
  size: CardSize,
  scope: "rule" | "element" = "element",
  condition = conditionOf(size),
): Operation {
  return (template) => {
    const element = getElement(template, path);
    const values: Values = Object.entries(given).map(([name, value]) => ({ name, value: value.trim() }));
    for (const { name, value } of values) checkDeclaration(name, value);
    const className = scope === "rule" ? element.classes[0] : ownClass(template, element);
    if (className === undefined) throw new RefusedEdit("The element has no class. Change only this element");
    const moved = scope === "rule" ? [] : inAttribute(template, element, values);
    const ofElement = [
      ...(element.classes.includes(className) ? [] : addClass(template, element, className)),
      ...removeFromAttribute(template, element, moved),
    ];
    // A repeated class wins over rules with a higher specificity.
    for (const selector of [1, 2, 3].map((count) => `.${className}`.repeat(count))) {
      const html = [
        ...ofElement,
        ...writeAtSize(template, element, { selector, values, moved, size, condition }),
      ];
      const after = apply(template, () => ({ html }));
      const isSet = (all: Values, at?: CardSize) =>
        all.every(
          ({ name }) =>
            declarationOf(after, findElement(after, path)!, name, at)?.value === findSetter(all, name)!.value,
        );
      // `edit` refuses an error with its reason.
      if (after.error !== undefined || (isSet(values, size) && isSet(moved))) return { html };
    }
    throw new RefusedEdit("Another rule wins over one for this size. Edit it in the code");
  };
}

/** The condition of rules for cards of exactly one size. */
function conditionOf({ width, height }: CardSize): string {
  return `@container (width: ${width}px) and (height: ${height}px)`;
}

/** A class that only this element has, or a new one. */
function ownClass({ root }: OpenTemplate, element: SourceElement): string {
  const used = listElements(root).flatMap(({ classes }) => classes);
  const own = element.classes.find((name) => used.filter((each) => each === name).length === 1);
  let count = 1;
  while (used.includes(`${element.tag}-${count}`)) count++;
  return own ?? `${element.tag}-${count}`;
}

function addClass(template: OpenTemplate, element: SourceElement, name: string): readonly TextEdit[] {
  const before = element.node.attrs.find((attribute) => attribute.name === "class")?.value ?? "";
  return setAttribute(element.path, "class", `${before} ${name}`.trim())(template).html ?? [];
}

/** The declarations in the style attribute that set the same properties, or override a part of them. */
function inAttribute(template: OpenTemplate, element: SourceElement, values: Values): Values {
  const written = declarationsOf(template, element).filter(({ origin }) => origin.kind === "attribute");
  const withPartsOf = (others: Values) =>
    written.filter(({ name }) => others.some((other) => overlap(name, other.name)));
  return withPartsOf(withPartsOf(values));
}

function removeFromAttribute(template: OpenTemplate, element: SourceElement, moved: Values): TextEdit[] {
  const attribute = moved.length > 0 ? findAttribute(template, element, "style") : undefined;
  if (!attribute) return [];
  const names = new Set(moved.map(({ name }) => name));
  const kept = declarationsOf(template, element).filter(
    ({ name, origin }) => origin.kind === "attribute" && !names.has(name),
  );
  if (kept.length === 0) return [removeAttribute(template, attribute)];
  const insert = kept.map(({ offset, end }) => template.html.slice(offset, end)).join("; ");
  return [{ from: attribute.valueFrom, to: attribute.valueTo, insert }];
}

/** A rule for cards of one size. */
interface SizeRule {
  readonly selector: string;
  readonly condition: string;
  readonly size: CardSize;
  readonly values: Values;
  /** What is written in a rule for all sizes before it. */
  readonly moved: Values;
}

/** The edits of the style element: in the rule or the block for the size if there is one, or at its end. */
function writeAtSize(template: OpenTemplate, element: SourceElement, rule: SizeRule): TextEdit[] {
  const { html, ruleUses } = template;
  const { selector, condition, values, moved } = rule;
  const sameSize = [...ruleUses.keys()].filter(
    ({ conditionTexts }) => conditionTexts.length === 1 && conditionTexts[0] === condition,
  );
  const last = sameSize.toSorted((a, b) => a.block.end - b.block.end).at(-1);
  if (!last || moved.length > 0) return [addBlock(template, rule)];
  const same = sameSize.find(({ selectors }) => selectors.length === 1 && selectors[0]!.text === selector);
  if (same) return setInRule(template, element, same, rule);
  return [insertAt(last.block.end, `\n${indentAt(html, last.block.start)}${writeRule(selector, values)}`)];
}

function setInRule(
  template: OpenTemplate,
  element: SourceElement,
  rule: StyleRule,
  { size, values }: SizeRule,
): TextEdit[] {
  const written = declarationsOf(template, element, size).filter(
    ({ origin }) => origin.kind === "rule" && origin.rule === rule,
  );
  return values.map(({ name, value }) => {
    const found = written.find((each) => each.name === name);
    if (!found) return addToRule(template, rule, name, value);
    return { from: found.valueOffset, to: found.end, insert: value };
  });
}

/** Adds a block for the size to the last style element, or to a new one. */
function addBlock({ html, checked, root }: OpenTemplate, rule: SizeRule): TextEdit {
  const { selector, condition, values, moved } = rule;
  const forAll = moved.length > 0 ? [writeRule(selector, moved)] : [];
  const lines = [...forAll, `${condition} {`, `  ${writeRule(selector, values)}`, "}"];
  const write = (indent: string) => lines.map((line) => `\n${indent}${line}`).join("");
  const place = checked?.styles.at(-1)?.sourceCodeLocation;
  if (!place?.startTag || !place.endTag)
    return insertAt(root!.place!.startOffset, `<style>${write("  ")}\n</style>\n`);
  const content = html.slice(place.startTag.endOffset, place.endTag.startOffset);
  const end = place.startTag.endOffset + content.trimEnd().length;
  const indent = `${indentAt(html, place.startOffset)}  `;
  return insertAt(end, write(indent) + (/\n\s*$/u.test(content) ? "" : "\n"));
}

function writeRule(selector: string, values: Values): string {
  return `${selector} { ${values.map(({ name, value }) => `${name}: ${value};`).join(" ")} }`;
}
