import { mapOf } from "@placard/contracts/maps";
import { limits } from "../limits.ts";
import {
  identOf,
  isDelimiter,
  keywordOf,
  parseComponentValues,
  splitAt,
  type ComponentValue,
  type Values,
} from "./component-values.ts";
import {
  parseContainerQuery,
  parseMediaQuery,
  parseSupports,
  type ContainerQuery,
  type ParseCondition,
} from "./container-query.ts";
import {
  hasVariables,
  isKnown,
  parseDeclaration,
  type Declaration,
  type DeclarationEnvironment,
} from "./declarations.ts";
import { Layers, noLayer, type Layer } from "./layers.ts";
import { parseFontFace, type FontFaceRule } from "./font-face.ts";
import { parseSelectors, type Selector } from "./selector.ts";

/** A rule with the condition of the blocks that it is in. */
export interface StyleRule {
  /** In its sheet. */
  readonly index: number;
  readonly selectors: readonly Selector[];
  readonly declarations: readonly Declaration[];
  readonly layer: Layer;
  readonly condition: ContainerQuery | undefined;
  /** The conditions around it as they are written, outermost first: `@container (width < 600px)`. */
  readonly conditionTexts: readonly string[];
  /** Where its block is in the file, with its braces. */
  readonly block: { readonly start: number; readonly end: number };
}

/** The checked content of the style elements of a document. */
export class Stylesheet {
  readonly rules: StyleRule[] = [];
  readonly fontFaces: FontFaceRule[] = [];
  /** The families of the `@font-face` rules that are invalid. */
  readonly refusedFamilies: string[] = [];
  readonly properties: RegisteredProperty[] = [];
  readonly layers = new Layers();
  selectorCount = 0;
  declarationCount = 0;

  get isOverLimit(): boolean {
    return this.selectorCount > limits.selectors || this.declarationCount > limits.declarations;
  }
}

/** A custom property of an `@property` rule. */
export interface RegisteredProperty {
  readonly name: string;
  readonly isInherited: boolean;
  readonly initial: Values | undefined;
}

type Block = Extract<ComponentValue, { kind: "block" }>;

/** The blocks around a rule: their conditions and layer, and the selectors that a nested rule starts at. */
interface Surroundings {
  readonly layer: Layer;
  readonly condition: ContainerQuery | undefined;
  readonly conditionTexts: readonly string[];
  readonly parents: readonly Selector[] | undefined;
}

const atRuleSuggestions = mapOf({
  namespace: "Remove it.",
  scope: "Use a descendant selector.",
  tailwind: "Write CSS: utility classes are not included.",
  apply: "Write the properties.",
});

/** At-rules that change no card, with what to do. */
const ineffectiveAtRules = mapOf({
  charset: "Remove it.",
  import: "Write the rules into the style element; declare fonts with `@font-face` and assets.",
  keyframes: "Remove it: an image does not move.",
  page: "Remove it.",
  "starting-style": "Remove it: an image does not move.",
  "view-transition": "Remove it: an image does not move.",
});

const conditions: ReadonlyMap<string, ParseCondition> = new Map([
  ["container", parseContainerQuery],
  ["media", parseMediaQuery],
  ["supports", parseSupports],
]);

/** `base.text` */
const layerName = /^[a-z_-][\w-]*(?:\.[a-z_-][\w-]*){0,7}$/iu;

