import { pathIn } from "../element-path.ts";
import { detectDirection, firstStrongType, type Direction } from "../../direction.ts";
import { evaluate, holds, type Scope, type TextTemplate } from "../data/evaluate.ts";
import type { Expression } from "../data/expressions.ts";
import { isNumeric } from "../data/fields.ts";
import type { StyleData } from "../html/declaration-data.ts";
import type { TemplateElement } from "../html/template-element.ts";
import { normalizeHexColor } from "../css/color.ts";
import type { SelectableElement } from "../css/match-selector.ts";

/** A child of an element of a card. */
export type CardNode = CardElement | { readonly text: TextTemplate };

/** An element of a card: an element of the template with the entries of the loops around it. */
export class CardElement implements SelectableElement {
  readonly element: TemplateElement;
  /** What its attributes are evaluated with. */
  readonly scope: Scope;
  readonly path: string;
  readonly parent: CardElement | undefined;
  /** The elements of its parent, itself included, and its index among them. */
  readonly siblings: readonly CardElement[];
  readonly index: number;
  readonly tag: string;
  readonly classes: ReadonlySet<string>;
  /** Set by its `lang` attribute, or by the nearest one around it. */
  readonly lang: string | undefined;
  /** Set by its `dir` attribute. */
  readonly dir: Direction | undefined;
  /** Custom properties with values from data: `#rrggbb` or a number. */
  readonly variables: ReadonlyMap<string, string>;
  #content: readonly CardNode[] | undefined;

  /** Adds itself to the elements of its parent. */
  constructor(
    { element, scope, path }: Pick<CardElement, "element" | "scope" | "path">,
    parent: CardElement | undefined,
    siblings: CardElement[],
    outerLang = parent?.lang,
  ) {
    const { classes, dataClasses, lang, styleData } = element;
    this.element = element;
    this.scope = scope;
    this.path = path;
    this.parent = parent;
    this.index = siblings.push(this) - 1;
    this.siblings = siblings;
    this.tag = element.tag;
    this.classes =
      dataClasses.length === 0
        ? classes
        : new Set([...classes, ...dataClasses.map((parts) => renderText(parts, scope))]);
    const ownLang = lang && languageTag(renderText(lang, scope));
    this.lang = ownLang || outerLang;
    this.variables = styleData.size === 0 ? noVariables : variablesOf(styleData, scope);
    this.dir = element.dir === undefined ? undefined : directionOf(this, element.dir);
  }

  /** The direction that `:dir()` matches. */
  get direction(): Direction {
    return this.dir ?? this.parent?.direction ?? "ltr";
  }

  /** What its content is evaluated with. */
  get contentScope(): Scope {
    const { lang: language, scope } = this;
    return language === undefined || language === scope.language ? scope : { ...scope, language };
  }

  /** Its texts, and its elements whose conditions hold, with loops expanded. */
  get content(): readonly CardNode[] {
    return (this.#content ??= this.#expand());
  }

  #expand(): CardNode[] {
    const nodes: CardNode[] = [];
    const siblings: CardElement[] = [];
    const add = (element: TemplateElement, scope: Scope, path: string) => {
      if (element.conditions.every((condition) => holds(condition, scope)))
        nodes.push(new CardElement({ element, scope, path }, this, siblings));
    };
    const scope = this.contentScope;
    for (const child of this.element.children) {
      if (child.kind === "text") {
        nodes.push({ text: child.parts });
        continue;
      }
      const path = pathIn(this.path, String(child.position));
      if (!child.loop) {
        add(child, scope, path);
        continue;
      }
      const list = Object.hasOwn(scope.data, child.loop.list) ? scope.data[child.loop.list] : undefined;
      if (!Array.isArray(list)) continue;
      for (const [index, value] of (list as Scope["items"][number]["value"][]).entries()) {
        const items = [...scope.items, { value, index, count: list.length }];
        add(child, { ...scope, items }, `${path}:${index}`);
      }
    }
    return nodes;
  }

  hasClass(name: string): boolean {
    return this.classes.has(name);
  }

  attribute(name: string): string | undefined {
    const parts = this.element.attributes.get(name);
    return parts && renderText(parts, this.scope);
  }

  children(): readonly CardElement[] {
    return this.content.filter((child) => child instanceof CardElement);
  }

  isEmpty(): boolean {
    if (this.element.image) return false;
    return this.content.every((child) => "text" in child && renderText(child.text, this.contentScope) === "");
  }
}

/** The root element of a card. Without `lang`, its language is the card's locale. */
export function createRoot(element: TemplateElement, scope: Scope, locale: string | undefined): CardElement {
  return new CardElement({ element, scope, path: "" }, undefined, [], locale);
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
  const isNumber = typeof expression.field === "object" && isNumeric(expression.field);
  if (isNumber) return /^-?\d{1,9}(?:\.\d{1,6})?$/u.test(text) ? text : undefined;
  return normalizeHexColor(text);
}

function variablesOf(styleData: StyleData, scope: Scope): Map<string, string> {
  const variables = new Map<string, string>();
  for (const [name, expression] of styleData) {
    const value = name.startsWith("--") ? variableText(expression, scope) : undefined;
    if (value !== undefined) variables.set(name, value);
  }
  return variables;
}

/** A text as a language tag; empty if it can't be one. */
function languageTag(text: string): string {
  return /^[A-Za-z]{2,8}(?:-[A-Za-z\d]{1,8}){0,4}$/u.test(text) ? text : "";
}

function directionOf(element: CardElement, dir: NonNullable<TemplateElement["dir"]>): Direction | undefined {
  if (dir === "ltr" || dir === "rtl") return dir;
  if (dir === "auto") return detectDirection(firstDirectedText(element) ?? "");
  const values = dir.map((expression) => evaluate(expression, element.scope).toLowerCase());
  return values.find((value): value is Direction => value === "rtl" || value === "ltr");
}

/**
 * The first text in an element with a direction (HTML, 3.2.6.4). Elements with their own `dir` are skipped.
 */
function firstDirectedText(element: CardElement): string | undefined {
  for (const child of element.content) {
    if ("text" in child) {
      const text = renderText(child.text, element.contentScope);
      if (firstStrongType(text) !== undefined) return text;
    } else if (child.element.dir === undefined) {
      const text = firstDirectedText(child);
      if (text !== undefined) return text;
    }
  }
  return undefined;
}
