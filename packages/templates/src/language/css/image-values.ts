import type {
  ColorHint,
  ConicGradient,
  Gradient,
  ImageSource,
  Length,
  LinearGradient,
  RadialGradient,
} from "../../scene/index.ts";
import { dataUrlProblem, isDataUrl } from "../../data-url.ts";
import { parseColor, wideColorText } from "./color.ts";
import { identOf, urlOf } from "./component-values.ts";
import { interpolation, withMixes, type WideStop } from "./gradient-colors.ts";
import {
  after,
  anyOrder,
  call,
  either,
  keywords,
  list,
  sequence,
  sign,
  single,
  type Grammar,
} from "./grammar.ts";
import { atPosition } from "./position.ts";
import { hasPercent, parseAngle, parseLengthPercentage } from "./quantity.ts";
import { checkContext, withRefuse, type ValueContext } from "./value-context.ts";
import { angle, lengthPercentage, nonNegative } from "./value-types.ts";

/** A background image. A card replaces its URL if it comes from data. */
export type ImageValue = Gradient | ImageSource | DataImage;

/** `url({{photo}})`: the image of a data field. */
export interface DataImage {
  readonly kind: "data";
  /** The placeholder between the braces. */
  readonly placeholder: string;
}

function fromUrl(url: string, context: ValueContext): ImageValue | undefined {
  const placeholder = /^\s*\{\{([^{}]*)\}\}\s*$/u.exec(url)?.[1]?.trim();
  if (placeholder !== undefined) return { kind: "data", placeholder };
  const image = context.asset(url, context.color);
  if (image) return image;
  if (isDataUrl(url)) return context.refuse(dataUrlProblem(url));
  if (url.startsWith("#"))
    return context.refuse(
      "Elements are not images",
      "Use an asset or a gradient. In an SVG, write an attribute.",
    );
  return context.refuse(
    `The image “${url.slice(0, 40)}” is not an asset of the template`,
    "Upload it as an asset and write `url(assets/name.png)`, or use a field with the format `image-url` in a style attribute.",
  );
}

/** The form of a gradient: all of it except its stops. */
type Form =
  Omit<LinearGradient, keyof Colors> | Omit<RadialGradient, keyof Colors> | Omit<ConicGradient, keyof Colors>;
type Colors = Pick<Gradient, "isRepeating" | "stops">;

const corner = anyOrder({ toX: keywords("left", "right"), toY: keywords("top", "bottom") });
const direction = either(
  angle.map((each) => ({ angle: each })),
  after(keywords("to"), corner).map((to) => ({ toX: "center", toY: "center", ...to }) as const),
);
const linearForm = direction
  .optional({ angle: 180 })
  .map((found): Form => ({ kind: "linear-gradient", direction: found }));

const extent = keywords("closest-side", "closest-corner", "farthest-side", "farthest-corner");
const radii = sequence(nonNegative, nonNegative.optional());
const ending = anyOrder({ shape: keywords("circle", "ellipse"), size: either(extent, radii) }).optional({});

/** `circle closest-side at 20% 30%` (CSS Images 3, section 3.2.1). */
const radialForm = sequence(ending, atPosition).map(([found, center]): Form | undefined => {
  const { size = "farthest-corner" } = found;
  if (typeof size === "string")
    return { kind: "radial-gradient", shape: found.shape ?? "ellipse", size, center };
  const [x, y] = size;
  // One length is the radius of a circle; it can't be a percentage.
  const shape = y === null ? "circle" : "ellipse";
  if ((found.shape ?? shape) !== shape || (y === null && hasPercent(x))) return undefined;
  return { kind: "radial-gradient", shape, size: { x, y: y ?? x }, center };
});

/** `from 90deg at 20% 30%` (CSS Images 4, section 3.3.1). */
const conicForm = sequence(after(keywords("from"), angle).optional(0), atPosition).map(
  ([from, center]): Form => ({ kind: "conic-gradient", from, center }),
);

/** An angle, as a percentage of the circle. */
const anglePercentage = single("<angle> | <percentage>", (value, context): Length | undefined => {
  const degrees = parseAngle(value, withRefuse(context));
  if (degrees !== undefined) return { percent: degrees / 3.6 };
  const length = parseLengthPercentage(value, context);
  if (length === 0 && value.kind === "function") return { percent: 0 }; // such as `calc(0 * 1%)`
  return typeof length === "object" && "percent" in length ? length : undefined;
});

const isFormWord = (name = "") => /^(?:to|from|at|in|circle|ellipse)$/u.test(name);

/** With the CSS text of a color outside sRGB. */
const stopColor = single("<color>", (value, context) => {
  if (isFormWord(identOf(value))) return undefined; // an invalid form: not an unknown color
  const color = parseColor(value, context);
  const wide = color === undefined ? undefined : wideColorText(value, context);
  const isLegacy = value.kind !== "function" || !/^(?:ok|lab|lch|color)/u.test(value.name);
  return color === undefined ? undefined : { isLegacy, stop: { color, ...(wide !== undefined && { wide }) } };
});

const maxStops = 64;

interface StopPart {
  readonly isLegacy: boolean;
  readonly isHint: boolean;
  readonly stops: readonly (WideStop | ColorHint)[];
}

/** At least two stops; one with two positions counts twice. Hints are between stops. */
function stopsOf(position: Grammar<Length>) {
  const stop = sequence(stopColor, position.repeat(1, 2).optional()).map(
    ([{ isLegacy, stop: own }, places]): StopPart => {
      const stops = places?.map((place) => ({ ...own, position: place })) ?? [own];
      return { isLegacy, isHint: false, stops };
    },
  );
  const hint = position.map((place): StopPart => {
    return { isLegacy: true, isHint: true, stops: [{ position: place }] };
  });
  return list(either(hint, stop), "color stops", maxStops).map((parts, context) => {
    if (
      parts.some(({ isHint }, index) => isHint && (parts[index - 1]?.isHint ?? true)) ||
      parts.at(-1)!.isHint
    )
      return context.refuse("A color hint must be between two color stops");
    const stops = parts.flatMap((part) => part.stops);
    if (stops.length < 2) return context.refuse("A gradient needs at least two color stops");
    return { stops, isLegacy: parts.every((part) => part.isLegacy) };
  });
}

/** A gradient of a form, which may also be left out. */
function gradient(kind: Form["kind"], form: Grammar<Form>, position: Grammar<Length>, isRepeating: boolean) {
  const name = isRepeating ? `repeating-${kind}` : kind;
  const initial = form.parse([], checkContext)!;
  const start = sequence(anyOrder({ form, interpolation }), sign(",")).map(([found]) => found);
  const args = sequence(start.optional(), stopsOf(position));
  return call(name, args, `${name}()`).map(([found, { stops, isLegacy }]): Gradient => {
    const mixedIn = found?.interpolation ?? (isLegacy ? undefined : "oklab");
    const mixed = mixedIn === undefined ? stops : withMixes(stops, mixedIn);
    return { ...(found?.form ?? initial), isRepeating, stops: mixed };
  });
}

const gradients = [false, true].flatMap((isRepeating) => [
  gradient("linear-gradient", linearForm, lengthPercentage, isRepeating),
  gradient("radial-gradient", radialForm, lengthPercentage, isRepeating),
  gradient("conic-gradient", conicForm, anglePercentage, isRepeating),
]);

const url = single("url(assets/…)", (value, context) => {
  const address = urlOf(value);
  return address === undefined ? undefined : fromUrl(address, context);
});

/** An image of `background-image`. */
export const image: Grammar<ImageValue> = either(url, ...gradients);
