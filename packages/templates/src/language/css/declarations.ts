import { limits } from "../limits.ts";
import { suggestName } from "@placard/contracts/nearest-name";
import { quote, type ProblemList, type Suggestion } from "../problem-list.ts";
import {
  countValues,
  identOf,
  isDelimiter,
  keywordOf,
  parseComponentValues,
  splitAt,
  type ComponentValue,
  type ReportSyntaxError,
  type Values,
} from "./component-values.ts";
import { propertyNames } from "./properties/index.ts";
import { aliases, logicalProperties } from "./properties/logical.ts";
import { isLonghand, isValidFor, longhands } from "./properties/longhands.ts";
import {
  ineffectiveProperties,
  refusedProperties,
  unsupportedInitials,
} from "./properties/refused-properties.ts";
import { shorthands } from "./properties/shorthands.ts";
import { withExplanation, type ValueContext } from "./value-context.ts";

/** A value as it is specified: component values, or a keyword that all properties accept. */
export type SpecifiedValue = Values | "inherit" | "initial" | "unset";

/** Where a declaration is in its file: its name, its value, and what follows it. */
export interface DeclarationPlace {
  /** It wins over all declarations that are not. */
  readonly isImportant?: true;
  readonly offset: number;
  readonly valueOffset: number;
  readonly end: number;
}

export type Declaration = DeclarationPlace &
  (
    | { readonly kind: "variable"; readonly name: string; readonly value: SpecifiedValue }
    /** A custom property with the value of a data field. */
    | { readonly kind: "data-variable"; readonly name: string; readonly placeholder: string }
    /** Of a property with one value; its name may be a logical one. */
    | { readonly kind: "property"; readonly property: string; readonly value: SpecifiedValue }
    /** Contains `var()`: it can be split and checked only when the variables are known. */
    | { readonly kind: "pending"; readonly property: string; readonly value: Values }
  );

/** What the parser of declarations reports to and checks with. */
export interface DeclarationEnvironment {
  /** The CSS text that the offsets of component values refer to. */
  readonly css: string;
  readonly report: ReportSyntaxError;
  readonly warn: ReportSyntaxError;
  readonly context: ValueContext;
  /** Whether the CSS is a style attribute, whose custom properties can have data of their own. */
  readonly isStyleAttribute: boolean;
  /** The offset of the CSS text in its file; offsets in the results are relative to the file. */
  readonly start: number;
  /** Whether so many problems were reported that looking for more is pointless. */
  readonly isFull: () => boolean;
}

/** An environment for CSS text that starts at an offset in a file, and has no data. */
export function createEnvironment(
  css: string,
  start: number,
  context: ValueContext,
  problems: ProblemList,
): DeclarationEnvironment {
  return {
    css,
    start,
    context,
    isStyleAttribute: false,
    report: (offset, ...problem) => problems.error(start + offset, ...problem),
    warn: (offset, ...problem) => problems.warn(start + offset, ...problem),
    isFull: () => problems.isFull,
  };
}

/** Parses and checks the content of a style attribute. Reports what is invalid and drops it. */
export function parseDeclarations(environment: DeclarationEnvironment): Declaration[] {
  const { css, report } = environment;
  const values = parseComponentValues(css, report);
  const parts = splitAt(values, ";").filter((part) => part.length > 0);
  const limit = environment.isStyleAttribute ? limits.inlineDeclarations : limits.declarations;
  if (parts.length > limit) {
    report(values[0]!.start, `More than ${limit} declarations`);
    return [];
  }
  return parts.flatMap((part) => (environment.isFull() ? [] : parseDeclaration(part, environment)));
}

/** Parses and checks one declaration. */
export function parseDeclaration(part: Values, environment: DeclarationEnvironment): Declaration[] {
  const { report, css } = environment;
  const [nameValue, colon, ...written] = part;
  const first = nameValue!;
  const refuse = (message: string, suggestion?: Suggestion): Declaration[] => {
    report(first.start, message, suggestion);
    return [];
  };
  if (first.kind !== "ident" || !isDelimiter(colon, ":")) {
    return refuse(
      `A declaration is expected instead of ${quote(css.slice(first.start, part.at(-1)!.end))}`,
      "Write `property: value;`.",
    );
  }
  const bang = written.findIndex((value) => isDelimiter(value, "!"));
  const isImportant = bang >= 0 && keywordOf(written.slice(bang + 1)) === "important";
  if (bang >= 0 && !isImportant)
    return refuse("Only `!important` can stand after “!”, at the end of the value");
  const rest = isImportant ? written.slice(0, bang) : written;
  const { start } = environment;
  const end = part.at(-1)!.end;
  const place = {
    offset: start + first.start,
    valueOffset: start + (rest[0]?.start ?? end),
    end: start + end,
    ...(isImportant && { isImportant }),
  };
  if (first.name.startsWith("--")) return parseVariable(first.name, rest, place, environment);
  const property = first.name.toLowerCase();
  if (rest.length === 0) return refuse(`The value of \`${property}\` is missing`);
  const stray = rest.find((value) => isDelimiter(value, ":"));
  if (stray)
    return refuse(
      `Unexpected “:” in the value of \`${property}\``,
      "End the declaration before it with a semicolon.",
    );
  if (property === "content" && rest.some((value) => value.kind === "string" && value.value.includes("{{")))
    return refuse(
      "Data can't be used in a string",
      'Write `data-label="{{label}}"` and `content: attr(data-label)`.',
    );
  const data: Declaration[] = [];
  const bound = bindPlaceholders(rest, css, place, data);
  return [...data, ...checkDeclaration(property, bound, place, environment)];
}

