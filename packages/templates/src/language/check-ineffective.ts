import { keywordOf, urlOf } from "./css/component-values.ts";
import type { Declaration } from "./css/declarations.ts";
import type { Selector } from "./css/selector.ts";
import { warnOfOverflow } from "./html/svg.ts";
import type { TemplateElement } from "./html/template-element.ts";
import type { ProblemList } from "./problem-list.ts";
import type { Candidate } from "./style/cascade.ts";
import type { StyledElements } from "./style/find-candidates.ts";

/** Reports declarations and rules that have no effect on the elements that they apply to. */
export function checkIneffective(styled: StyledElements, problems: ProblemList): void {
  checkSvgRules(styled, problems);
  checkMarkers(styled, problems);
}

function declarationsOf(candidates: readonly Candidate[] = []): Declaration[] {
  return candidates.flatMap(({ rule }) => rule.declarations);
}

/** Properties that change shapes in a browser, and have no effect on them here. */
const ignored = /^(?:filter|clip-path|mask|mix-blend-mode|isolation|width|height)(?:$|-)/u;

/** Reports declarations that inline SVGs, and their shapes and texts, do not follow. */
function checkSvgRules({ elements, candidates }: StyledElements, problems: ProblemList): void {
  const reported = new Set<Declaration>();
  for (const { index, tag, svgPlace, hints, style } of elements) {
    const ofRules = declarationsOf(candidates[index]);
    if (tag === "svg") {
      const overflow = [...ofRules, ...style].find(showsOverflow);
      if (overflow) warnOfOverflow(overflow.offset, problems);
    }
    if (!svgPlace) continue;
    const isText = tag === "text" || tag === "tspan";
    if (isText) {
      for (const declaration of [...hints, ...ofRules, ...style])
        if (refersToPaint(declaration))
          problems.error(declaration.offset, "A text of an SVG has no gradient or pattern", "Use a color.");
      continue;
    }
    for (const declaration of ofRules) {
      const name = "property" in declaration ? declaration.property : "";
      if (!ignored.test(name) || reported.has(declaration)) continue;
      reported.add(declaration);
      problems.warn(
        declaration.offset,
        `\`${name}\` of a rule has no effect on the shapes of an SVG`,
        "Write it as an attribute of the element.",
        { code: "ineffective_declaration" },
      );
    }
  }
}

function refersToPaint(declaration: Declaration): boolean {
  if (!("property" in declaration) || !/^(?:fill|stroke)$/u.test(declaration.property)) return false;
  return typeof declaration.value !== "string" && declaration.value.some((value) => urlOf(value));
}

function showsOverflow(declaration: Declaration): boolean {
  if (!("property" in declaration) || !declaration.property.startsWith("overflow-")) return false;
  return typeof declaration.value !== "string" && keywordOf(declaration.value) === "visible";
}

/** Warns about rules for the markers of lists that have none. In a browser, they have some by default. */
function checkMarkers({ elements, candidates, generated }: StyledElements, problems: ProblemList): void {
  const declares = (index: number, style: readonly Declaration[], property: string) =>
    [...declarationsOf(candidates[index]), ...style].some(
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
