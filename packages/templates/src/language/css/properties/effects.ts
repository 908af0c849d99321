import type { Transform } from "../../../scene/index.ts";
import type { ComponentValue, Values } from "../component-values.ts";
import { parseAngle, parseLengthPercentage, parseNumberOrPercentage } from "../quantity.ts";
import { parseBoxShadows } from "../shadow-values.ts";
import { parseTransforms } from "../transform-values.ts";
import type { ValueContext } from "../value-context.ts";
import { either, keywordProperty, keywords, noneOr, position, property, single } from "./property.ts";

type Transforms = readonly Transform[];

/** One or two values of a transform. Without a second value, `second` decides. */
function transform<T>(
  read: (value: ComponentValue, context: ValueContext) => T | undefined,
  second: (first: T) => T,
  create: (x: T, y: T) => Transform,
) {
  return ([first, other, ...others]: Values, context: ValueContext): Transforms | undefined => {
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
  opacity: property(single("<number> | <percentage>", parseOpacity), "1", "0.6"),
  "box-shadow": property(
    noneOr("[ inset? && <color>? && <length>{2,4} ]#", parseBoxShadows),
    "none",
    "0 8px 24px #00000033",
  ),
  transform: property(
    noneOr(
      "[ translate() | translateX() | translateY() | rotate() | scale() | scaleX() | scaleY() | skew() | skewX() | skewY() | matrix() | translate3d() | translateZ() | scale3d() ]+",
      parseTransforms,
    ),
    "none",
    "rotate(-3deg)",
  ),
  translate: property(
    noneOr(
      "[ <length> | <percentage> ]{1,2}",
      transform(
        parseLengthPercentage,
        () => 0,
        (x, y) => ({ kind: "translate", x, y }),
      ),
    ),
    "none",
    "-50% 0",
  ),
  rotate: property(
    noneOr("<angle>", ([value, ...others], context): Transforms | undefined => {
      const angle = value && others.length === 0 ? parseAngle(value, context) : undefined;
      return angle === undefined ? undefined : [{ kind: "rotate", angle }];
    }),
    "none",
    "-3deg",
  ),
  scale: property(
    noneOr(
      "[ <number> | <percentage> ]{1,2}",
      transform(
        parseNumberOrPercentage,
        (x) => x,
        (x, y) => ({ kind: "scale", x, y }),
      ),
    ),
    "none",
    "1.1",
  ),
  "transform-origin": property(position, "50% 50%", "left bottom"),
};

export const imageProperties = {
  "object-fit": keywordProperty(["fill", "contain", "cover", "none", "scale-down", "auto"], "cover"),
  // `auto` is the center; with `object-fit: auto`, above it: people's heads are in the upper part of photos.
  "object-position": property(either(keywords("auto"), position), "auto", "top"),
};
