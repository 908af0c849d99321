import { mapOf } from "@placard/contracts/maps";
import { limits } from "../limits.ts";
import {
  countValues,
  identOf,
  isDelimiter,
  keywordOf,
  parseAll,
  splitAt,
  type ComponentValue,
  type ReportSyntaxError,
  type Values,
} from "./component-values.ts";
import { splitDeclaration, type DeclarationEnvironment } from "./declarations.ts";
import { parseSelectors } from "./selector.ts";
import { parsePixels } from "./quantity.ts";
import { checkContext, type ValueContext } from "./value-context.ts";
import { ratio } from "./value-types.ts";

/** The size of a card in pixels. */
export interface CardSize {
  readonly width: number;
  readonly height: number;
}

/** Whether a card of a size meets a condition. */
export type ContainerQuery = (size: CardSize) => boolean;

/** Parses the condition of an at-rule. Undefined if it is invalid, `never` if its content can be skipped. */
export type ParseCondition = (
  values: Values,
  at: number,
  environment: Pick<DeclarationEnvironment, "report" | "warn" | "css" | "context">,
) => ContainerQuery | "never" | undefined;

/** Reads what stands in parentheses. */
type ReadFeature = (values: Values) => ContainerQuery | undefined;

const example =
  "Write a condition such as `(width < 600px)`, `(aspect-ratio < 1)` or `(orientation: portrait)`.";

/** Parses the condition of `@container` (CSS Conditional 5, section 5). Undefined if it is invalid. */
export const parseContainerQuery: ParseCondition = (values, at, { report }) =>
  parseCondition("@container", values, at, report, parseFeature);

/** Media features whose value in an image is known. */
const mediaKeywords: ReadonlyMap<string, string> = new Map([
  ["prefers-color-scheme", "light"],
  ["prefers-reduced-motion", "no-preference"],
  ["prefers-contrast", "no-preference"],
  ["scripting", "none"],
]);

const parseMediaFeature: ReadFeature = (values) => {
  const [name, colon, value, ...others] = values;
  const known = name?.kind === "ident" ? mediaKeywords.get(name.name.toLowerCase()) : undefined;
  if (known === undefined) return parseFeature(values);
  if (colon?.kind !== "delimiter" || value?.kind !== "ident" || others.length > 0) return undefined;
  return () => value.name.toLowerCase() === known;
};

const mediaTypes: ReadonlyMap<string, boolean> = new Map([
  ["all", true],
  ["screen", true],
  ["print", false],
  ["speech", false],
]);

/** Parses the list of `@media` (Media Queries 4, section 3). The card is the viewport. */
export const parseMediaQuery: ParseCondition = (values, at, { report }) => {
  const queries = splitAt(values, ",").map((part): ContainerQuery | undefined => {
    const words = part.map((value) => identOf(value) ?? "");
    const isNegated = words[0] === "not";
    const typeAt = isNegated || words[0] === "only" ? 1 : 0;
    const type = mediaTypes.get(words[typeAt] ?? "");
    if (type === undefined) return parseCondition("@media", part, at, report, parseMediaFeature);
    const rest = words[typeAt + 1] === "and" ? part.slice(typeAt + 2) : undefined;
    if (!rest && part.length > typeAt + 1) {
      report(at, "Use `and` after the type in @media");
      return undefined;
    }
    const condition = rest && parseCondition("@media", rest, at, report, parseMediaFeature);
    if (rest && !condition) return undefined;
    return (size) => (type && (condition?.(size) ?? true)) !== isNegated;
  });
  const valid = queries.filter((query) => query !== undefined);
  return valid.length === queries.length ? (size) => valid.some((query) => query(size)) : undefined;
};

/** Parses the condition of `@supports` (CSS Conditional 3, section 6): what templates support. */
export const parseSupports: ParseCondition = (values, at, { report, css, context }) => {
  const query = parseCondition(
    "@supports",
    values,
    at,
    report,
    (declaration) => {
      const [name, colon, ...value] = declaration;
      if (name?.kind !== "ident" || !isDelimiter(colon, ":")) return undefined;
      const isSupported =
        name.name.startsWith("--") || splitDeclaration(name.name.toLowerCase(), value, context) !== undefined;
      return () => isSupported;
    },
    (selector) => {
      const ignore = () => {};
      return parseSelectors(selector, { css, report: ignore, warn: ignore }).length > 0;
    },
  );
  return query && (query({ width: 1, height: 1 }) ? query : "never");
};