/** The field of `{{field}}`, which is a block in a block. */
function placeholderOf(value: ComponentValue | undefined, css: string): string | undefined {
  if (value?.kind !== "block" || value.open !== "{" || value.values.length !== 1) return undefined;
  const [inner] = value.values;
  if (inner?.kind !== "block" || inner.open !== "{") return undefined;
  return css.slice(inner.start + 1, inner.end - 1).trim();
}

/**
 * Replaces `{{share}}` by the custom property `--{{share}}`, and `{{share}}%` by its product with `1%`. Adds
 * the custom properties to `data`.
 */
function bindPlaceholders(
  values: Values,
  css: string,
  place: DeclarationPlace,
  data: Declaration[],
): ComponentValue[] {
  const result: ComponentValue[] = [];
  for (let index = 0; index < values.length; index++) {
    const value = values[index]!;
    const placeholder = placeholderOf(value, css);
    if (placeholder === undefined) {
      const inner = "values" in value ? { values: bindPlaceholders(value.values, css, place, data) } : {};
      result.push({ ...value, ...inner });
      continue;
    }
    const name = `--{{${placeholder}}}`;
    data.push({ kind: "data-variable", name, placeholder, ...place });
    const variable = {
      ...value,
      kind: "function",
      name: "var",
      values: [{ ...value, kind: "ident", name }],
    } as const;
    const next = values[index + 1];
    const unit = next && !next.isSpaced ? unitOf(next) : undefined;
    if (unit) index++;
    const factors: ComponentValue[] = [
      variable,
      { ...value, kind: "delimiter", value: "*" },
      ...(unit ? [unit] : []),
    ];
    result.push(unit ? { ...value, kind: "function", name: "calc", values: factors } : variable);
  }
  return result;
}

/** `1%` for `%`, and `1px` for `px`. */
function unitOf(value: ComponentValue): ComponentValue | undefined {
  if (isDelimiter(value, "%")) return { ...value, kind: "percentage", value: 1 };
  if (value.kind !== "ident") return undefined;
  return { ...value, kind: "dimension", value: 1, unit: value.name.toLowerCase(), text: `1${value.name}` };
}

function parseVariable(
  name: string,
  values: Values,
  place: DeclarationPlace,
  { css, report, isStyleAttribute, start }: DeclarationEnvironment,
): Declaration[] {
  if (countValues(values) > limits.valueLength) {
    report(place.offset - start, `The value of \`${name}\` is too long`);
    return [];
  }
  const placeholder = values.length === 1 ? placeholderOf(values[0], css) : undefined;
  if (placeholder !== undefined && isStyleAttribute)
    return [{ kind: "data-variable", name, placeholder, ...place }];
  const data: Declaration[] = [];
  const bound = bindPlaceholders(values, css, place, data);
  return [...data, { kind: "variable", name, value: cssWideKeyword(bound) ?? bound, ...place }];
}

/** `inherit`, `initial` or `unset`, if a value is that keyword. */
function cssWideKeyword(values: Values): "inherit" | "initial" | "unset" | undefined {
  const name = keywordOf(values);
  return name === "inherit" || name === "initial" || name === "unset" ? name : undefined;
}

/** Checks a declaration and splits shorthands. */
function checkDeclaration(
  property: string,
  values: Values,
  place: DeclarationPlace,
  environment: DeclarationEnvironment,
): Declaration[] {
  const { report, css, context, start } = environment;
  if (!isKnown(property)) {
    reportUnknownProperty(property, values, place.offset - start, environment);
    return [];
  }
  const last = values.at(-1)!;
  const text = css.slice(values[0]!.start, last.end);
  if (countValues(values) > limits.valueLength) {
    report(values[0]!.start, `The value of \`${property}\` is too long`);
    return [];
  }
  if (hasVariables(values)) return [{ kind: "pending", property, value: values, ...place }];
  const explanation = withExplanation(context);
  const split = splitDeclaration(property, values, explanation.context);
  if (split === undefined && foreignValue.test(text)) {
    const hint = `${quote(text)} of \`${property}\` has no effect: Chromium ignores it`;
    environment.warn(place.offset - start, hint, "Remove it.");
    return [];
  }
  if (split === undefined) {
    const { syntax } = describe(property);
    const { reason } = explanation;
    report(
      values[0]!.start,
      reason ? describeRefusal(reason.message, property) : `Invalid value ${quote(text)} of \`${property}\``,
      reason?.suggestion ?? `Accepted: ${syntax}`,
    );
    return [];
  }
  return split.map(([name, value]) => ({ kind: "property", property: name, value, ...place }));
}

