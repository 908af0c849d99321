import { formatCount } from "../../counts.ts";
import { createElement, createMessage } from "../../elements.ts";
import type { CodeLanguage, LocatedProblem } from "./code-editor.ts";

/** A problem of a document, with the file it is in. */
export interface DocumentProblem extends LocatedProblem {
  file: CodeLanguage;
}

/**
 * Creates the list of problems below the editor. Each leads to its line.
 * @param goTo moves the cursor to a problem
 */
export function createProblemList(goTo: (problem: DocumentProblem) => void) {
  const list = createElement("ul", { className: "problems", "aria-label": "Problems" });
  const status = createElement("p", { className: "problem-status", role: "status" });
  return {
    element: createElement("div", { className: "problem-list" }, status, list),

    /** Replaces the problems. */
    show(problems: readonly DocumentProblem[]) {
      const errors = problems.filter(({ severity }) => severity === "error").length;
      const warnings = problems.length - errors;
      status.textContent =
        problems.length === 0
          ? "No problems"
          : [
              ...(errors > 0 ? [formatCount(errors, "error")] : []),
              ...(warnings > 0 ? [formatCount(warnings, "warning")] : []),
            ].join(", ");
      status.classList.toggle("failed", errors > 0);
      list.replaceChildren(...problems.map((problem) => createItem(problem, goTo)));
    },
  };
}

function createItem(problem: DocumentProblem, goTo: (problem: DocumentProblem) => void) {
  const { file, line, column, severity, message, suggestion } = problem;
  const button = createElement(
    "button",
    { type: "button", className: "plain" },
    createElement("span", { className: "place" }, `template.${file}:${line}:${column}`),
    createElement("strong", {}, severity === "error" ? "Error: " : "Warning: "),
    createMessage(message),
    suggestion !== undefined &&
      createElement("span", { className: "suggestion" }, createMessage(` ${suggestion}`)),
  );
  button.addEventListener("click", () => goTo(problem));
  return createElement("li", { className: severity }, button);
}
