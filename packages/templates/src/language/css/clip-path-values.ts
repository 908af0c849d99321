import type { BasicShape, ClipPath } from "../../scene/index.ts";
import { limits } from "../limits.ts";
import { after, anyOrder, call, either, keywords, list, sequence, sign, type Grammar } from "./grammar.ts";
import { atPosition } from "./position.ts";
import { radii } from "./properties/border.ts";
import { spread } from "./properties/shorthand.ts";
import { parsePath } from "./svg-path.ts";
import { offset, string } from "./value-types.ts";

const square = { x: 0, y: 0 };
const squareCorners = { topLeft: square, topRight: square, bottomRight: square, bottomLeft: square };
const edges = offset.repeat(1, 4).map(spread);
const round = after(keywords("round"), radii).optional(squareCorners);

const inset = call("inset", sequence(edges, round), "inset()").map(
  ([[top, right, bottom, left], corners]): BasicShape => {
    const sides = { top: top!, right: right!, bottom: bottom!, left: left! };
    return { kind: "inset", ...sides, radii: corners };
  },
);

type Radius = Extract<BasicShape, { kind: "ellipse" }>["x"];

const anyRadius = either(keywords("closest-side", "farthest-side"), offset);
const radius = anyRadius.map((each, context) =>
  typeof each === "object" && "px" in each && (each.px < 0 || each.percent < 0)
    ? context.refuse("The radius must not be negative")
    : each,
);
const oneRadius = radius.map((each) => [each, each] as const);

/** A circle or an ellipse; without radii, to the closest sides. */
const ellipse = (name: "circle" | "ellipse", ownRadii: Grammar<readonly [Radius, Radius]>) =>
  call(name, sequence(ownRadii.optional(["closest-side", "closest-side"]), atPosition), `${name}()`).map(
    ([[x, y], center]): BasicShape => ({ kind: "ellipse", isCircle: name === "circle", x, y, center }),
  );

const rule = sequence(keywords("nonzero", "evenodd"), sign(","))
  .map(([name]) => name)
  .optional("nonzero");
const point = sequence(offset, offset).map(([x, y]) => ({ x, y }));
const polygon = call("polygon", sequence(rule, list(point, "points", Infinity)), "polygon()").map(
  ([ownRule, points]): BasicShape => ({ kind: "polygon", rule: ownRule, points }),
);

const path = call("path", sequence(rule, string), "path()").map(
  ([ownRule, data], context): BasicShape | undefined => {
    if (data.length > limits.pathLength)
      return context.refuse(`The path is longer than ${limits.pathLength} characters`, "Use an SVG image.");
    const segments = parsePath(data);
    return segments
      ? { kind: "path", rule: ownRule, segments }
      : context.refuse("The path is invalid", "Write SVG path data, such as `path('M0 0H80L40 60Z')`.");
  },
);

const shape = either(
  inset,
  ellipse("circle", oneRadius),
  ellipse("ellipse", sequence(radius, radius)),
  polygon,
  path,
).explain((value, context) => {
  const hint = "Use `inset()`, `circle()`, `ellipse()`, `polygon()` or `path()`.";
  if (value.kind === "url")
    return context.refuse("Clip paths by URL are not supported", `${hint} In an SVG, write an attribute.`);
  return value.kind === "function" && /^(?:url|rect|xywh|shape)$/u.test(value.name)
    ? context.refuse(`${value.name}() is not supported`, hint)
    : undefined;
});

/** `none`, or a shape and a box (CSS Masking 1, section 5.1). */
export const clipPath = either(
  keywords("none"),
  anyOrder({ shape, box: keywords("border-box", "padding-box", "content-box") }).map((found): ClipPath => ({
    box: "border-box",
    ...found,
  })),
);
