import type { BoxShadow, PaintStyle, Transform } from "../../../scene/index.ts";
import type { ComponentValue } from "../component-values.ts";
import { parsePosition, type Point } from "../position.ts";
import { parseAngle, parseLengthPercentage, parseNumberOrPercentage } from "../quantity.ts";
import { parseBoxShadows } from "../shadow-values.ts";
import { parseTransforms } from "../transform-values.ts";
import type { ValueContext } from "../value-context.ts";
import { ValueReader } from "../value-reader.ts";
import { keywordOf, keywords, single, type Property } from "./property.ts";

/** The computed values of the properties of effects and of images. */
export interface EffectLonghands {
  opacity: number;
  "box-shadow": readonly BoxShadow[];
  transform: readonly Transform[];
  translate: readonly Transform[];
  rotate: readonly Transform[];
  scale: readonly Transform[];
  "transform-origin": Point;
  "object-fit": PaintStyle["objectFit"];
  "object-position": Point;
}

const parsePoint: Property<Point>["parse"] = (values, context) => {
  const reader = new ValueReader(values);
  const point = parsePosition(reader, context);
  return reader.isAtEnd ? point : undefined;
};

/** The properties of effects and of images. */
export const effectProperties: { readonly [K in keyof EffectLonghands]: Property<EffectLonghands[K]> } = {
  opacity: {
    group: "effects",
    syntax: "<number> | <percentage>",
    initial: "1",
    example: "0.6",
    parse: single((value, context) => {
      const opacity = parseNumberOrPercentage(value, context);
      return opacity === undefined ? undefined : Math.min(1, Math.max(0, opacity));
    }),
  },
  "box-shadow": {
    group: "effects",
    syntax: "none | [ <color>? && <length>{2,4} ]#",
    initial: "none",
    example: "0 8px 24px #00000033",
    parse: parseBoxShadows,
  },
  transform: {
    group: "effects",
    syntax:
      "none | [ translate() | translateX() | translateY() | rotate() | scale() | scaleX() | scaleY() | skew() | skewX() | skewY() ]+",
    initial: "none",
    example: "rotate(-3deg)",
    parse: (values, context) => (keywordOf(values) === "none" ? [] : parseTransforms(values, context)),
  },
  translate: {
    group: "effects",
    syntax: "none | [ <length> | <percentage> ]{1,2}",
    initial: "none",
    example: "-50% 0",
    parse: parseTranslate,
  },
  rotate: {
    group: "effects",
    syntax: "none | <angle>",
    initial: "none",
    example: "-3deg",
    parse: (values, context) => {
      if (keywordOf(values) === "none") return [];
      const angle = single(parseAngle)(values, context);
      return angle === undefined ? undefined : [{ kind: "rotate", angle }];
    },
  },
  scale: {
    group: "effects",
    syntax: "none | [ <number> | <percentage> ]{1,2}",
    initial: "none",
    example: "1.1",
    parse: parseScale,
  },
  "transform-origin": {
    group: "effects",
    syntax: "<position>",
    initial: "50% 50%",
    example: "left bottom",
    parse: parsePoint,
  },
  "object-fit": {
    group: "image",
    syntax: "fill | contain | cover | none | scale-down | auto",
    initial: "fill",
    example: "cover",
    parse: keywords("fill", "contain", "cover", "none", "scale-down", "auto"),
  },
  "object-position": {
    group: "image",
    syntax: "<position>",
    initial: "50% 50%",
    example: "top",
    parse: parsePoint,
  },
};

function parseTranslate(
  values: readonly ComponentValue[],
  context: ValueContext,
): readonly Transform[] | undefined {
  if (keywordOf(values) === "none") return [];
  const [first, second, ...others] = values;
  const x = first && parseLengthPercentage(first, context);
  const y = second ? parseLengthPercentage(second, context) : 0;
  return x === undefined || y === undefined || others.length > 0 ? undefined : [{ kind: "translate", x, y }];
}

function parseScale(
  values: readonly ComponentValue[],
  context: ValueContext,
): readonly Transform[] | undefined {
  if (keywordOf(values) === "none") return [];
  const [first, second, ...others] = values;
  const x = first && parseNumberOrPercentage(first, context);
  const y = second ? parseNumberOrPercentage(second, context) : x;
  return x === undefined || y === undefined || others.length > 0 ? undefined : [{ kind: "scale", x, y }];
}