/** Parses a style element, and adds its rules to a sheet. Invalid rules are reported and left out. */
export function parseStylesheet(environment: DeclarationEnvironment, sheet: Stylesheet): void {
  const { css, report, warn } = environment;
  if (sheet.isOverLimit) return; // reported in an earlier style element

  function parseRules(values: Values, surroundings: Surroundings): void {
    let start = 0;
    while (start < values.length && !environment.isFull()) {
      const first = values[start]!;
      const end = endOfRule(values, start);
      const rule = values.slice(start, end);
      start = end;
      if (isDelimiter(first, ";")) continue;
      if (first.kind === "at-keyword") parseAtRule(first, rule, surroundings);
      else parseStyleRule(rule, surroundings);
      if (sheet.isOverLimit) {
        const { selectors, declarations } = limits;
        report(first.start, `The CSS has more than ${selectors} selectors or ${declarations} declarations`);
        return;
      }
    }
  }

  function parseStyleRule(values: Values, surroundings: Surroundings): void {
    const block = values.at(-1);
    const first = values[0]!;
    if (block?.kind !== "block" || block.open !== "{") {
      report(first.start, "A rule has no block", "Write `selector { property: value; }`.");
      return;
    }
    if (values.length === 1) {
      report(first.start, "A selector is missing before “{”");
      return;
    }
    const { parents } = surroundings;
    const selectors = parseSelectors(values.slice(0, -1), { css, report, warn, parents }).map((selector) => ({
      ...selector,
      offset: environment.start + selector.offset,
    }));
    sheet.selectorCount += selectors.length;
    parseContent(block, { ...surroundings, parents: selectors });
  }

  /** Parses the declarations and nested rules of a rule, in their order (CSS Nesting 1, section 2.3). */
  function parseContent(
    { values, start: blockStart, end: blockEnd }: Block,
    surroundings: Surroundings,
  ): void {
    const { parents = [], ...around } = surroundings;
    const block = { start: environment.start + blockStart, end: environment.start + blockEnd };
    let declarations: Declaration[] = [];
    let isAdded = false;
    const add = () =>
      sheet.rules.push({ ...around, index: sheet.rules.length, selectors: parents, block, declarations });
    const flush = () => {
      if (declarations.length > 0) add();
      isAdded ||= declarations.length > 0;
      sheet.declarationCount += declarations.length;
      declarations = [];
    };
    const targets = parents.filter(({ pseudoElement }) => pseudoElement === undefined);
    for (let start = 0; start < values.length && !environment.isFull();) {
      const end = endOfDeclaration(values, start);
      const part = values.slice(start, end.index);
      start = end.index + (end.isRule ? 0 : 1);
      if (part.length === 0) continue;
      if (end.isRule) {
        flush();
        isAdded = true;
        parseRules(part, { ...surroundings, parents: targets });
      } else declarations.push(...parseDeclaration(part, environment));
      if (sheet.declarationCount + declarations.length > limits.declarations) break;
    }
    flush();
    // A rule whose declarations have no effect still uses its classes.
    if (!isAdded) add();
  }

  function parseAtRule(
    keyword: Extract<ComponentValue, { kind: "at-keyword" }>,
    values: Values,
    surroundings: Surroundings,
  ): void {
    const block = values.at(-1);
    const content = block?.kind === "block" && block.open === "{" ? block : undefined;
    const { name, start } = keyword;
    const parseCondition = conditions.get(name);
    const plainName = name.replace(/^-\w+-/u, "");
    const ineffective = ineffectiveAtRules.get(plainName);
    const parseBlock = (each: Block, inner: Surroundings) =>
      inner.parents ? parseContent(each, inner) : parseRules(each.values, inner);
    if (parseCondition && content) {
      const query = parseCondition(values.slice(1, -1), start, environment);
      const { condition: outer } = surroundings;
      // The content of a condition that no card meets can have anything.
      if (!query || query === "never") return;
      const both = (size: Parameters<ContainerQuery>[0]) => (outer?.(size) ?? true) && query(size);
      const conditionTexts = [...surroundings.conditionTexts, css.slice(start, content.start).trimEnd()];
      parseBlock(content, { ...surroundings, condition: both, conditionTexts });
    } else if (name === "layer") {
      const text = css.slice(keyword.end, content?.start ?? values.at(-1)!.end).replace(";", "");
      const names = text.split(",").map((part) => part.trim());
      const isAnonymous = content !== undefined && names[0] === "";
      if ((content && names.length > 1) || !(isAnonymous || names.every((each) => layerName.test(each)))) {
        report(start, "Invalid name of a layer", "Write `@layer base { … }` or `@layer base, card;`.");
        return;
      }
      const [layer] = names.map((each) => sheet.layers.find(each || undefined, surroundings.layer));
      if (content) parseBlock(content, { ...surroundings, layer: layer! });
    } else if (name === "font-face" && content && values.length === 2) {
      const { rule, family } = parseFontFace(content.values, start, environment);
      if (rule) sheet.fontFaces.push(rule);
      else if (family !== undefined) sheet.refusedFamilies.push(family);
    } else if (name === "property" && content && values.length === 3) {
      const property = parseProperty(values[1]!, content.values);
      if (property) sheet.properties.push(property);
      else report(start, "Invalid @property rule", propertyExample);
    } else if (ineffective !== undefined) {
      warn(start, `@${name} has no effect in a template`, ineffective);
    } else if (parseCondition || name === "font-face") {
      report(
        start,
        `@${name} needs a block`,
        parseCondition && name !== "supports" ? `Write \`@${name} (width < 600px) { … }\`.` : undefined,
      );
    } else {
      report(start, `@${name} is not supported`, atRuleSuggestions.get(plainName) ?? "Remove it.");
    }
  }

  parseRules(parseComponentValues(css, report), {
    layer: noLayer,
    condition: undefined,
    conditionTexts: [],
    parents: undefined,
  });
}

