import type { Transform } from "../../../scene/index.ts";
import { keywordOf, type ComponentValue, type Values } from "../component-values.ts";
import { parsePosition, type Point } from "../position.ts";
import { parseAngle, parseLengthPercentage, parseNumberOrPercentage } from "../quantity.ts";
import { parseBoxShadows } from "../shadow-values.ts";
import { parseTransforms } from "../transform-values.ts";
import type { ValueContext } from "../value-context.ts";
import { ValueReader } from "../value-reader.ts";
import { either, keywordProperty, keywords, property, single } from "./property.ts";

type Transforms = readonly Transform[];

/** Reads one position. */
export function parsePoint(values: Values, context: ValueContext): Point | undefined {
  const reader = new ValueReader(values);
  const point = parsePosition(reader, context);
  return reader.isAtEnd ? point : undefined;
}

/** Reads `none`, or one or two values of a transform. Without a second value, `second` decides. */
function transform<T>(
  read: (value: ComponentValue, context: ValueContext) => T | undefined,
  second: (first: T) => T,
  create: (x: T, y: T) => Transform,
) {
  return (values: Values, context: ValueContext): Transforms | undefined => {
    if (keywordOf(values) === "none") return [];
    const [first, other, ...others] = values;
    const x = first && read(first, context);
    if (x === undefined || others.length > 0) return undefined;
    const y = other ? read(other, context) : second(x);
    return y === undefined ? undefined : [create(x, y)];
  };
}

function parseOpacity(value: ComponentValue, context: ValueContext): number | undefined {
  const opacity = parseNumberOrPercentage(value, context);
  return opacity === undefined ? undefined : Math.min(1, Math.max(0, opacity));
}

export const effectProperties = {
  opacity: property({
    syntax: "<number> | <percentage>",
    initial: "1",
    example: "0.6",
    parse: single(parseOpacity),
  }),
  "box-shadow": property({
    syntax: "none | [ inset? && <color>? && <length>{2,4} ]#",
    initial: "none",
    example: "0 8px 24px #00000033",
    parse: parseBoxShadows,
  }),
  transform: property({
    syntax:
      "none | [ translate() | translateX() | translateY() | rotate() | scale() | scaleX() | scaleY() | skew() | skewX() | skewY() | matrix() | translate3d() | translateZ() | scale3d() ]+",
    initial: "none",
    example: "rotate(-3deg)",
    parse: (values, context) => (keywordOf(values) === "none" ? [] : parseTransforms(values, context)),
  }),
  translate: property({
    syntax: "none | [ <length> | <percentage> ]{1,2}",
    initial: "none",
    example: "-50% 0",
    parse: transform(
      parseLengthPercentage,
      () => 0,
      (x, y) => ({ kind: "translate", x, y }),
    ),
  }),
  rotate: property({
    syntax: "none | <angle>",
    initial: "none",
    example: "-3deg",
    parse: (values, context): Transforms | undefined => {
      if (keywordOf(values) === "none") return [];
      const angle = single(parseAngle)(values, context);
      return angle === undefined ? undefined : [{ kind: "rotate", angle }];
    },
  }),
  scale: property({
    syntax: "none | [ <number> | <percentage> ]{1,2}",
    initial: "none",
    example: "1.1",
    parse: transform(
      parseNumberOrPercentage,
      (x) => x,
      (x, y) => ({ kind: "scale", x, y }),
    ),
  }),
  "transform-origin": property({
    syntax: "<position>",
    initial: "50% 50%",
    example: "left bottom",
    parse: parsePoint,
  }),
};

export const imageProperties = {
  "image-rendering": keywordProperty(["auto", "pixelated", "crisp-edges"], "pixelated", {
    isInherited: true,
  }),
  "object-fit": keywordProperty(["fill", "contain", "cover", "none", "scale-down", "auto"], "cover"),
  // `auto` is the center; with `object-fit: auto`, above it: people's heads are in the upper part of photos.
  "object-position": property({
    syntax: "auto | <position>",
    initial: "auto",
    example: "top",
    parse: either(keywords("auto"), parsePoint),
  }),
};
