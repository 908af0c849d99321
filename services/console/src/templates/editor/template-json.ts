import { jsonLanguage } from "@codemirror/lang-json";
import type { LocatedProblem } from "./code-editor.tsx";

/** `template.json` as it was entered: its value, or why it is not valid. */
export type ParsedJson =
  | { template: Readonly<Record<string, unknown>>; problem?: undefined }
  | { template?: undefined; problem: LocatedProblem };

/** Parses the text of `template.json`. */
export function parseTemplateJson(text: string): ParsedJson {
  const template = parseJson(text);
  if (template === undefined)
    return { problem: problemAt(text, findSyntaxError(text), "template.json is not valid JSON here") };
  if (typeof template === "object" && template !== null && !Array.isArray(template))
    return { template: template as Record<string, unknown> };
  return { problem: problemAt(text, 0, "template.json is not a JSON object. Start it with `{`.") };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // never a value of JSON
  }
}

/** The offset of the first syntax error. Not all browsers have it in the message of JSON.parse. */
function findSyntaxError(text: string): number {
  let offset: number | undefined;
  jsonLanguage.parser.parse(text).iterate({
    enter({ type, from }) {
      if (type.isError) offset ??= from;
    },
  });
  return offset ?? 0;
}

/** The place of an offset: line and column, from 1. */
export function placeOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  return { line: before.split("\n").length, column: offset - before.lastIndexOf("\n") };
}

function problemAt(text: string, offset: number, message: string): LocatedProblem {
  return { ...placeOf(text, offset), severity: "error", message };
}