const propertyExample =
  'Write `@property --tint { syntax: "<color>"; inherits: true; initial-value: #336699 }`.';

/** Reads an `@property` rule (CSS Properties and Values API 1, section 3). */
function parseProperty(name: ComponentValue, content: Values): RegisteredProperty | undefined {
  const descriptors = new Map(
    splitAt(content, ";").map(([first, _colon, ...value]) => [identOf(first) ?? "", value]),
  );
  const inherits = keywordOf(descriptors.get("inherits") ?? []);
  const [syntax] = descriptors.get("syntax") ?? [];
  const initial = descriptors.get("initial-value");
  const isValid = syntax?.kind === "string" && (inherits === "true" || inherits === "false");
  if (name.kind !== "ident" || !name.name.startsWith("--") || !isValid) return undefined;
  if (initial ? hasVariables(initial) : syntax.value !== "*") return undefined;
  return { name: name.name, isInherited: inherits === "true", initial };
}

/** Behind the block of a rule or, for at-rules, the semicolon. */
function endOfRule(values: Values, start: number): number {
  const isAtRule = values[start]?.kind === "at-keyword";
  for (let index = start; index < values.length; index++) {
    const value = values[index]!;
    if (value.kind === "block" && value.open === "{") return index + 1;
    if (isDelimiter(value, ";") && (isAtRule || index === start)) return index + 1;
  }
  return values.length;
}

/** The semicolon behind a declaration, or the end of a nested rule. */
function endOfDeclaration(values: Values, start: number): { index: number; isRule: boolean } {
  const [first, colon] = [values[start]!, values[start + 1]];
  const isDeclaration =
    first.kind === "ident" &&
    isDelimiter(colon, ":") &&
    (first.name.startsWith("--") || isKnown(first.name.toLowerCase()));
  for (let index = start; index < values.length; index++) {
    const value = values[index]!;
    if (isDelimiter(value, ";"))
      return first.kind === "at-keyword" ? { index: index + 1, isRule: true } : { index, isRule: false };
    if (value.kind === "block" && value.open === "{" && !isDeclaration && !isPlaceholder(value))
      return { index: index + 1, isRule: true };
  }
  return { index: values.length, isRule: first.kind === "at-keyword" };
}

/** `{{title}}`: a block in a block. */
function isPlaceholder({ values }: Extract<ComponentValue, { kind: "block" }>): boolean {
  const [inner] = values;
  return values.length === 1 && inner?.kind === "block" && inner.open === "{";
}
