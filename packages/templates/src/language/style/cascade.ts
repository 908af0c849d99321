import type { Direction } from "../../direction.ts";
import { keywordOf, type Values } from "../css/component-values.ts";
import type { CardSize } from "../css/container-query.ts";
import { splitDeclaration, type Declaration, type SpecifiedValue } from "../css/declarations.ts";
import { aliases, logicalProperties } from "../css/properties/logical.ts";
import { isLonghand, type LonghandName } from "../css/properties/longhands.ts";
import { checkContext } from "../css/value-context.ts";
import { shorthands } from "../css/properties/shorthands.ts";
import type { SelectableElement, SelectorMatcher } from "../css/match-selector.ts";
import { compareLayers } from "../css/layers.ts";
import type { Selector } from "../css/selector.ts";
import type { StyleRule } from "../css/stylesheet.ts";
import { substituteVariables } from "../css/variables.ts";

/** The values of custom properties. */
export type Variables = ReadonlyMap<string, Values>;

/** A rule with one of its selectors. */
export interface Candidate {
  readonly selector: Selector;
  readonly rule: StyleRule;
}

/** The selectors of rules in cascade order: the later one wins (CSS Cascade 5, section 6). */
export function inCascadeOrder(rules: readonly StyleRule[]): Candidate[] {
  return rules
    .flatMap((rule) => rule.selectors.map((selector): Candidate => ({ selector, rule })))
    .sort(
      (a, b) => compareLayers(a.rule.layer, b.rule.layer) || a.selector.specificity - b.selector.specificity,
    );
}

/**
 * The declarations for an element in cascade order: declarations of rules, then of its style attribute.
 * Important ones come after all others, with the layers in reverse order (CSS Cascade 5, section 6.1).
 */
export function inImportanceOrder(
  rules: readonly StyleRule[],
  inline: readonly Declaration[],
): readonly Declaration[] {
  const all = [...rules.flatMap(({ declarations }) => declarations), ...inline];
  const isImportant = (declaration: Declaration) => declaration.isImportant === true;
  if (!all.some(isImportant)) return all;
  const byLayer = rules.toSorted((a, b) => compareLayers(b.layer, a.layer));
  return [
    ...all.filter((declaration) => !isImportant(declaration)),
    ...byLayer.flatMap(({ declarations }) => declarations).filter(isImportant),
    ...inline.filter(isImportant),
  ];
}

/** The rules that match an element on a card of a size, in cascade order. */
export function matchingRules(
  candidates: readonly Candidate[],
  element: SelectableElement,
  size: CardSize,
  matcher: SelectorMatcher,
): StyleRule[] {
  const rules = new Set<StyleRule>();
  for (const { rule, selector } of candidates) {
    if (rule.condition?.(size) === false || !matcher.matches(selector, element)) continue;
    rules.delete(rule); // it counts with the most specific of its selectors that match
    rules.add(rule);
  }
  return [...rules];
}

/** The custom properties of an element: its parent's and its own, with `var()` replaced. */
export function computeVariables(
  inherited: Variables,
  initial: Variables,
  declarations: readonly Declaration[],
): Variables {
  const own = new Map<string, SpecifiedValue>();
  for (const declaration of declarations) {
    if (declaration.kind === "variable") own.set(declaration.name, declaration.value);
  }
  return own.size === 0 ? inherited : resolveVariables(own, inherited, initial);
}

/** The inherited custom properties and an element's own, in which `var()` is replaced. */
export function resolveVariables(
  own: ReadonlyMap<string, SpecifiedValue>,
  inherited: Variables,
  initial: Variables,
): Variables {
  const variables = new Map(inherited);
  const resolving = new Set<string>();
  const resolved = new Set<string>();
  const find = (name: string): Values | undefined => {
    if (!own.has(name) || resolved.has(name)) return variables.get(name);
    if (resolving.has(name)) return undefined; // a cycle
    resolving.add(name);
    const value = own.get(name)!;
    const result =
      typeof value === "string"
        ? (value === "initial" ? initial : inherited).get(name)
        : substituteVariables(value, find);
    if (result) variables.set(name, result);
    else variables.delete(name);
    resolved.add(name);
    return result;
  };
  for (const name of own.keys()) find(name);
  return variables;
}

/** The specified values that win the cascade, by property. */
export type WinningValues = ReadonlyMap<LonghandName, SpecifiedValue>;

/** Applies declarations in cascade order. The direction of the element maps logical properties to sides. */
export function cascade(
  declarations: readonly Declaration[],
  variables: Variables,
  inheritedDirection: Direction,
): Map<LonghandName, SpecifiedValue> {
  const expanded: (readonly [string, SpecifiedValue])[] = [];
  for (const declaration of declarations) {
    if (declaration.kind === "property") expanded.push([declaration.property, declaration.value]);
    else if (declaration.kind === "pending") expanded.push(...expandPending(declaration, variables));
  }
  let direction = inheritedDirection;
  for (const [property, value] of expanded) {
    if (property !== "direction") continue;
    if (typeof value === "object") direction = keywordOf(value) === "rtl" ? "rtl" : "ltr";
    else direction = value === "initial" ? "ltr" : inheritedDirection;
  }
  const winners = new Map<LonghandName, SpecifiedValue>();
  for (const [property, value] of expanded) {
    const name = isLonghand(property) ? property : logicalProperties.get(property)?.[direction];
    if (name) winners.set(name, value);
  }
  return winners;
}

/** Values with `var()` that turn out invalid count as `unset` (CSS Variables 1, section 3.1). */
function expandPending(
  { property, value }: Extract<Declaration, { kind: "pending" }>,
  variables: Variables,
): (readonly [string, SpecifiedValue])[] {
  const substituted = substituteVariables(value, (name) => variables.get(name));
  const split = substituted && splitDeclaration(property, substituted, permissiveContext);
  if (split) return split;
  const name = aliases.get(property) ?? property;
  const names = shorthands.get(name)?.longhands ?? [name];
  return names.map((longhand) => [longhand, "unset"]);
}

/** Accepts the paths of all assets: that they exist is checked when the document is compiled. */
const permissiveContext = {
  ...checkContext,
  asset: () => ({ kind: "asset", id: "", width: 1, height: 1 }) as const,
};
