import { PlacardError, type ErrorDetail, type TemplateDocument, type TemplateProblem } from "@placard/client";
import { createJsonLocator } from "@placard/templates/json-positions";
import type { Draft } from "../drafts.ts";
import type { CodeLanguage, LocatedProblem } from "./code-editor.tsx";
import { parseTemplateJson, placeOf } from "./template-json.ts";

export interface DocumentProblem extends LocatedProblem {
  file: CodeLanguage;
  code?: TemplateProblem["code"];
}

/** A draft as a document, or the problem of its template.json. */
export type ReadDraft =
  { document: TemplateDocument; problem?: undefined } | { document?: undefined; problem: DocumentProblem };

export function readDocument({ json, html, assets }: Draft): ReadDraft {
  const { template, problem } = parseTemplateJson(json);
  return template ? { document: { template, html, assets } } : { problem: { ...problem, file: "json" } };
}

/** The problems that the server found, at their places in the draft's texts. */
export function locateProblems(problems: readonly TemplateProblem[], draft: Draft): DocumentProblem[] {
  return problems.map(({ file, pointer = "", ...problem }) =>
    file === "template.json"
      ? { ...problem, file: "json", ...placeInJson(draft, pointer) }
      : { ...problem, file: "html" },
  );
}

/**
 * The problems in an error of the server.
 * @returns undefined for an error that is not about the document
 */
export function problemsOf(error: unknown, draft: Draft): DocumentProblem[] | undefined {
  if (!(error instanceof PlacardError && error.code === "validation_failed")) return undefined;
  const isAboutDocument = error.details.every(({ path }) => /^\/(html|template|assets)\b/.test(path));
  return isAboutDocument ? error.details.map((detail) => toProblem(detail, draft)) : undefined;
}

function toProblem(
  { path, line = 1, column = 1, message, suggestion }: ErrorDetail,
  draft: Draft,
): DocumentProblem {
  const isHtml = path.startsWith("/html");
  const pointer = path.replace(/^\/(html|template)/, "");
  return {
    file: isHtml ? "html" : "json",
    ...(isHtml ? { line, column } : placeInJson(draft, pointer)),
    severity: "error",
    message: pointer === "" ? message : `${pointer}: ${message}`,
    suggestion,
  };
}

function placeInJson({ json }: Draft, pointer: string) {
  return placeOf(json, createJsonLocator(json)(pointer));
}
