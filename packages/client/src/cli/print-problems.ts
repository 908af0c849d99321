import type { ErrorDetail, TemplateProblem } from "../index.ts";

/** One problem as compilers print it, so that editors find the place: `template.html:12:3: error: …`. */
export function formatProblem({
  file,
  line,
  column,
  severity,
  message,
  suggestion,
}: TemplateProblem): string {
  return `${file}:${line}:${column}: ${severity}: ${withSuggestion(message, suggestion)}`;
}

/** One detail of a rejected document in the same form. */
export function formatDetail({ path, line, column, message, suggestion }: ErrorDetail): string {
  const file = path.startsWith("/template") ? "template.json" : "template.html";
  const place = line === undefined ? path : `${file}:${line}:${column ?? 1}`;
  return `${place}: error: ${withSuggestion(message, suggestion)}`;
}

function withSuggestion(message: string, suggestion: string | undefined): string {
  return suggestion ? `${message}\n    ${suggestion}` : message;
}

/** The number of errors and warnings in words: `2 errors, 1 warning`. */
export function summarize(problems: readonly Pick<TemplateProblem, "severity">[]): string {
  const countOf = (name: TemplateProblem["severity"]) => {
    const { length } = problems.filter(({ severity }) => severity === name);
    return `${length} ${name}${length === 1 ? "" : "s"}`;
  };
  return `${countOf("error")}, ${countOf("warning")}`;
}
