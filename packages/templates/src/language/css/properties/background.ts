import type { BackgroundLayer, BlendMode } from "../../../scene/index.ts";
import {
  identOf,
  isDelimiter,
  keywordOf,
  parseAll,
  splitAt,
  urlOf,
  valuesOf,
  type ComponentValue,
  type Values,
} from "../component-values.ts";
import { parseImage } from "../image-values.ts";
import { parseNonNegative } from "../quantity.ts";
import type { ValueContext } from "../value-context.ts";
import { ValueReader } from "../value-reader.ts";
import { color, either, keywords, list, position, property, single } from "./property.ts";
import type { Expansion, IsValid } from "./shorthand.ts";

export const blendModes = [
  "normal",
  "multiply",
  "screen",
  "overlay",
  "darken",
  "lighten",
  "color-dodge",
  "color-burn",
  "hard-light",
  "soft-light",
  "difference",
  "exclusion",
  "hue",
  "saturation",
  "color",
  "luminosity",
] as const satisfies readonly BlendMode[];

const boxNames = ["border-box", "padding-box", "content-box"] as const;
const images = ["linear", "radial", "conic"].map((kind) => `${kind}-gradient()`);
export const imageSyntax = ["url(assets/…)", ...images, ...images.map((name) => `repeating-${name}`)].join(
  " | ",
);
const size = { syntax: "cover | contain | [ <length> | <percentage> | auto ]{1,2}", parse: parseSize };
const repeat = {
  syntax: "repeat-x | repeat-y | [ repeat | no-repeat | round | space ]{1,2}",
  parse: parseRepeat,
};

/** The properties of backgrounds. Lists have an entry for each layer, the first one on top. */
export const backgroundProperties = {
  "background-color": property(color, "transparent", "var(--ground)"),
  "background-image": property(
    list(either(keywords("none"), single(imageSyntax, parseImage))),
    "none",
    "linear-gradient(135deg, #5b34c4, #e25bd0)",
  ),
  "background-size": property(list(size), "auto", "cover"),
  "background-position": property(list(position), "0% 0%", "right 24px bottom 24px"),
  "background-repeat": property(list(repeat), "repeat", "no-repeat"),
  "background-origin": property(list(keywords(...boxNames)), "padding-box", "border-box"),
  "background-clip": property(list(keywords(...boxNames, "text")), "border-box", "text", {
    "border-area": "Use `border-box` below a smaller element.",
  }),
  "background-blend-mode": property(list(keywords(...blendModes)), "normal", "multiply"),
};

export const backgroundShorthands = {
  background: {
    syntax:
      "[ <image> || <position> [ / <size> ]? || <repeat> || <box>{1,2} ]#, with a <color> in the last layer",
    example: "url(assets/paper.png) center / cover, var(--ground)",
    longhands: Object.keys(backgroundProperties),
    expand: expandLayers("background"),
  },
};

/** Reads `background-size` of one layer. */
function parseSize(values: Values, context: ValueContext): BackgroundLayer["size"] | undefined {
  const keyword = keywordOf(values);
  if (keyword === "cover" || keyword === "contain") return keyword;
  const [first, second, ...others] = values;
  const length = (value: ComponentValue) =>
    identOf(value) === "auto" ? "auto" : parseNonNegative(value, context);
  const width = first && length(first);
  const height = second ? length(second) : "auto";
  return width === undefined || height === undefined || others.length > 0 ? undefined : { width, height };
}

/** Reads `background-repeat` of one layer. */
function parseRepeat(values: Values): BackgroundLayer["repeat"] | undefined {
  const reader = new ValueReader(values);
  const x = reader.keyword(...repeats, "repeat-x", "repeat-y");
  if (x === "repeat-x" || x === "repeat-y") {
    if (!reader.isAtEnd) return undefined;
    return x === "repeat-x" ? { x: "repeat", y: "no-repeat" } : { x: "no-repeat", y: "repeat" };
  }
  const y = x && (reader.keyword(...repeats) ?? x);
  return x && y && reader.isAtEnd ? { x, y } : undefined;
}

const repeats = ["repeat", "no-repeat", "round", "space"] as const;
const repeatKeywords: ReadonlySet<string> = new Set([...repeats, "repeat-x", "repeat-y"]);
const boxKeywords: ReadonlySet<string> = new Set([...boxNames, "text"]);
const compositeKeywords = new Set(["add", "subtract", "intersect", "exclude"]);
const positionKeywords = new Set(["left", "right", "top", "bottom", "center"]);