/** In a value with a prefix of other browsers, or with a keyword that prefixed gradients do not have. */
const foreignValue = /(?<![\w-])-(?:(?:moz|ms|o|khtml)-[a-z]|webkit-[a-z-]*gradient\(\s*to\s)/iu;

/** Names the property, unless the message does. */
function describeRefusal(message: string, property: string): string {
  const isNamed = [":", "`"].some((end) => message.includes(`\`${property}${end}`));
  return isNamed ? message : `${message} in \`${property}\``;
}

/**
 * Splits a declaration without `var()` into properties with one value, and checks the values. Undefined if it
 * is invalid.
 */
export function splitDeclaration(
  name: string,
  values: Values,
  context: ValueContext,
): (readonly [property: string, value: SpecifiedValue])[] | undefined {
  const property = aliases.get(name) ?? name;
  const shorthand = shorthands.get(property);
  const keyword = cssWideKeyword(values);
  if (!shorthand) {
    if (keyword) return [[property, keyword]];
    if (isValid(property, values, context)) return [[property, values]];
    explainParts(values, [property], context);
    return undefined;
  }
  if (keyword) return shorthand.longhands.map((longhand) => [longhand, keyword]);
  const expansion = shorthand.expand(values, isValidFor);
  const isFit = ([longhand, value]: [string, Values | undefined]) =>
    !value || isValid(longhand, value, context);
  if (!expansion || !Object.entries(expansion).every(isFit)) {
    explainParts(values, shorthand.longhands, context);
    return undefined;
  }
  return shorthand.longhands.map((longhand) => [longhand, expansion[longhand] ?? "initial"]);
}

/** Lets each single value of a refused list give its own reason. */
function explainParts(values: Values, properties: readonly string[], context: ValueContext): void {
  for (const value of values.slice(0, 2 * limits.valueEntries))
    for (const property of properties) isValid(property, [value], context);
}

function isValid(property: string, values: Values, context: ValueContext): boolean {
  const longhand = isLonghand(property) ? property : logicalProperties.get(property)?.ltr;
  if (longhand === undefined) return false;
  const { parse, refused = {} } = longhands[longhand];
  for (const value of values) {
    const keyword = identOf(value);
    if (keyword === undefined || !Object.hasOwn(refused, keyword)) continue;
    context.refuse(`\`${property}: ${keyword}\` is not supported`, refused[keyword]);
    return false;
  }
  return parse(values, context) !== undefined;
}

/** Whether a property is supported. */
export function isKnown(property: string): boolean {
  return (
    isLonghand(property) ||
    shorthands.has(property) ||
    logicalProperties.has(property) ||
    aliases.has(property)
  );
}

/** The accepted values of a known property. */
export function describe(property: string): { syntax: string } {
  const name = aliases.get(property) ?? logicalProperties.get(property)?.ltr ?? property;
  return isLonghand(name) ? longhands[name] : shorthands.get(name)!;
}

function reportUnknownProperty(
  property: string,
  values: Values,
  offset: number,
  { report, warn, css }: DeclarationEnvironment,
): void {
  const isForeign = /^-(?:moz|ms|o|khtml)-/u.test(property);
  if (isForeign || ineffectiveProperties.has(property.replace(/^-webkit-/u, ""))) {
    const reason = property.startsWith("container")
      ? ": the card is always the container"
      : property.startsWith("-webkit-box-")
        ? ": use the properties of flexbox"
        : /^(?:perspective|transform-style|backface)/u.test(property)
          ? ": 3D transforms are not supported"
          : " in an image";
    const code = property.startsWith("container") ? "ineffective_declaration" : undefined;
    warn(offset, `\`${property}\` has no effect${reason}`, "Remove it.", { code });
    return;
  }
  const text = css.slice(values[0]!.start, values.at(-1)!.end).toLowerCase();
  const initials = unsupportedInitials.get(property)?.split("|");
  const isListed = initials !== undefined || refusedProperties.has(property);
  if (isListed && ["initial", "unset", "inherit", ...(initials ?? [])].includes(text)) {
    warn(offset, `\`${property}: ${text}\` has no effect`, "Remove it.");
    return;
  }
  if (refusedProperties.has(property)) {
    report(offset, `\`${property}\` is not supported`, refusedProperties.get(property));
    return;
  }
  const unprefixed = property.replace(/^-(?:webkit|moz|ms|o)-/u, "");
  report(
    offset,
    `Unknown property \`${property}\``,
    isKnown(unprefixed)
      ? `Use \`${unprefixed}\`.`
      : suggestName(property, propertyNames, "See the property table in the documentation."),
  );
}

/** Whether values contain `var()`. */
export function hasVariables(values: Values): boolean {
  return values.some(
    (value) =>
      "values" in value &&
      ((value.kind === "function" && value.name === "var") || hasVariables(value.values)),
  );
}
