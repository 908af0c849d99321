import type { Declaration } from "./css/declarations.ts";
import type { ProblemList } from "./problem-list.ts";
import type { StyledElements } from "./style/find-candidates.ts";

/** Properties that change shapes in a browser, and have no effect on them here. */
const ignored =
  /^(?:transform|rotate|scale|translate|filter|clip-path|mask|mix-blend-mode|isolation|width|height)(?:$|-)/u;

/** Reports declarations of rules that the shapes of an inline SVG do not follow. */
export function checkSvgRules({ elements, candidates }: StyledElements, problems: ProblemList): void {
  const reported = new Set<Declaration>();
  for (const { index, tag, svgPlace } of elements) {
    if (!svgPlace || tag === "text" || tag === "tspan") continue;
    for (const declaration of (candidates[index] ?? []).flatMap(({ rule }) => rule.declarations)) {
      const name = "property" in declaration ? declaration.property : "";
      if (!ignored.test(name) || reported.has(declaration)) continue;
      reported.add(declaration);
      problems.warn(
        declaration.offset,
        `\`${name}\` of a rule has no effect on the shapes of an SVG`,
        `Write it as an attribute of the element.`,
      );
    }
  }
}
