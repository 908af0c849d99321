import { detectDirection, firstStrongType, type Direction } from "../../direction.ts";
import { evaluate, holds, type Scope, type TextTemplate } from "../data/evaluate.ts";
import type { Expression } from "../data/expressions.ts";
import type { TemplateElement } from "../html/template-element.ts";
import type { ElementState } from "../style/style-tree.ts";
import { normalizeHexColor } from "../css/color.ts";

/** An element of a card: an element of the template with the entries of the loops around it. */
export interface ElementInstance {
  readonly element: TemplateElement;
  readonly scope: Scope;
  readonly path: string;
}

export type ChildInstance = ElementInstance | { readonly text: TextTemplate };

/** The children of an element whose conditions hold, with loops expanded. */
export function expandChildren({ element: parent, scope, path }: ElementInstance): ChildInstance[] {
  const children: ChildInstance[] = [];
  for (const child of parent.children) {
    if (child.kind === "text") {
      children.push({ text: child.parts });
      continue;
    }
    const childPath = pathIn(path, String(child.position));
    if (!child.loop) {
      if (child.conditions.every((condition) => holds(condition, scope))) {
        children.push({ element: child, scope, path: childPath });
      }
      continue;
    }
    const list = Object.hasOwn(scope.data, child.loop.list) ? scope.data[child.loop.list] : undefined;
    if (!Array.isArray(list)) continue;
    for (const [index, value] of list.entries()) {
      const itemScope = {
        ...scope,
        items: [
          ...scope.items,
          { value: value as string | Record<string, string>, index, count: list.length },
        ],
      };
      if (!child.conditions.every((condition) => holds(condition, itemScope))) continue;
      children.push({ element: child, scope: itemScope, path: `${childPath}:${index}` });
    }
  }
  return children;
}

/** The path of something in the element at a path. */
export function pathIn(path: string, name: string): string {
  return path === "" ? name : `${path}/${name}`;
}

/** The text of a template with placeholders replaced. */
export function renderText(parts: TextTemplate, scope: Scope): string {
  let text = "";
  for (const part of parts) text += typeof part === "string" ? part : evaluate(part, scope);
  return text;
}

const noVariables: ReadonlyMap<string, string> = new Map();

/** The value of a custom property from data: `#rrggbb` or a number. Undefined if there is none. */
export function variableText(expression: Expression, scope: Scope): string | undefined {
  const text = evaluate(expression, scope);
  const isNumber = typeof expression.field === "object" && expression.field.format === "number";
  if (isNumber) return /^-?\d{1,9}(?:\.\d{1,6})?$/u.test(text) ? text : undefined;
  return normalizeHexColor(text);
}

/** What the styles of the elements among children depend on, in their order. */
export function statesOf(children: readonly ChildInstance[]): ElementState[] {
  const siblings: ElementState[] = [];
  for (const child of children) if (!("text" in child)) siblings.push(new InstanceState(child, siblings));
  return siblings;
}

/** What the root element's style depends on. Without `lang`, its language is the card's locale. */
export function rootState(instance: ElementInstance, locale: string | undefined): ElementState {
  const siblings: ElementState[] = [];
  const state = new InstanceState(instance, siblings, locale);
  siblings.push(state);
  return state;
}

/** A class: there is one for each element of each card, and few need the methods. */
class InstanceState implements ElementState {
  readonly element: TemplateElement;
  readonly classes: ReadonlySet<string>;
  readonly siblings: readonly ElementState[];
  readonly index: number;
  readonly dir: Direction | undefined;
  readonly lang: string | undefined;
  readonly variables: ReadonlyMap<string, string>;
  readonly #instance: ElementInstance;
  #children: readonly ElementState[] | undefined;

  constructor(instance: ElementInstance, siblings: readonly ElementState[], locale?: string) {
    const { element, scope } = instance;
    const { classes, dataClasses, lang, dataVariables } = element;
    this.element = element;
    this.classes =
      dataClasses.length === 0
        ? classes
        : new Set([...classes, ...dataClasses.map((parts) => renderText(parts, scope))]);
    this.siblings = siblings;
    this.index = siblings.length;
    this.dir = element.dir === undefined ? undefined : directionOf(instance);
    this.lang = (lang && (languageTag(renderText(lang, scope)) || undefined)) ?? locale;
    this.variables =
      dataVariables.size === 0
        ? noVariables
        : new Map(
            [...dataVariables].flatMap(([name, expression]) => {
              const value = variableText(expression, scope);
              return value === undefined ? [] : [[name, value] as const];
            }),
          );
    this.#instance = instance;
  }

  attribute(name: string): string | undefined {
    const parts = this.element.attributes.get(name);
    return parts && renderText(parts, this.#instance.scope);
  }

  children(): readonly ElementState[] {
    return (this.#children ??= statesOf(expandChildren(this.#instance)));
  }

  isEmpty(): boolean {
    if (this.element.image) return false;
    const children = expandChildren(this.#instance);
    return children.every((child) => "text" in child && renderText(child.text, this.#instance.scope) === "");
  }
}

/** A text as a language tag; empty if it can't be one. */
function languageTag(text: string): string {
  return /^[A-Za-z]{2,8}(?:-[A-Za-z\d]{1,8}){0,4}$/u.test(text) ? text : "";
}

function directionOf(instance: ElementInstance): Direction | undefined {
  const { dir } = instance.element;
  if (dir === "ltr" || dir === "rtl" || dir === undefined) return dir;
  if (dir !== "auto") {
    const values = dir.map((expression) => evaluate(expression, instance.scope).toLowerCase());
    return values.find((value): value is Direction => value === "rtl" || value === "ltr");
  }
  return detectDirection(firstDirectedText(instance) ?? "");
}

/**
 * The first text in an element with a direction (HTML, 3.2.6.4). Elements with their own `dir` are skipped.
 */
function firstDirectedText(instance: ElementInstance): string | undefined {
  for (const child of expandChildren(instance)) {
    if ("text" in child) {
      const text = renderText(child.text, instance.scope);
      if (firstStrongType(text) !== undefined) return text;
    } else if (child.element.dir === undefined && child.element.tag !== "bdi") {
      const text = firstDirectedText(child);
      if (text !== undefined) return text;
    }
  }
  return undefined;
}
