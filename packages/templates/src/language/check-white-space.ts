import { keywordOf } from "./css/component-values.ts";
import type { TextTemplate } from "./data/evaluate.ts";
import type { TemplateElement } from "./html/template-element.ts";
import type { ProblemList } from "./problem-list.ts";
import type { StyledElements } from "./style/find-candidates.ts";

/** Warns about the first text whose line breaks or indentation a style shows, and its field does not keep. */
export function checkWhiteSpace({ elements, candidates }: StyledElements, problems: ProblemList): void {
  const preserved = new Set<TemplateElement>();
  for (const element of elements) {
    const { index, style, parent, tag, children, offset } = element;
    const ofRules = (candidates[index] ?? []).flatMap(({ rule }) => rule.declarations);
    const declaration = [...ofRules, ...style].findLast(
      (each) => "property" in each && each.property === "white-space",
    );
    const value = declaration && "value" in declaration ? declaration.value : undefined;
    const isPreserved =
      value === undefined
        ? tag === "pre" || (parent !== undefined && preserved.has(parent))
        : typeof value !== "string" && keywordOf(value) === "pre";
    if (!isPreserved) continue;
    preserved.add(element);
    if (!children.some((child) => child.kind === "text" && losesWhiteSpace(child.parts))) continue;
    problems.warn(
      offset,
      "White space in values becomes single spaces, even with `white-space: pre`",
      'Keep line breaks with `"multiline": true` in template.json, and indent with `padding`.',
    );
    return;
  }
}

function losesWhiteSpace(parts: TextTemplate): boolean {
  return parts.some((part) => {
    if (typeof part === "string" || typeof part.field !== "object") return false;
    const { format, choices, isMultiline = false } = part.field;
    return format === undefined && !choices && !isMultiline;
  });
}
