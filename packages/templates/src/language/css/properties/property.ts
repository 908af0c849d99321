import type { Color, Point } from "../../../scene/index.ts";
import { limits } from "../../limits.ts";
import { parseColor, parseColorOrCurrent } from "../color.ts";
import { keywordOf, parseAll, splitAt, type ComponentValue, type Values } from "../component-values.ts";
import { parsePosition } from "../position.ts";
import { parseLengthOfFont, parseLengthPercentage, parseNonNegative, parseNumber } from "../quantity.ts";
import type { ValueContext } from "../value-context.ts";
import { ValueReader } from "../value-reader.ts";

/** Values that a property accepts. */
export interface Grammar<T> {
  /** In value definition syntax (CSS Values 4, section 2). */
  readonly syntax: string;
  /** Computes a value; undefined if it is invalid. CSS-wide keywords and `var()` have been replaced. */
  readonly parse: (values: Values, context: ValueContext) => T | undefined;
}

/**
 * A CSS property with one computed value. The parser, the linter, editors, the documentation and the initial
 * style are derived from this entry.
 */
export interface Property<T> extends Grammar<T> {
  readonly initial: string;
  readonly isInherited?: boolean;
  /** A value for the documentation. */
  readonly example: string;
  /** Keywords that browsers know and templates do not, with what to use instead. */
  readonly refused?: Readonly<Record<string, string>>;
}

type Refused = Property<unknown>["refused"];

export function property<T>(
  { syntax, parse }: Grammar<T>,
  initial: string,
  example: string,
  refused: Refused = {},
): Property<T> {
  return { syntax, parse, initial, example, refused };
}

/** A property that descendants inherit. */
export function inherited<T>(grammar: Grammar<T>, initial: string, example: string): Property<T> {
  return { ...property(grammar, initial, example), isInherited: true };
}

/** The same entry under several names. */
export function named<const Name extends string, T>(
  names: readonly Name[],
  entry: Property<T>,
): Readonly<Record<Name, Property<T>>> {
  return Object.fromEntries(names.map((name) => [name, entry])) as Record<Name, Property<T>>;
}

/** A property that accepts keywords only. By default, the first one is the initial value. */
export function keywordProperty<const K extends string>(
  names: readonly [K, ...K[]],
  example: NoInfer<K>,
  options: Partial<Pick<Property<K>, "initial" | "isInherited" | "refused">> = {},
): Property<K> {
  return { ...keywords(...names), initial: names[0], example, ...options };
}

/** A property that accepts keywords only. It is inherited. */
export const inheritedKeywords = <const K extends string>(
  names: readonly [K, ...K[]],
  example: NoInfer<K>,
  refused: Refused = {},
) => keywordProperty(names, example, { isInherited: true, refused });

/** An inherited property with a color that stays the keyword `currentcolor`, which is its initial value. */
export const currentColor = (example: string): Property<Color> =>
  inherited(single("<color>", parseColorOrCurrent), "currentcolor", example);

type ParseOne<T> = (value: ComponentValue, context: ValueContext) => T | undefined;

/** A single component value. */
export function single<T>(syntax: string, parse: ParseOne<T>): Grammar<T> {
  return {
    syntax,
    parse: ([value, ...others], context) =>
      value && others.length === 0 ? parse(value, context) : undefined,
  };
}

/** One of some keywords. */
export function keywords<const K extends string>(...names: readonly K[]): Grammar<K> {
  const parse = (values: Values) => {
    const keyword = keywordOf(values);
    return names.find((name) => name === keyword);
  };
  return { syntax: names.join(" | "), parse };
}

/** Keywords with their own value. */
export function keywordMap<const T>(map: Readonly<Record<string, T>>): Grammar<T> {
  const parse = (values: Values) => {
    const name = keywordOf(values);
    return name !== undefined && Object.hasOwn(map, name) ? map[name] : undefined;
  };
  return { syntax: Object.keys(map).join(" | "), parse };
}

/** What the first or the second grammar accepts. */
export function either<A, B>(first: Grammar<A>, second: Grammar<B>): Grammar<A | B> {
  return {
    syntax: `${first.syntax} | ${second.syntax}`,
    parse: (values, context) => first.parse(values, context) ?? second.parse(values, context),
  };
}

/** A comma-separated list. */
export function list<T>({ syntax, parse }: Grammar<T>): Grammar<readonly T[]> {
  return {
    syntax: syntax.includes(" ") ? `[ ${syntax} ]#` : `${syntax}#`,
    parse: (values, context) => {
      const parts = splitAt(values, ",");
      return parts.length > limits.valueEntries
        ? context.refuse(`More than ${limits.valueEntries} layers`)
        : parseAll(parts, (part) => parse(part, context));
    },
  };
}

/** `none` for an empty list, or the values of another grammar. */
export function noneOr<T>(syntax: string, parse: Grammar<readonly T[]>["parse"]): Grammar<readonly T[]> {
  return either(keywordMap({ none: [] }), { syntax, parse });
}

export const color = single("<color>", parseColor);
export const lengthPercentage = single("<length> | <percentage>", parseLengthPercentage);
export const nonNegative = single("<length> | <percentage>", parseNonNegative);
export const lengthOfFont = single("<length> | <percentage>", parseLengthOfFont);
export const integer = single("<integer>", parseInteger);
export const position: Grammar<Point> = { syntax: "<position>", parse: parsePoint };

/** Whole numbers from `min` to `max`, which is a limit of templates. */
export function integerFrom(min: number, max = Infinity, unit = "") {
  const parse: ParseOne<number> = (value, context) => {
    const number = parseInteger(value, context);
    if (number === undefined || number < min) return undefined;
    return number <= max ? number : context.refuse(`The limit is ${max} ${unit}`);
  };
  return single(`<integer [${min},${max === Infinity ? "∞" : max}]>`, parse);
}

/** Reads a whole number. */
function parseInteger(value: ComponentValue, context: ValueContext): number | undefined {
  if (value.kind === "number" && !value.isInteger) return undefined;
  const number = parseNumber(value, context);
  return number === undefined ? undefined : Math.round(number);
}

/** Reads one position. */
export function parsePoint(values: Values, context: ValueContext): Point | undefined {
  const reader = new ValueReader(values);
  const point = parsePosition(reader, context);
  return reader.isAtEnd ? point : undefined;
}