function parseCondition(
  rule: string,
  values: Values,
  at: number,
  report: ReportSyntaxError,
  readFeature: ReadFeature,
  isSelector?: (values: Values) => boolean,
): ContainerQuery | undefined {
  const refuse = (offset: number, message: string, suggestion = example): undefined => {
    report(offset, message, suggestion);
    return undefined;
  };

  function condition(parts: Values, start: number): ContainerQuery | undefined {
    const [first, ...others] = parts;
    if (!first) return refuse(start, `A condition is missing in ${rule}`);
    if (first.kind === "ident") {
      if (first.name.toLowerCase() !== "not") {
        return refuse(
          first.start,
          "Containers can't be named: the card is the only container",
          "Remove the name.",
        );
      }
      return not(condition(others, first.start));
    }
    const left = term(first);
    if (!left || others.length === 0) return left;
    const [operator, ...rest] = others;
    const name = operator && identOf(operator);
    if (name !== "and" && name !== "or")
      return refuse(operator!.start, "Use `and` or `or` between conditions");
    const hasOther = rest.some((value) => identOf(value) === (name === "and" ? "or" : "and"));
    if (hasOther) return refuse(operator!.start, "`and` and `or` can't be mixed without parentheses");
    const right = condition(rest, operator!.start);
    if (!right) return undefined;
    return name === "and" ? (size) => left(size) && right(size) : (size) => left(size) || right(size);
  }

  function term(value: ComponentValue): ContainerQuery | undefined {
    if (value.kind === "function" && value.name === "style") {
      return refuse(value.start, "style() queries are not supported", "Use a class from an `enum` field.");
    }
    if (value.kind === "function" && value.name === "selector" && isSelector) {
      const isSupported = isSelector(value.values);
      return () => isSupported;
    }
    if (value.kind === "function" && value.name === "not") return not(condition(value.values, value.start));
    if (value.kind !== "block" || value.open !== "(")
      return refuse(value.start, "A condition needs parentheses");
    const [first] = value.values;
    if (!first) return refuse(value.start, `A condition is missing in ${rule}`);
    const isNested = first.kind === "block" || (identOf(first) === "not" && value.values.length > 1);
    if (isNested) return condition(value.values, first.start);
    const feature = value.values.find(({ kind }) => kind === "ident");
    const name = feature?.kind === "ident" ? ` of \`${feature.name}\`` : "";
    return readFeature(value.values) ?? refuse(first.start, `Invalid condition${name} in ${rule}`);
  }

  if (countValues(values) > limits.conditionLength) return refuse(at, `The condition of ${rule} is too long`);
  return condition(values, at);
}

function not(query: ContainerQuery | undefined): ContainerQuery | undefined {
  return query && ((size) => !query(size));
}

type Read = (size: CardSize) => number;

const features: ReadonlyMap<string, Read> = mapOf<Read>({
  width: ({ width }) => width,
  height: ({ height }) => height,
  "inline-size": ({ width }) => width,
  "block-size": ({ height }) => height,
  "aspect-ratio": ({ width, height }) => width / height,
});

/** `width > 400px`, `400px <= width < 800px`, `min-width: 400px`, `orientation: portrait`. */
function parseFeature(values: Values): ContainerQuery | undefined {
  const [name, ...value] = splitAt(values, ":");
  if (value.length > 0) return value.length === 1 ? parsePlainFeature(name ?? [], value[0]!) : undefined;
  return parseRange(values);
}

function parsePlainFeature(nameValues: Values, values: Values): ContainerQuery | undefined {
  const name = keywordOf(nameValues);
  if (name === undefined) return undefined;
  if (name === "orientation") {
    const orientation = keywordOf(values);
    if (orientation === "portrait") return ({ width, height }) => height >= width;
    return orientation === "landscape" ? ({ width, height }) => width > height : undefined;
  }
  const [, bound = "", base = ""] = /^(min-|max-)?(.+)$/u.exec(name) ?? [];
  const read = features.get(base);
  const limit = read && parseLimit(base, values);
  const compare = comparisons[bound === "" ? "=" : bound === "min-" ? ">=" : "<="]!;
  return read && limit && ((size) => compare(read(size), limit(size)));
}

const comparisons: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  "<": (a, b) => a < b,
  "<=": (a, b) => a <= b,
  ">": (a, b) => a > b,
  ">=": (a, b) => a >= b,
  "=": (a, b) => Math.abs(a - b) < 1e-9,
};

function parseRange(values: Values): ContainerQuery | undefined {
  const operands: ComponentValue[][] = [[]];
  const operators: string[] = [];
  for (const value of values) {
    const sign =
      value.kind === "delimiter" && ["<", ">", "="].includes(value.value) ? value.value : undefined;
    if (sign === undefined) operands.at(-1)!.push(value);
    else if (sign === "=" && operands.at(-1)!.length === 0 && operators.length > 0)
      operators[operators.length - 1] += "=";
    else {
      operators.push(sign);
      operands.push([]);
    }
  }
  if (operators.length < 1 || operators.length > 2) return undefined;
  const at = operands.findIndex(([first]) => first?.kind === "ident");
  const base = keywordOf(operands[at] ?? []) ?? "";
  const read = features.get(base);
  if (!read) return undefined;
  if (operators.length === 2 && (at !== 1 || operators[0]![0] !== operators[1]![0] || operators[0] === "="))
    return undefined;
  const sides = parseAll(operands, (operand) =>
    operand === operands[at] ? read : parseLimit(base, operand),
  );
  const compare = parseAll(operators, (operator) => comparisons[operator]);
  if (!sides || !compare) return undefined;
  return (size) => compare.every((test, index) => test(sides[index]!(size), sides[index + 1]!(size)));
}

/** A length or, for `aspect-ratio`, a ratio such as `16 / 9`. */
function parseLimit(feature: string, values: Values): Read | undefined {
  if (feature === "aspect-ratio") {
    const limit = ratio.parse(values, checkContext);
    return limit === undefined ? undefined : () => limit;
  }
  const [value, ...others] = values;
  if (!value || others.length > 0 || parsePixels(value, checkContext) === undefined) return undefined;
  // Units relative to the card need its size.
  return (size) => parsePixels(value, { ...checkContext, ...size } satisfies ValueContext) ?? 0;
}
