import type { Problem } from "../document.ts";
import { positionAttribute } from "./conversion.ts";
import type { Construct } from "./find-construct.ts";
import type { SourceEdits } from "./source-edits.ts";

/** Reports what is lost. `offset` is in the source. */
export type ReportLoss = (offset: number, what: string, severity: "dropped" | "approximated") => void;

type Replacement = readonly [pattern: RegExp, replacement: string, isExact?: "exact"];

/** Declarations with another spelling or with a value that is close enough. */
const declarations: readonly Replacement[] = [
  [
    /^-(?:webkit|moz|ms|o)-(?=(?:align|justify|flex|order|box-shadow|border-radius|transform|hyphens))/iu,
    "",
    "exact",
  ],
  [/^(position\s*:\s*)(?:-webkit-)?sticky/iu, "$1relative"],
  [/^(overflow(?:-[xy])?\s*:\s*)(?:auto|scroll|overlay)/iu, "$1hidden"],
  // The look-behinds come last: data URLs have megabytes.
  [/\b(?:groove|ridge|inset|outset)\b(?<=^(?:border|outline)[\w-]*\s*:.*)/giu, "solid"],
  [/\bwavy\b(?<=^text-decoration(?:-style)?\s*:.*)/giu, "solid"],
  // The third length of a shadow, which is at most 200 pixels.
  [/\b(?:2(?!00px)\d\d|[3-9]\d\d|\d{4,})px(?<=-shadow\b.*(?:\s-?[\d.]+(?:px)?){2}\s+\d+px)/gisu, "200px"],
];

/** The elements that replace those that templates don't have, by their names. */
export const replacements: ReadonlyMap<string, string> = new Map(
  [
    "div:center dialog form fieldset legend details summary menu",
    "div:picture",
    "span:font big tt acronym nobr bdo dfn ruby rb",
  ].flatMap((line) => {
    const [to = "", names = ""] = line.split(":");
    return names.split(" ").map((name) => [name, to] as const);
  }),
);

const nouns: Readonly<Partial<Record<Construct["kind"], string>>> = {
  attribute: "The attribute ",
  element: "The element ",
  rule: "The rule ",
  selector: "The rule ",
};

/** Changes or removes a construct that the compiler refuses. */
export function fixConstruct(
  construct: Construct,
  problem: Problem,
  edits: SourceEdits,
  report: ReportLoss,
): void {
  const { kind, start, end, name } = construct;
  const text = edits.source.slice(start, end);
  const fixed = kind === "declaration" ? fixDeclaration(text) : undefined;
  edits.replace(start, end, fixed?.text ?? "");
  if (fixed) {
    if (!fixed.isExact)
      report(start, `\`${shorten(text)}\` became \`${shorten(fixed.text)}\``, "approximated");
    return;
  }
  const marks = new RegExp(` ${positionAttribute}="[^"]*"`, "gu");
  const shown = shorten(kind === "selector" || kind === "rule" ? name : text.replace(marks, ""));
  report(start, `${nouns[kind] ?? ""}\`${shown}\`: ${describeProblem(problem)}`, "dropped");
}

export function describeProblem({ message, suggestion }: Pick<Problem, "message" | "suggestion">): string {
  return suggestion === undefined ? message : `${message}. ${suggestion.replace(/\.$/u, "")}`;
}

function fixDeclaration(text: string): { text: string; isExact: boolean } | undefined {
  const found = declarations.find(([pattern]) => text.search(pattern) >= 0);
  return found && { text: text.replace(found[0], found[1]), isExact: found[2] === "exact" };
}

export function shorten(text: string): string {
  const oneLine = text.replace(/\s+/gu, " ").trim();
  return oneLine.length > 60 ? `${oneLine.slice(0, 59)}…` : oneLine;
}
