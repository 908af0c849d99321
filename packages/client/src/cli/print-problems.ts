import type { ErrorDetail, PageProblem, TemplateProblem } from "../index.ts";

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

/** The problems of a page as rows of a table, each with the fix and the tag to paste below the problem. */
export function formatFindings(problems: readonly PageProblem[]): string[] {
  const width = Math.max(...problems.map(({ code }) => code.length)) + 2;
  return problems.map(({ severity, code, message, fix, tag, platforms }) => {
    const start = severity.padEnd(9) + code.padEnd(width);
    const lines = [message, fix, tag, platforms && `Only on ${platforms.join(", ")}.`];
    return start + lines.filter((line) => line !== undefined).join(`\n${" ".repeat(start.length)}`);
  });
}

/** The number of problems of each severity in words: `2 errors, 1 warning`. */
export function summarize<Severity extends string>(
  problems: readonly { readonly severity: Severity }[],
  severities: readonly Severity[],
): string {
  const countOf = (name: Severity) => problems.filter(({ severity }) => severity === name).length;
  return severities.map((name) => `${countOf(name)} ${name}${countOf(name) === 1 ? "" : "s"}`).join(", ");
}
