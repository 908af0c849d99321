import type { StyleRule } from "@placard/templates/source";
import {
  addAttribute,
  findAttribute,
  quoteOf,
  removeAttribute,
  type WrittenAttribute,
} from "./attributes.ts";
import type { Operation } from "./edit.ts";
import { getElement, type OpenTemplate, type SourceElement } from "./open-template.ts";
import { RefusedEdit } from "./refused-edit.ts";
import {
  declarationsOf,
  findSetter,
  isProperty,
  rulesOf,
  type Card,
  type StyleDeclaration,
} from "./styles.ts";
import { insertAt, type TextEdit } from "./text-edits.ts";
import { indentAt, startsLine, wholeLines } from "./white-space.ts";

/** Which elements a declaration applies to, and on which cards. */
export interface DeclarationTarget {
  /**
   * `rule` changes the rule that sets the property, and with it all elements that it matches. `element`
   * changes only this one: in a rule that matches nothing else, or in its style attribute. Default: `rule`.
   */
  readonly scope?: "rule" | "element";
  /** With a size, `@container` rules for it count. With a card, only rules that apply to the card. */
  readonly size?: Card | undefined;
}

/**
 * Sets properties of an element: where they are set; otherwise in the rule of its class or tag; otherwise in
 * its style attribute.
 */
export function setDeclarations(
  path: string,
  values: Readonly<Record<string, string>>,
  target: DeclarationTarget = {},
): Operation {
  const { scope = "rule", size } = target;
  return (template) => {
    const element = getElement(template, path);
    const edits: TextEdit[] = [];
    const forAttribute: [name: string, value: string][] = [];
    for (const [name, given] of Object.entries(values)) {
      const value = given.trim();
      checkDeclaration(name, value);
      const setter = findSetter(declarationsOf(template, element, size), name);
      const winning = setter?.isImportant ? `${value} !important` : value;
      const rule = setter ? undefined : findSimpleRule(template, element, scope);
      if (setter && (scope === "rule" || isOwn(setter)))
        edits.push(...changeSetter(template, element, setter, name, setter.name === name ? value : winning));
      else if (rule) edits.push(addToRule(template, rule, name, value));
      // A declaration of another rule would win, or there is no rule.
      else forAttribute.push([name, winning]);
    }
    return { html: [...edits, ...setInAttribute(template, element, forAttribute)] };
  };
}

/** Removes the declaration of a property of an element, and the rule that is empty without it. */
export function removeDeclaration(path: string, name: string, target: DeclarationTarget = {}): Operation {
  return (template) => {
    const element = getElement(template, path);
    const setter = findSetter(declarationsOf(template, element, target.size), name);
    if (!setter) return {};
    if (setter.name !== name)
      throw new RefusedEdit(
        `\`${setter.name}\` sets \`${name}\`. Set another value, or remove \`${setter.name}\``,
      );
    if (target.scope === "element" && setter.origin.kind === "rule" && !setter.origin.isOwn)
      throw new RefusedEdit(
        `\`${name}\` is set for several elements at once. Set another value for this one, or remove it from all`,
      );
    return { html: [removal(template, element, setter)] };
  };
}

