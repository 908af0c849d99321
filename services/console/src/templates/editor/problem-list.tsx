import { formatCount } from "../../components/counts.ts";
import { MessageText } from "../../components/page.tsx";
import type { DocumentProblem } from "./document-check.ts";

/** The problems below the editor. Each leads to its line. */
export function ProblemList({
  problems,
  nameAt,
  goTo,
}: {
  problems: readonly DocumentProblem[];
  /** What is shown instead of a place in a file: the name of the layer there. */
  nameAt: ((problem: DocumentProblem) => string) | undefined;
  goTo: (problem: DocumentProblem) => void;
}) {
  const errors = problems.filter(({ severity }) => severity === "error").length;
  const warnings = problems.length - errors;
  const counts = [
    errors > 0 && formatCount(errors, "error"),
    warnings > 0 && formatCount(warnings, "warning"),
  ];
  return (
    <div class="problem-list">
      <p class={`problem-status ${errors > 0 ? "failed" : ""}`} role="status">
        {problems.length === 0 ? "No problems" : counts.filter(Boolean).join(", ")}
      </p>
      <ul class="problems" aria-label="Problems">
        {problems.map((problem) => {
          const { file, line, column, severity, message, suggestion } = problem;
          return (
            <li class={severity}>
              <button type="button" class="plain" onClick={() => goTo(problem)}>
                <span class="place">{nameAt?.(problem) ?? `template.${file}:${line}:${column}`}</span>
                <strong>{severity === "error" ? "Error: " : "Warning: "}</strong>
                <MessageText text={message} />
                {suggestion !== undefined && (
                  <span class="suggestion">
                    {" "}
                    <MessageText text={suggestion} />
                  </span>
                )}
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
