import { limits } from "../limits.ts";
import { parseComponentValues, type ComponentValue } from "./component-values.ts";
import { parseContainerQuery, type ContainerQuery } from "./container-query.ts";
import { parseDeclarations, type Declaration, type DeclarationEnvironment } from "./declarations.ts";
import { parseFontFace, type FontFaceRule } from "./font-face.ts";
import { parseSelectors, type Selector } from "./selector.ts";

/** A rule with the condition of the `@container` blocks that it is in. */
export interface StyleRule {
  readonly selectors: readonly Selector[];
  readonly declarations: readonly Declaration[];
  readonly condition: ContainerQuery | undefined;
}

/** The checked content of a style element. */
export interface Stylesheet {
  readonly rules: StyleRule[];
  readonly fontFaces: FontFaceRule[];
}

const atRuleSuggestions: ReadonlyMap<string, string> = new Map(
  Object.entries({
    media: "Use `@container (width < 600px)`: the card is the container.",
    import: "Write the rules into the style element.",
    charset: "Remove it.",
    namespace: "Remove it.",
    keyframes: "Remove it: an image does not move.",
    layer: "Write the rules without layers.",
    supports: "Write the rules without `@supports`.",
    property: "Declare the custom property in a rule.",
    page: "Remove it.",
    scope: "Use a descendant selector.",
    tailwind: "Write CSS: utility classes are not included.",
    apply: "Write the properties.",
  }),
);

/** Parses a style sheet. Rules that are invalid are reported and left out. */
export function parseStylesheet(environment: DeclarationEnvironment): Stylesheet {
  const { css, report } = environment;
  const sheet: Stylesheet = { rules: [], fontFaces: [] };
  let [selectorCount, declarationCount] = [0, 0];

  function parseRules(values: readonly ComponentValue[], condition: ContainerQuery | undefined): void {
    let start = 0;
    while (start < values.length && !environment.isFull()) {
      const first = values[start]!;
      const end = endOfRule(values, start);
      const rule = values.slice(start, end);
      start = end;
      if (first.kind === "delimiter" && first.value === ";") continue;
      if (first.kind === "at-keyword") parseAtRule(first, rule, condition);
      else parseStyleRule(rule, condition);
      if (selectorCount > limits.selectors || declarationCount > limits.declarations) {
        report(
          first.start,
          `The style element has more than ${limits.selectors} selectors or ${limits.declarations} declarations`,
        );
        return;
      }
    }
  }

  function parseStyleRule(values: readonly ComponentValue[], condition: ContainerQuery | undefined): void {
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
    const selectors = parseSelectors(values.slice(0, -1), css, report).map((selector) => ({
      ...selector,
      offset: environment.start + selector.offset,
    }));
    const declarations = parseDeclarations(block.values, environment);
    selectorCount += selectors.length;
    declarationCount += declarations.length;
    sheet.rules.push({ selectors, declarations, condition });
  }

  function parseAtRule(
    keyword: Extract<ComponentValue, { kind: "at-keyword" }>,
    values: readonly ComponentValue[],
    outer: ContainerQuery | undefined,
  ): void {
    const block = values.at(-1);
    const content = block?.kind === "block" && block.open === "{" ? block.values : undefined;
    const { name, start } = keyword;
    if (name === "container" && content) {
      const query = parseContainerQuery(values.slice(1, -1), start, report);
      if (query) parseRules(content, outer ? (size) => outer(size) && query(size) : query);
    } else if (name === "font-face" && content && values.length === 2) {
      const fontFace = parseFontFace(content, start, environment);
      if (fontFace) sheet.fontFaces.push(fontFace);
    } else if (name === "container" || name === "font-face") {
      report(
        start,
        `@${name} needs a block`,
        name === "container" ? "Write `@container (width < 600px) { … }`." : undefined,
      );
    } else {
      report(
        start,
        `@${name} is not supported`,
        atRuleSuggestions.get(name.replace(/^-\w+-/u, "")) ?? "Remove it.",
      );
    }
  }

  parseRules(parseComponentValues(css, report), undefined);
  return sheet;
}

/** Behind the block of a rule or, for at-rules, the semicolon. */
function endOfRule(values: readonly ComponentValue[], start: number): number {
  const isAtRule = values[start]?.kind === "at-keyword";
  for (let index = start; index < values.length; index++) {
    const value = values[index]!;
    if (value.kind === "block" && value.open === "{") return index + 1;
    if (value.kind === "delimiter" && value.value === ";" && (isAtRule || index === start)) return index + 1;
  }
  return values.length;
}
