import type { Problem } from "../document.ts";
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
];

/** The elements that replace those that templates don't have, by their names. */
export const replacements: ReadonlyMap<string, string> = new Map(
  [
    "div:center dialog form fieldset legend details summary menu",
    "div:picture",
    "span:font big tt acronym nobr bdo dfn",
  ].flatMap((line) => {
    const [to = "", names = ""] = line.split(":");
    return names.split(" ").map((name) => [name, to] as const);
  }),
);

export interface FixEnvironment {
  readonly edits: SourceEdits;
  readonly report: ReportLoss;
}

const nouns: Readonly<Partial<Record<Construct["kind"], string>>> = {
  attribute: "The attribute ",
  element: "The element ",
  rule: "The rule ",
  selector: "The rule ",
};

/** Changes or removes a construct that the compiler refuses. */
export function fixConstruct(construct: Construct, problem: Problem, environment: FixEnvironment): void {
  const { edits, report } = environment;
  const { kind, start, end, name } = construct;
  const text = edits.source.slice(start, end);
  if (kind === "declaration" && fixDeclaration(construct, text, environment)) return;
  edits.replace(start, end, "");
  const shown = shorten(kind === "selector" || kind === "rule" ? name : text);
  report(start, `${nouns[kind] ?? ""}\`${shown}\`: ${describeProblem(problem)}`, "dropped");
}

export function describeProblem({ message, suggestion }: Pick<Problem, "message" | "suggestion">): string {
  return suggestion === undefined ? message : `${message}. ${suggestion.replace(/\.$/u, "")}`;
}

function fixDeclaration({ start, end }: Construct, text: string, environment: FixEnvironment): boolean {
  const { edits, report } = environment;
  for (const [pattern, replacement, exact] of declarations) {
    const fixed = text.replace(pattern, replacement);
    if (fixed === text) continue;
    edits.replace(start, end, fixed);
    if (!exact) report(start, `\`${shorten(text)}\` became \`${shorten(fixed)}\``, "approximated");
    return true;
  }
  return false;
}

export function shorten(text: string): string {
  const oneLine = text.replace(/\s+/gu, " ").trim();
  return oneLine.length > 60 ? `${oneLine.slice(0, 59)}…` : oneLine;
}
