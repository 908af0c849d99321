import { keywordOf, urlOf } from "./css/component-values.ts";
import type { Declaration } from "./css/declarations.ts";
import { warnOfOverflow } from "./html/svg.ts";
import type { ProblemList } from "./problem-list.ts";
import type { StyledElements } from "./style/find-candidates.ts";

/** Properties that change shapes in a browser, and have no effect on them here. */
const ignored = /^(?:filter|clip-path|mask|mix-blend-mode|isolation|width|height)(?:$|-)/u;

/** Reports declarations that inline SVGs, and their shapes and texts, do not follow. */
export function checkSvgRules({ elements, candidates }: StyledElements, problems: ProblemList): void {
  const reported = new Set<Declaration>();
  for (const { index, tag, svgPlace, hints, style } of elements) {
    const ofRules = (candidates[index] ?? []).flatMap(({ rule }) => rule.declarations);
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
