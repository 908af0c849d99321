import { clipPath } from "../clip-path-values.ts";
import { filters } from "../filter-values.ts";
import { either, keywordMap, keywords, list, noneOr } from "../grammar.ts";
import { image } from "../image-values.ts";
import { backgroundProperties, blendModes, expandLayers } from "./background.ts";
import { keywordProperty, property } from "./property.ts";

/** Never that of a field. */
const maskImage = image.map((found, context) =>
  found.kind === "data"
    ? context.refuse("A mask can't be an image of a field", "Use a gradient or an asset.")
    : found,
);
/** Also those of `-webkit-mask-composite`. */
const composites = {
  add: "add",
  subtract: "subtract",
  intersect: "intersect",
  exclude: "exclude",
  "source-over": "add",
  "source-out": "subtract",
  "source-in": "intersect",
  xor: "exclude",
} as const;
const boxes = { ...backgroundProperties["background-origin"], initial: "border-box" };

const maskProperties = {
  "mask-image": property(
    list(either(keywords("none"), maskImage)),
    "none",
    "linear-gradient(#000 60%, transparent)",
  ),
  "mask-size": { ...backgroundProperties["background-size"], example: "contain" },
  "mask-position": { ...backgroundProperties["background-position"], example: "center" },
  "mask-repeat": backgroundProperties["background-repeat"],
  "mask-origin": { ...boxes, example: "content-box" },
  "mask-clip": {
    ...boxes,
    example: "padding-box",
    refused: { "no-clip": "Use `border-box`, and padding on the element." },
  },
  "mask-composite": property(
    list(keywordMap(composites).withSyntax("add | subtract | intersect | exclude")),
    "add",
    "intersect",
  ),
};

/** The properties that paint an element and its descendants as one layer. */
export const layerProperties = {
  filter: property(noneOr(filters), "none", "grayscale(1) contrast(1.2)"),
  "backdrop-filter": property(noneOr(filters), "none", "blur(12px)"),
  "mix-blend-mode": keywordProperty(blendModes, "multiply", {
    refused: { "plus-lighter": "Use `screen`.", "plus-darker": "Use `multiply`." },
  }),
  isolation: keywordProperty(["auto", "isolate"], "isolate"),
  "clip-path": property(
    clipPath,
    "none",
    "polygon(0 0, 100% 0, 100% 80%, 0 100%)",
    Object.fromEntries(
      ["margin-box", "fill-box", "stroke-box", "view-box"].map((box) => [box, "Use `border-box`."]),
    ),
  ),
  ...maskProperties,
};

export const layerShorthands = {
  mask: {
    syntax: "[ <image> || <position> [ / <size> ]? || <repeat> || <box>{1,2} || <composite> ]#",
    example: "radial-gradient(closest-side, #000, transparent) center / 80% no-repeat",
    longhands: Object.keys(maskProperties),
    expand: expandLayers("mask", maskProperties),
  },
};
