import { keywordOf } from "../component-values.ts";
import { parseClipPath } from "../clip-path-values.ts";
import { parseFilters } from "../filter-values.ts";
import { parseImage, type ImageValue } from "../image-values.ts";
import { backgroundProperties, blendModes, expandLayers } from "./background.ts";
import { keywordMap, keywordProperty, list, property, single } from "./property.ts";

const filterSyntax =
  "none | [ blur() | brightness() | contrast() | drop-shadow() | grayscale() | hue-rotate() | invert() | opacity() | saturate() | sepia() ]+";

const boxes = { ...backgroundProperties["background-origin"], initial: "border-box" };

/** The properties that paint an element and its descendants as one layer. */
export const layerProperties = {
  filter: property({
    syntax: filterSyntax,
    initial: "none",
    example: "grayscale(1) contrast(1.2)",
    parse: parseFilters,
  }),
  "backdrop-filter": property({
    syntax: filterSyntax,
    initial: "none",
    example: "blur(12px)",
    parse: parseFilters,
  }),
  "mix-blend-mode": keywordProperty(blendModes, "multiply", {
    refused: { "plus-lighter": "Use `screen`.", "plus-darker": "Use `multiply`." },
  }),
  isolation: keywordProperty(["auto", "isolate"], "isolate"),
  "clip-path": property({
    syntax:
      "none | [ inset() | circle() | ellipse() | polygon() | path() ] || [ border-box | padding-box | content-box ]",
    initial: "none",
    example: "polygon(0 0, 100% 0, 100% 80%, 0 100%)",
    refused: Object.fromEntries(
      ["margin-box", "fill-box", "stroke-box", "view-box"].map((box) => [box, "Use `border-box`."]),
    ),
    parse: parseClipPath,
  }),
  "mask-image": property({
    ...backgroundProperties["background-image"],
    example: "linear-gradient(#000 60%, transparent)",
    parse: list((values, context): Exclude<ImageValue, { kind: "data" }> | "none" | undefined => {
      if (keywordOf(values) === "none") return "none";
      const image = single(parseImage)(values, context);
      return image?.kind === "data"
        ? context.refuse("A mask can't be an image of a field", "Use a gradient or an asset.")
        : image;
    }),
  }),
  "mask-size": { ...backgroundProperties["background-size"], example: "contain" },
  "mask-position": { ...backgroundProperties["background-position"], example: "center" },
  "mask-repeat": backgroundProperties["background-repeat"],
  "mask-origin": { ...boxes, example: "content-box" },
  "mask-clip": {
    ...boxes,
    example: "padding-box",
    refused: { "no-clip": "Use `border-box`, and padding on the element." },
  },
  "mask-composite": property({
    syntax: "[ add | subtract | intersect | exclude ]#",
    initial: "add",
    example: "intersect",
    parse: list(
      keywordMap({
        add: "add",
        subtract: "subtract",
        intersect: "intersect",
        exclude: "exclude",
        // Of `-webkit-mask-composite`.
        "source-over": "add",
        "source-out": "subtract",
        "source-in": "intersect",
        xor: "exclude",
      }),
    ),
  }),
};

export const layerShorthands = {
  mask: {
    syntax: "[ <image> || <position> [ / <size> ]? || <repeat> || <box>{1,2} || <composite> ]#",
    example: "radial-gradient(closest-side, #000, transparent) center / 80% no-repeat",
    longhands: Object.keys(layerProperties).filter((name) => name.startsWith("mask-")),
    expand: expandLayers("mask"),
  },
};
