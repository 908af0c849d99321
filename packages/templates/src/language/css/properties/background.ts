import {
  identOf,
  isDelimiter,
  parseAll,
  splitAt,
  urlOf,
  valuesOf,
  type ComponentValue,
  type Values,
} from "../component-values.ts";
import { either, keywordMap, keywords, list, sequence } from "../grammar.ts";
import { image } from "../image-values.ts";
import { position } from "../position.ts";
import { color, nonNegative } from "../value-types.ts";
import { property } from "./property.ts";
import { distribute, type Expansion, type IsValid } from "./shorthand.ts";

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
] as const;

const boxNames = ["border-box", "padding-box", "content-box"] as const;
const side = either(nonNegative, keywords("auto"));
const sizeOfLayer = either(
  keywords("cover", "contain"),
  sequence(side, side.optional("auto")).map(([width, height]) => ({ width, height })),
);
const repeat = either(
  keywordMap({
    "repeat-x": { x: "repeat", y: "no-repeat" },
    "repeat-y": { x: "no-repeat", y: "repeat" },
  }),
  keywords("repeat", "no-repeat", "round", "space")
    .pair()
    .map(([x, y]) => ({ x, y })),
);

/** The properties of backgrounds. Lists have an entry for each layer, the first one on top. */
export const backgroundProperties = {
  "background-color": property(color, "transparent", "var(--ground)"),
  "background-image": property(
    list(either(keywords("none"), image)),
    "none",
    "linear-gradient(135deg, #5b34c4, #e25bd0)",
  ),
  "background-size": property(list(sizeOfLayer), "auto", "cover"),
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
    expand: expandLayers("background", backgroundProperties),
  },
};

const comma = valuesOf(",");

/** Splits `background` or `mask` (CSS Backgrounds 3, section 2.10; CSS Masking 1, section 4.8). */
export function expandLayers(
  prefix: "background" | "mask",
  { "background-color": _color, ...lists }: Readonly<Record<string, { readonly initial: string }>>,
) {
  return (values: Values, isValid: IsValid): Expansion | undefined => {
    const layers = parseAll(splitAt(values, ","), (part) => expandLayer(part, prefix, isValid));
    if (!layers?.slice(0, -1).every((layer) => layer["background-color"] === undefined)) return undefined;
    const joined = Object.entries(lists).map(([name, { initial }]) => [
      name,
      layers.flatMap((layer, index) => [...(index > 0 ? comma : []), ...(layer[name] ?? valuesOf(initial))]),
    ]);
    return { "background-color": layers.at(-1)!["background-color"], ...Object.fromEntries(joined) };
  };
}

function expandLayer(values: Values, prefix: "background" | "mask", isValid: IsValid): Expansion | undefined {
  const named = (part: string) => `${prefix}-${part}`;
  const images = values.filter(isImage);
  const slash = values.findIndex((value) => isDelimiter(value, "/"));
  const behind = slash < 0 ? [] : values.slice(slash + 1);
  const size = [behind.slice(0, 2), behind.slice(0, 1)].find((part) => isValid(named("size"), part));
  const hasPlace = isValid(named("position"), values.slice(Math.max(0, slash - 1), slash));
  if (images.length > 1 || (slash >= 0 && !(size && hasPlace))) return undefined;
  const rest = [...(slash < 0 ? values : values.slice(0, slash)), ...behind.slice(size?.length)];
  const parts = ["position", "repeat", "origin", "clip", prefix === "mask" ? "composite" : "color"].map(
    named,
  );
  const others = rest.filter((value) => !isImage(value));
  const found = others.length === 0 ? {} : distribute(others, parts, isValid);
  if (!found || values.length === 0) return undefined;
  const place = found[named("position")] ?? [];
  const start = values.indexOf(place[0]!);
  if (place.some((value, index) => values[start + index] !== value)) return undefined;
  const clip = found[named("clip")] ?? found[named("origin")];
  return { ...found, [named("image")]: images[0] && images, [named("size")]: size, [named("clip")]: clip };
}

function isImage(value: ComponentValue): boolean {
  if (urlOf(value) !== undefined || identOf(value) === "none") return true;
  return value.kind === "function" && value.name.endsWith("-gradient");
}