type Layer = Record<
  "image" | "position" | "size" | "repeat" | "boxes" | "composite" | "color",
  ComponentValue[]
>;

/** What layers have by default. */
const initial = {
  image: valuesOf("none"),
  position: valuesOf("0% 0%"),
  size: valuesOf("auto"),
  repeat: valuesOf("repeat"),
  clip: valuesOf("border-box"),
  composite: valuesOf("add"),
};
const comma = valuesOf(",");

/** Splits `background` or `mask` (CSS Backgrounds 3, section 2.10; CSS Masking 1, section 4.8). */
export function expandLayers(prefix: "background" | "mask") {
  return (values: Values, isValid: IsValid): Expansion | undefined => {
    const isMask = prefix === "mask";
    const layers = parseAll(splitAt(values, ","), (part) => parseLayer(part, isValid));
    const last = layers?.at(-1);
    if (!layers || !last || layers.slice(0, -1).some(({ color }) => color.length > 0)) return undefined;
    if (layers.some((layer) => (isMask ? layer.color : layer.composite).length > 0)) return undefined;
    const join = (select: (layer: Layer) => Values, fallback: Values): Values =>
      layers.flatMap((layer, index) => {
        const own = select(layer);
        return [...(index === 0 ? [] : comma), ...(own.length > 0 ? own : fallback)];
      });
    const boxes = (layer: Layer) => layer.boxes.filter((box) => identOf(box) !== "text");
    const clips = (layer: Layer) => layer.boxes.filter((box) => identOf(box) === "text");
    const clipOf = (layer: Layer) => (clips(layer).length > 0 ? clips(layer) : boxes(layer).slice(-1));
    const origin = isMask ? initial.clip : valuesOf("padding-box");
    return {
      [`${prefix}-image`]: join(({ image }) => image, initial.image),
      [`${prefix}-position`]: join(({ position }) => position, initial.position),
      [`${prefix}-size`]: join(({ size }) => size, initial.size),
      [`${prefix}-repeat`]: join(({ repeat }) => repeat, initial.repeat),
      [`${prefix}-origin`]: join((layer) => boxes(layer).slice(0, 1), origin),
      [`${prefix}-clip`]: join(clipOf, initial.clip),
      ...(isMask && { "mask-composite": join(({ composite }) => composite, initial.composite) }),
      ...(last.color.length > 0 && { "background-color": last.color }),
    };
  };
}

function parseLayer(values: Values, isValid: IsValid): Layer | undefined {
  const layer: Layer = { image: [], position: [], size: [], repeat: [], boxes: [], composite: [], color: [] };
  for (let index = 0; index < values.length; index++) {
    const value = values[index]!;
    const keyword = identOf(value) ?? "";
    const isSlash = isDelimiter(value, "/");
    if (isSlash) {
      if (layer.position.length === 0 || layer.size.length > 0) return undefined;
      while (layer.size.length < 2 && isSizePart(values[index + 1], isValid))
        layer.size.push(values[++index]!);
      if (layer.size.length === 0) return undefined;
    } else if (isImage(value) || keyword === "none") {
      if (layer.image.length > 0) return undefined;
      layer.image.push(value);
    } else if (repeatKeywords.has(keyword)) layer.repeat.push(value);
    else if (boxKeywords.has(keyword)) layer.boxes.push(value);
    else if (compositeKeywords.has(keyword)) layer.composite.push(value);
    else if (positionKeywords.has(keyword) || isLength(value, isValid)) {
      const previous = values[index - 1];
      if (layer.position.length > 0 && layer.position.at(-1) !== previous) return undefined;
      layer.position.push(value);
    } else if (layer.color.length === 0) layer.color.push(value);
    else return undefined;
  }
  return layer.boxes.length <= 2 && values.length > 0 ? layer : undefined;
}

function isImage(value: ComponentValue): boolean {
  return urlOf(value) !== undefined || (value.kind === "function" && value.name.endsWith("-gradient"));
}

function isLength(value: ComponentValue, isValid: IsValid): boolean {
  return isValid("background-position", [value]);
}

function isSizePart(value: ComponentValue | undefined, isValid: IsValid): boolean {
  return value !== undefined && (isLength(value, isValid) || isValid("background-size", [value]));
}
