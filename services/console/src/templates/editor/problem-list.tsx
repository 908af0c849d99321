import { formatCount } from "../../components/counts.ts";
import { MessageText } from "../../components/page.tsx";
import type { Design } from "./design/design.ts";
import type { DocumentProblem } from "./document-check.ts";

/** The problems below the editor, errors first. Each leads to its line. */
export function ProblemList({
  problems,
  warningCount,
  isRefused,
  design,
  goTo,
}: {
  problems: readonly DocumentProblem[];
  /** Of the card, which are below it. */
  warningCount: number;
  /** Whether the card could not be rendered, such as for its data. */
  isRefused: boolean;
  /** With it, the layer at the place is named instead of the place, and fields by their labels. */
  design: Design | undefined;
  goTo: (problem: DocumentProblem) => void;
}) {
  const isError = ({ severity }: DocumentProblem) => severity === "error";
  const errors = problems.filter(isError).length;
  const warnings = problems.length - errors + warningCount;
  const byUrgency = [...problems.filter(isError), ...problems.filter((each) => !isError(each))];
  const state = errors > 0 || isRefused ? "error" : warnings > 0 ? "warning" : "";
  const counts = [
    isRefused && errors === 0 && "The card could not be rendered",
    errors > 0 && formatCount(errors, "error"),
    warnings > 0 && formatCount(warnings, "warning"),
  ];
  return (
    <div class="problem-list">
      <p class={`problem-status ${state}`} role="status">
        {counts.filter(Boolean).join(", ") || "No problems"}
        {warningCount > 0 && ` (${warningCount === warnings ? "" : `${warningCount} `}below the card)`}
      </p>
      <ul class="problems" aria-label="Problems">
        {byUrgency.map((problem) => {
          const { file, line, column, severity } = problem;
          const { message, suggestion } = design?.describe(problem) ?? problem;
          return (
            <li class={severity}>
              <button type="button" class="plain" onClick={() => goTo(problem)}>
                <span class="place">{design?.nameAt(problem) ?? `template.${file}:${line}:${column}`}</span>
                <strong>{severity === "error" ? "Error: " : "Warning: "}</strong>
                <MessageText text={message} />
                {suggestion !== undefined && (
                  <span class="suggestion">
                    {". "}
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
