import {
  matchOnCard,
  propertyTable,
  type Declaration,
  type ElementOnCard,
  type StyleRule,
} from "@placard/templates/source";
import type { OpenTemplate, SourceElement } from "./open-template.ts";

/** The size of a card in pixels. */
export interface CardSize {
  readonly width: number;
  readonly height: number;
}

/** A card of a size. Selectors that depend on data match if they may match with any data. */
export interface Card extends CardSize {
  /** Whether a selector matches an element with the data of the card. */
  readonly matches?: ReturnType<typeof matchOnCard>;
}

/** A card whose elements are known by their boxes. */
export function cardWith(
  { width, height }: CardSize,
  boxes: readonly (ElementOnCard & { readonly path: string })[],
): Card {
  const first = new Map(boxes.toReversed().map((box) => [box.path.replaceAll(/:\d+/gu, ""), box]));
  return { width, height, matches: matchOnCard((path) => first.get(path)) };
}

/** Where a declaration is written: in the style attribute of the element, or in a rule. */
export type StyleOrigin =
  | { readonly kind: "attribute" }
  | {
      readonly kind: "rule";
      readonly rule: StyleRule;
      /** The selector that matches the element. */
      readonly selector: string;
      /** Whether it can match no other element, and matches this one with all data. */
      readonly isOwn: boolean;
    };

/** A declaration that applies to an element, as it is written. */
export interface StyleDeclaration {
  readonly name: string;
  /** Without `!important`. */
  readonly value: string;
  readonly isImportant: boolean;
  readonly offset: number;
  readonly valueOffset: number;
  /** Behind its value and `!important`. */
  readonly end: number;
  readonly origin: StyleOrigin;
}

/**
 * The declarations that apply to an element in cascade order: the last one wins. With a card, those of
 * `@container` rules are included.
 */
export function declarationsOf(
  template: OpenTemplate,
  element: SourceElement,
  card?: Card,
): StyleDeclaration[] {
  const rules = rulesOf(template, element, card).flatMap((origin) =>
    toWritten(template, origin.rule.declarations, origin),
  );
  const all = [...rules, ...toWritten(template, element.checked?.style ?? [], { kind: "attribute" })];
  return [...all.filter(({ isImportant }) => !isImportant), ...all.filter(({ isImportant }) => isImportant)];
}

/** The rules that apply to an element in cascade order. */
export function rulesOf({ checked, ruleUses }: OpenTemplate, element: SourceElement, card?: Card) {
  const { checked: own } = element;
  const possible = (own && checked?.styled.candidates[own.index]) ?? [];
  const candidates = possible.filter(({ selector }) => card?.matches?.(selector, own!) ?? true);
  const last = new Map(candidates.map(({ rule, selector }) => [rule, selector]));
  return candidates
    .filter(
      ({ rule, selector }) =>
        last.get(rule) === selector && (!rule.condition || (card && rule.condition(card))),
    )
    .map(({ rule, selector }) => ({
      kind: "rule" as const,
      rule,
      selector: selector.text,
      isOwn: isOwnRule(rule, ruleUses),
    }));
}

function isOwnRule(rule: StyleRule, uses: ReadonlyMap<StyleRule, number>): boolean {
  const isUnconditional = rule.selectors.every(({ compounds }) =>
    compounds.every(({ pseudos, attributes }) => pseudos.length + attributes.length === 0),
  );
  return uses.get(rule) === 1 && isUnconditional;
}

/** The declaration that sets a property of an element, which may be one of a shorthand. */
export function declarationOf(
  template: OpenTemplate,
  element: SourceElement,
  property: string,
  card?: Card,
): StyleDeclaration | undefined {
  return findSetter(declarationsOf(template, element, card), property);
}

/** The last declaration that sets a property or a part of it. */
export function findSetter<Named extends { readonly name: string }>(
  declarations: readonly Named[],
  property: string,
): Named | undefined {
  return declarations.findLast(({ name }) => overlap(name, property));
}

/** Whether two properties set the same one, such as `margin-block` and `margin-top`. */
export function overlap(one: string, other: string): boolean {
  const parts = new Set(longhandsOf(one));
  return longhandsOf(other).some((part) => parts.has(part));
}

/** Whether the language has a property. Custom properties have any name. */
export function isProperty(name: string): boolean {
  return /^--[a-z][\w-]*$/iu.test(name) || propertyTable.some((property) => property.name === name);
}

/** The properties with one value that a property sets. */
function longhandsOf(name: string): readonly string[] {
  const sets = propertyTable.find((property) => property.name === name)?.sets;
  return sets ? sets.flatMap(longhandsOf) : [name];
}

/** Declarations as they are written: a shorthand is one, and not several. */
function toWritten(
  { html }: OpenTemplate,
  declarations: readonly Declaration[],
  origin: StyleOrigin,
): StyleDeclaration[] {
  const places = new Map(declarations.map((declaration) => [declaration.offset, declaration]));
  return [...places.values()].map(({ offset, valueOffset, end, isImportant = false }) => {
    const written = /^[\w-]+/u.exec(html.slice(offset, valueOffset))?.[0] ?? "";
    const name = written.startsWith("--") ? written : written.toLowerCase();
    const text = html.slice(valueOffset, end);
    const value = isImportant ? text.slice(0, text.lastIndexOf("!")).trimEnd() : text;
    return { name, value, isImportant, offset, valueOffset, end, origin };
  });
}
