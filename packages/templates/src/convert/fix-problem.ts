import { hasDefaults } from "./browser-defaults.ts";
import type { Problem } from "../document.ts";
import type { HtmlElement } from "../language/html/parse-html.ts";
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
  [/^(display\s*:\s*)inline-table\b/iu, "$1table"],
  [/^(text-align\s*:\s*)-webkit-center/iu, "$1center"],
  [/^(background(?:-color)?\s*:\s*)none transparent/iu, "$1none", "exact"],
];

/** Elements that another one replaces. */
const renamedElements: ReadonlyMap<string, string> = new Map(
  [
    "div:center dialog form fieldset legend details summary menu",
    "div:picture",
    "span:font big tt acronym nobr bdo dfn",
  ].flatMap((line) => {
    const [to = "", names = ""] = line.split(":");
    return names.split(" ").map((name) => [name, to] as const);
  }),
);

/** The element that replaces one that templates don't have. */
export function replacementOf(tag: string): string | undefined {
  return renamedElements.get(tag);
}

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

function addClass(element: HtmlElement, name: string, edits: SourceEdits): void {
  const place = element.sourceCodeLocation!;
  const attribute = place.attrs?.["class"];
  if (attribute) {
    const classes = element.attrs.find((each) => each.name === "class")?.value ?? "";
    edits.replace(attribute.startOffset, attribute.endOffset, `class="${classes} ${name}"`);
  } else {
    const at = (place.startTag?.startOffset ?? place.startOffset) + 1 + element.tagName.length;
    edits.replace(at, at, ` class="${name}"`);
  }
}

/**
 * Renames an element that templates don't have, if another one is close to it. A class keeps the old name for
 * the rules that select it, and for its default styles.
 */
export function renameElement(
  element: HtmlElement,
  isSelected: boolean,
  edits: SourceEdits,
  report: ReportLoss,
): void {
  const { tagName: tag, sourceCodeLocation: place } = element;
  const to = renamedElements.get(tag);
  const start = place?.startTag?.startOffset;
  if (to === undefined || start === undefined) return;
  edits.replace(start + 1, start + 1 + tag.length, to);
  if (place?.endTag)
    edits.replace(place.endTag.startOffset + 2, place.endTag.startOffset + 2 + tag.length, to);
  if (isSelected || hasDefaults(tag)) addClass(element, tag, edits);
  report(start, `The element \`${tag}\` became \`${to}\``, "approximated");
}

export function shorten(text: string): string {
  const oneLine = text.replace(/\s+/gu, " ").trim();
  return oneLine.length > 60 ? `${oneLine.slice(0, 59)}…` : oneLine;
}