/** A value must not end its declaration: it is written between others. */
export function checkDeclaration(name: string, value: string): void {
  if (!isProperty(name)) throw new RefusedEdit(`Unknown property \`${name}\``);
  if (value === "") throw new RefusedEdit(`The value of \`${name}\` is missing`);
  const rest = value.replaceAll(/\{\{[^{}]*\}\}/gu, "x").replaceAll(/"[^"'\\\n<]*"|'[^"'\\\n<]*'/gu, "x");
  const isBalanced = rest.split("(").length === rest.split(")").length;
  if (/[;{}<\\"'\n!]|\/\*/u.test(rest) || !isBalanced)
    throw new RefusedEdit(`“${value}” is not a value of \`${name}\``);
}

/** Whether a declaration applies to one element, on cards of all sizes. */
function isOwn({ origin }: StyleDeclaration): boolean {
  return origin.kind === "attribute" || (origin.isOwn && !origin.rule.condition);
}

/** The edits that set a property where it is set; behind a shorthand that sets it. */
function changeSetter(
  template: OpenTemplate,
  element: SourceElement,
  setter: StyleDeclaration,
  name: string,
  value: string,
): TextEdit[] {
  const isInAttribute = setter.origin.kind === "attribute";
  const written = isInAttribute ? inQuotes(value, getStyle(template, element)!.quote) : value;
  if (setter.name !== name) return [insertAfter(template, setter, name, written)];
  const { valueOffset: from, value: before } = setter;
  return before === written ? [] : [{ from, to: from + before.length, insert: written }];
}

/** The edit that adds a declaration to a rule, behind its last one. */
export function addToRule(template: OpenTemplate, rule: StyleRule, name: string, value: string): TextEdit {
  const last = rule.declarations.findLast(({ end }) => end <= rule.block.end);
  return last ? insertAfter(template, last, name, value) : insertIntoBlock(template, rule.block, name, value);
}

/**
 * The rule whose whole selector is a class of an element, or its tag if it has no class or only its own rules
 * count: the last one that matches nothing else; otherwise the last one.
 */
function findSimpleRule(template: OpenTemplate, element: SourceElement, scope: "rule" | "element") {
  const selectors = element.classes.map((name) => `.${name}`);
  if (scope === "element" || selectors.length === 0) selectors.push(element.tag);
  const rules = rulesOf(template, element).filter(
    ({ rule, selector, isOwn: isOwnRule }) =>
      rule.selectors.length === 1 &&
      rule.conditionTexts.length === 0 &&
      rule.selectors[0]!.compounds.length === 1 &&
      selectors.includes(selector) &&
      (scope === "rule" || isOwnRule),
  );
  return (rules.findLast(({ isOwn: isOwnRule }) => isOwnRule) ?? rules.at(-1))?.rule;
}

function setInAttribute(
  template: OpenTemplate,
  element: SourceElement,
  values: readonly (readonly [name: string, value: string])[],
): TextEdit[] {
  if (values.length === 0) return [];
  const attribute = getStyle(template, element);
  if (!attribute) {
    const quote = quoteOf(template, element);
    return [addAttribute(template, element, "style", writeDeclarations(values, quote))];
  }
  const last = declarationsOf(template, element).findLast(({ origin }) => origin.kind === "attribute");
  if (last)
    return values.map(([name, value]) => insertAfter(template, last, name, inQuotes(value, attribute.quote)));
  const { valueFrom: from, valueTo: to, quote } = attribute;
  return [{ from, to, insert: writeDeclarations(values, quote) }];
}

function writeDeclarations(values: readonly (readonly [string, string])[], quote: string): string {
  return values.map(([name, value]) => `${name}: ${inQuotes(value, quote)}`).join("; ");
}

/** The style attribute. @throws RefusedEdit if its text is not CSS itself */
function getStyle(template: OpenTemplate, element: SourceElement): WrittenAttribute | undefined {
  const attribute = findAttribute(template, element, "style");
  if (attribute && (attribute.quote === "" || attribute.value !== element.checked?.styleText))
    throw new RefusedEdit(
      "The style attribute contains character references, or has no quotation marks. Edit it in the code",
    );
  return attribute;
}

/** A value with the quotation marks that an attribute does not have. */
function inQuotes(value: string, quote: string): string {
  return value.replaceAll(quote, quote === '"' ? "'" : '"');
}

type Place = Pick<StyleDeclaration, "offset" | "valueOffset" | "end">;

/** Inserts a declaration after another one, in its form. */
function insertAfter(
  { html }: OpenTemplate,
  { offset, valueOffset, end }: Place,
  name: string,
  value: string,
): TextEdit {
  const declaration = `${name}${html[valueOffset - 1] === ":" ? ":" : ": "}${value}`;
  const space = startsLine(html, offset) ? `\n${indentAt(html, offset)}` : " ";
  const [semicolon] = /^\s*;(?:[ \t]*\/\*[^\n]*?\*\/[ \t]*(?=\n))?/u.exec(html.slice(end)) ?? [];
  const at = end + (semicolon?.length ?? 0);
  return insertAt(at, semicolon === undefined ? `;${space}${declaration}` : `${space}${declaration};`);
}

function insertIntoBlock(
  { html }: OpenTemplate,
  { start, end }: { start: number; end: number },
  name: string,
  value: string,
): TextEdit {
  const at = start + 1;
  const content = html.slice(at, end - 1);
  if (content.includes("\n")) return insertAt(at, `\n${indentAt(html, start)}  ${name}: ${value};`);
  return insertAt(at, ` ${name}: ${value};${/^\s/u.test(content) ? "" : " "}`);
}

/** The edit that removes a declaration with its line. The last one goes with its attribute or rule. */
function removal(template: OpenTemplate, element: SourceElement, setter: StyleDeclaration): TextEdit {
  const { html } = template;
  const { offset, end, origin } = setter;
  if (origin.kind === "attribute") {
    const attribute = getStyle(template, element)!;
    const rest = attribute.value.slice(0, offset - attribute.valueFrom) + html.slice(end, attribute.valueTo);
    if (/^[\s;]*$/u.test(rest)) return removeAttribute(template, attribute);
  } else {
    const { block } = origin.rule;
    const rest = html.slice(block.start + 1, offset) + html.slice(end, block.end - 1);
    if (/^[\s;]*$/u.test(rest)) return { ...rangeOfRule(html, origin.rule), insert: "" };
  }
  const semicolon = /^\s*;/u.exec(html.slice(end))?.[0];
  const to = end + (semicolon?.length ?? 0);
  const lines = wholeLines(html, offset, to);
  if (lines.from !== offset) return { ...lines, insert: "" };
  const before = (semicolon === undefined ? /;?\s*$/u : /[^\S\n]*$/u).exec(html.slice(0, offset))![0].length;
  const after = before === 0 ? /^[^\S\n]*/u.exec(html.slice(to))![0].length : 0;
  return { from: offset - before, to: to + after, insert: "" };
}

/** The range of a rule, with the `@container` block around it if that has nothing else. */
function rangeOfRule(html: string, { selectors, block }: StyleRule): { from: number; to: number } {
  const from = selectors[0]!.offset;
  const before = /@container[^{}@]*\{\s*$/u.exec(html.slice(0, from));
  const after = /^\s*\}/u.exec(html.slice(block.end));
  return before && after
    ? wholeLines(html, before.index, block.end + after[0].length)
    : wholeLines(html, from, block.end);
}
