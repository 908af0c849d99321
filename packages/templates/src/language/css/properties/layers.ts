import type { ComponentValue } from "../component-values.ts";
import { parseClipPath } from "../clip-path-values.ts";
import { parseFilters } from "../filter-values.ts";
import { parseImage } from "../image-values.ts";
import type { ValueContext } from "../value-context.ts";
import { backgroundProperties, blendModes, expandLayers, imageSyntax } from "./background.ts";
import { either, keywordMap, keywordProperty, keywords, list, noneOr, property, single } from "./property.ts";

const filters = noneOr(
  "[ blur() | brightness() | contrast() | drop-shadow() | grayscale() | hue-rotate() | invert() | opacity() | saturate() | sepia() ]+",
  parseFilters,
);
const clipPath = {
  syntax:
    "none | [ inset() | circle() | ellipse() | polygon() | path() ] || [ border-box | padding-box | content-box ]",
  parse: parseClipPath,
};
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
    list(either(keywords("none"), single(imageSyntax, parseMaskImage))),
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
    list({ ...keywords("add", "subtract", "intersect", "exclude"), parse: keywordMap(composites).parse }),
    "add",
    "intersect",
  ),
};

/** The properties that paint an element and its descendants as one layer. */
export const layerProperties = {
  filter: property(filters, "none", "grayscale(1) contrast(1.2)"),
  "backdrop-filter": property(filters, "none", "blur(12px)"),
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

/** Reads an image of a mask, which is never that of a field. */
function parseMaskImage(value: ComponentValue, context: ValueContext) {
  const image = parseImage(value, context);
  return image?.kind === "data"
    ? context.refuse("A mask can't be an image of a field", "Use a gradient or an asset.")
    : image;
}

export const layerShorthands = {
  mask: {
    syntax: "[ <image> || <position> [ / <size> ]? || <repeat> || <box>{1,2} || <composite> ]#",
    example: "radial-gradient(closest-side, #000, transparent) center / 80% no-repeat",
    longhands: Object.keys(maskProperties),
    expand: expandLayers("mask", maskProperties),
  },
};
