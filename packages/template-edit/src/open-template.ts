import {
  isElement,
  readTemplateSource,
  type CheckedHtml,
  type ElementPlace,
  type HtmlElement,
  type StyleRule,
  type TemplateElement,
} from "@placard/templates/source";
import type { TemplateDocument } from "@placard/templates";
import { RefusedEdit } from "./refused-edit.ts";

/** The files of a template. */
export interface TemplateFiles {
  /** `template.json` */
  readonly json: string;
  /** `template.html`. It has `\n` at the ends of lines. */
  readonly html: string;
  readonly assets: TemplateDocument["assets"];
}

/** An element of `template.html`. */
export interface SourceElement {
  /** Indexes of child elements from the root, whose path is empty: `0/2`. */
  readonly path: string;
  readonly tag: string;
  readonly classes: readonly string[];
  readonly parent: SourceElement | undefined;
  readonly children: readonly SourceElement[];
  /** Its place in the source; undefined if a browser would add or move it. */
  readonly place: ElementPlace | undefined;
  readonly node: HtmlElement;
  /** Undefined if the language does not have it. */
  readonly checked: TemplateElement | undefined;
}

/** A template with the places of everything in it. */
export interface OpenTemplate extends TemplateFiles {
  /** Undefined without a root element. */
  readonly root: SourceElement | undefined;
  readonly checked: CheckedHtml | undefined;
  /** How many elements and pseudo-elements a rule can match. */
  readonly ruleUses: ReadonlyMap<StyleRule, number>;
  /** Why the template does not compile, as far as that is known without the schema of template.json. */
  readonly error: string | undefined;
}

/** Reads a template, which may have errors. */
export function openTemplate(files: TemplateFiles): OpenTemplate {
  const template = parseJson(files.json);
  const { checked, problems } = readTemplateSource({ ...files, template: template ?? {} });
  const problem = problems.find(({ severity }) => severity === "error");
  const error = problem && [problem.message, problem.suggestion].filter(Boolean).join(". ");
  return {
    ...files,
    root: checked && toSourceElement(checked.parsed, undefined, "", byOffset(checked)),
    checked,
    ruleUses: countUses(checked),
    error: error ?? (template ? undefined : "template.json is not valid JSON"),
  };
}

/** An element by its path or, with a colon and a number in a step, by the path of one of its repetitions. */
export function findElement({ root }: OpenTemplate, path: string): SourceElement | undefined {
  const indexes = path === "" ? [] : path.split("/").map((step) => Number.parseInt(step, 10));
  return indexes.reduce<SourceElement | undefined>((element, index) => element?.children[index], root);
}

/** An element that has a place in the source. @throws RefusedEdit if there is none */
export function getElement(template: OpenTemplate, path: string): SourceElement & { place: ElementPlace } {
  const element = findElement(template, path);
  if (!element) throw new RefusedEdit("The element does not exist any more");
  const { place } = element;
  if (!place) throw new RefusedEdit("The element is not written in the source");
  return { ...element, place };
}

/** All elements in document order. */
export function listElements(element: SourceElement | undefined): SourceElement[] {
  return element ? [element, ...element.children.flatMap(listElements)] : [];
}

function parseJson(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function countUses(checked: CheckedHtml | undefined): ReadonlyMap<StyleRule, number> {
  const uses = new Map<StyleRule, number>();
  for (const candidates of checked?.styled.candidates ?? [])
    for (const rule of new Set(candidates.map((candidate) => candidate.rule)))
      uses.set(rule, (uses.get(rule) ?? 0) + 1);
  return uses;
}

function byOffset({ styled }: CheckedHtml): ReadonlyMap<number, TemplateElement> {
  return new Map(styled.elements.toReversed().map((element) => [element.offset, element]));
}

function toSourceElement(
  node: HtmlElement,
  parent: SourceElement | undefined,
  path: string,
  checked: ReadonlyMap<number, TemplateElement>,
): SourceElement {
  const place = node.sourceCodeLocation ?? undefined;
  const classes = node.attrs.find(({ name }) => name === "class")?.value.split(/\s+/u) ?? [];
  const children: SourceElement[] = [];
  const element: SourceElement = {
    path,
    tag: node.tagName,
    classes: classes.filter((name) => /^[\w-]+$/u.test(name)),
    parent,
    children,
    place,
    node,
    checked: place ? checked.get(place.startOffset) : undefined,
  };
  if (node.tagName === "svg") return element;
  for (const child of node.childNodes.filter(isElement)) {
    const childPath = path === "" ? `${children.length}` : `${path}/${children.length}`;
    children.push(toSourceElement(child, element, childPath, checked));
  }
  return element;
}
