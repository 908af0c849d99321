import { splitAt, type ComponentValue } from "../component-values.ts";
import { keywordOf } from "./property.ts";
import { isValidFor, type Expansion } from "./shorthand-parts.ts";

type Values = readonly ComponentValue[];

/** `flex` (CSS Flexbox 1, section 7.1.1). Without a basis, the basis is 0. */
export function expandFlex(values: Values): Expansion | undefined {
  const keyword = keywordOf(values);
  const make = (grow: Values, shrink: Values, basis: Values): Expansion =>
    new Map([
      ["flex-grow", grow],
      ["flex-shrink", shrink],
      ["flex-basis", basis],
    ]);
  const at = values[0];
  if (!at) return undefined;
  const number = (value: number): Values => [
    { ...base(at), kind: "number", value, isInteger: true, sign: "" },
  ];
  if (keyword === "none" || keyword === "auto") {
    const flexibility = number(keyword === "none" ? 0 : 1);
    return make(flexibility, flexibility, [{ ...base(at), kind: "ident", name: "auto" }]);
  }
  let [grow, shrink, basis]: [Values?, Values?, Values?] = [];
  for (const [index, value] of values.entries()) {
    const isNumber = isValidFor("flex-grow", [value]);
    // A unitless zero is a basis only behind two factors.
    if (isNumber && !grow) grow = [value];
    else if (isNumber && !shrink && values[index - 1] === grow?.[0]) shrink = [value];
    else if (!basis && isValidFor("flex-basis", [value])) basis = [value];
    else return undefined;
  }
  const zero: Values = [{ ...base(at), kind: "dimension", value: 0, unit: "px", text: "0px" }];
  return make(grow ?? number(1), shrink ?? number(1), basis ?? zero);
}

function base({ start, end, isSpaced }: ComponentValue) {
  return { start, end, isSpaced };
}

/** `font` (CSS Fonts 4, section 2.7). */
export function expandFont(values: Values): Expansion | undefined {
  let [style, weight]: [Values?, Values?] = [];
  let next = 0;
  for (; next < 3; next++) {
    const value = values[next];
    if (!value) return undefined;
    const keyword = keywordOf([value]);
    if (keyword === "normal") continue;
    if (!style && isValidFor("font-style", [value])) style = [value];
    else if (!weight && value.kind !== "dimension" && isValidFor("font-weight", [value])) weight = [value];
    else break;
  }
  const size = values[next++];
  const slash = values[next];
  let lineHeight: Values | undefined;
  if (slash?.kind === "delimiter" && slash.value === "/") {
    const value = values[next + 1];
    if (!value) return undefined;
    lineHeight = [value];
    next += 2;
  }
  const family = values.slice(next);
  if (!size || family.length === 0) return undefined;
  return new Map<string, Values | "initial">([
    ["font-style", style ?? "initial"],
    ["font-weight", weight ?? "initial"],
    ["font-size", [size]],
    ["line-height", lineHeight ?? "initial"],
    ["font-family", family],
  ]);
}

const repeatKeywords = new Set(["repeat", "no-repeat", "repeat-x", "repeat-y", "space", "round"]);
const boxKeywords = new Set(["border-box", "padding-box", "content-box"]);
const positionKeywords = new Set(["left", "right", "top", "bottom", "center"]);

interface Layer {
  image: ComponentValue[];
  position: ComponentValue[];
  size: ComponentValue[];
  repeat: ComponentValue[];
  boxes: ComponentValue[];
  color: ComponentValue[];
}

/** `background` (CSS Backgrounds 3, section 2.10). */
export function expandBackground(values: Values): Expansion | undefined {
  const layers: Layer[] = [];
  for (const part of splitAt(values, ",")) {
    const layer = parseLayer(part);
    if (!layer) return undefined;
    layers.push(layer);
  }
  const last = layers.at(-1);
  if (!last || layers.slice(0, -1).some(({ color }) => color.length > 0)) return undefined;
  const at = base(values[0] ?? last.image[0] ?? last.color[0]!);
  const word = (name: string): Values => [{ ...at, kind: "ident", name }];
  const zero: Values = [
    { ...at, kind: "percentage", value: 0 },
    { ...at, kind: "percentage", value: 0 },
  ];
  const join = (select: (layer: Layer) => Values): Values =>
    layers.flatMap((layer, index) =>
      index === 0 ? select(layer) : [{ ...at, kind: "delimiter" as const, value: "," }, ...select(layer)],
    );
  const or = (list: Values, fallback: Values) => (list.length > 0 ? list : fallback);
  return new Map<string, Values | "initial">([
    ["background-color", last.color.length > 0 ? last.color : "initial"],
    ["background-image", join(({ image }) => or(image, word("none")))],
    ["background-position", join(({ position }) => or(position, zero))],
    ["background-size", join(({ size }) => or(size, word("auto")))],
    ["background-repeat", join(({ repeat }) => or(repeat, word("repeat")))],
    ["background-origin", join(({ boxes }) => or(boxes.slice(0, 1), word("padding-box")))],
    ["background-clip", join(({ boxes }) => or(boxes.slice(-1), word("border-box")))],
  ]);
}

function parseLayer(values: Values): Layer | undefined {
  const layer: Layer = { image: [], position: [], size: [], repeat: [], boxes: [], color: [] };
  for (let index = 0; index < values.length; index++) {
    const value = values[index]!;
    const keyword = keywordOf([value]) ?? "";
    const isSlash = value.kind === "delimiter" && value.value === "/";
    if (isSlash) {
      if (layer.position.length === 0 || layer.size.length > 0) return undefined;
      while (layer.size.length < 2 && isSizePart(values[index + 1])) layer.size.push(values[++index]!);
      if (layer.size.length === 0) return undefined;
    } else if (isImage(value) || keyword === "none") {
      if (layer.image.length > 0) return undefined;
      layer.image.push(value);
    } else if (repeatKeywords.has(keyword)) layer.repeat.push(value);
    else if (boxKeywords.has(keyword)) layer.boxes.push(value);
    else if (positionKeywords.has(keyword) || isLength(value)) {
      const previous = values[index - 1];
      if (layer.position.length > 0 && layer.position.at(-1) !== previous) return undefined;
      layer.position.push(value);
    } else if (layer.color.length === 0) layer.color.push(value);
    else return undefined;
  }
  return layer.boxes.length <= 2 && values.length > 0 ? layer : undefined;
}

function isImage(value: ComponentValue): boolean {
  return (
    value.kind === "url" ||
    (value.kind === "function" && (value.name === "url" || value.name.endsWith("-gradient")))
  );
}

function isLength(value: ComponentValue): boolean {
  return isValidFor("background-position", [value]);
}

function isSizePart(value: ComponentValue | undefined): boolean {
  return value !== undefined && (isLength(value) || isValidFor("background-size", [value]));
}
