import type { Declaration } from "./css/declarations.ts";
import type { Selector } from "./css/selector.ts";
import type { TemplateElement } from "./html/template-element.ts";
import type { ProblemList } from "./problem-list.ts";
import type { StyledElements } from "./style/find-candidates.ts";

/** Warns about rules for the markers of lists that have none. In a browser, they have some by default. */
export function checkMarkers(
  { elements, candidates, generated }: StyledElements,
  problems: ProblemList,
): void {
  const declares = (index: number, style: readonly Declaration[], property: string) =>
    [...(candidates[index] ?? []).flatMap(({ rule }) => rule.declarations), ...style].some(
      (declaration) => "property" in declaration && declaration.property.startsWith(property),
    );
  const listed = new Set<TemplateElement>();
  const effective = new Set<Selector>();
  const ineffective = new Set<Selector>();
  for (const element of elements) {
    const { index, style, parent } = element;
    if (declares(index, style, "list-style") || (parent && listed.has(parent))) listed.add(element);
    const marker = generated.get(element)?.marker;
    if (!marker) continue;
    const hasMarker = declares(marker.index, [], "content") || listed.has(element);
    for (const { selector } of candidates[marker.index] ?? [])
      (hasMarker ? effective : ineffective).add(selector);
  }
  for (const selector of ineffective) {
    if (effective.has(selector)) continue;
    problems.warn(
      selector.offset,
      `\`${selector.text.slice(0, 60)}\` has no effect: the list has no markers`,
      "Set `list-style: decimal` on `ol`, or `list-style: disc` on `ul`.",
    );
  }
}
