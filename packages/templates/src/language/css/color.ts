import { color, colorDataFitsRGB_Gamut, serializeRGB, type ColorData } from "@csstools/css-color-parser";
import { parseComponentValue } from "@csstools/css-parser-algorithms";
import { tokenize } from "@csstools/css-tokenizer";
import { suggestName } from "@placard/contracts/nearest-name";
import namedColors from "color-name";
import type { Color } from "../../scene/index.ts";
import { identOf, type ComponentValue } from "./component-values.ts";
import { systemColors } from "./system-colors.ts";
import type { ValueContext } from "./value-context.ts";

/** The CSS text of a color outside sRGB; undefined for other colors. */
export function wideColorText(value: ComponentValue, context: ValueContext): string | undefined {
  if (value.kind !== "function" || !/^(?:ok|lab|lch|color)/u.test(value.name)) return undefined;
  const text = textOf(value, context);
  const data = toColorData(text);
  return data && !colorDataFitsRGB_Gamut(data) ? text : undefined;
}

/** Reads a color (CSS Color 4 and 5). Colors outside sRGB are clipped by channel, as in Chromium. */
export function parseColor(value: ComponentValue, context: ValueContext): Color | undefined {
  if (value.kind === "hash")
    return (
      normalizeHexColor(`#${value.value}`) ??
      context.refuse(`Invalid color “#${value.value}”`, "Write 3, 4, 6 or 8 hexadecimal digits.")
    );
  if (value.kind === "ident") return parseNamedColor(value.name.toLowerCase(), context);
  if (value.kind !== "function") return undefined;
  if (value.name === "light-dark")
    return context.refuse("`light-dark()` is not supported", "Write its first color.");
  if (!/^(?:rgb|hsl|hwb|ok|lab|lch|color|contrast-color)/u.test(value.name)) return undefined;
  return (
    parseColorText(textOf(value, context)) ??
    context.refuse(
      `Invalid arguments of ${value.name}()`,
      "Write a color as in `rgb(228 87 46 / 50%)` or `oklch(65% 0.2 35)`.",
    )
  );
}

/** Reads the CSS text of a color without `currentColor`. */
export function parseColorText(css: string): Color | undefined {
  const data = toColorData(css);
  return data && formatColor(data);
}

function toColorData(css: string): ColorData | undefined {
  const parsed = parseComponentValue(tokenize({ css }));
  return (parsed && color(parsed)) || undefined;
}

/** `#rrggbb` or `#rrggbbaa` of a hexadecimal color with 3, 4, 6 or 8 digits; undefined for any other text. */
export function normalizeHexColor(text: string): Color | undefined {
  if (!/^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/iu.test(text)) return undefined;
  const digits = text.slice(1).toLowerCase();
  const full = digits.length <= 4 ? digits.replace(/./gu, "$&$&") : digits;
  return full.length === 8 && full.endsWith("ff") ? `#${full.slice(0, 6)}` : `#${full}`;
}

function parseNamedColor(name: string, context: ValueContext): Color | undefined {
  if (name === "currentcolor") return context.color;
  if (name === "transparent") return "#00000000";
  if (Object.hasOwn(systemColors, name)) return systemColors[name];
  if (Object.hasOwn(namedColors, name))
    return `#${namedColors[name as keyof typeof namedColors].map(hex).join("")}`;
  return context.refuse(`Unknown color “${name}”`, suggestName(name, Object.keys(namedColors)));
}

function textOfKeyword(name: string, { color: current }: ValueContext): string {
  if (name === "currentcolor") return current;
  return Object.hasOwn(systemColors, name) ? systemColors[name]! : name;
}

/** The CSS text of a value in a color function, with `currentColor` replaced. */
function textOf(value: ComponentValue, context: ValueContext): string {
  switch (value.kind) {
    case "ident":
      return textOfKeyword(value.name.toLowerCase(), context);
    case "number":
    case "delimiter":
      return String(value.value);
    case "percentage":
      return `${value.value}%`;
    case "dimension":
      return value.text;
    case "hash":
      return `#${value.value}`;
    case "function":
    case "block":
      return `${"name" in value ? value.name : ""}(${value.values.map((each) => textOf(each, context)).join(" ")})`;
    case "at-keyword":
    case "string":
    case "url":
      break;
  }
  return "!"; // not valid in colors
}

function formatColor(data: ColorData): Color | undefined {
  const channels = serializeRGB(data, false)
    .toString()
    .match(/[\d.]+/gu)
    ?.slice(0, 3)
    .map(Number);
  if (!channels || typeof data.alpha !== "number") return undefined;
  const alpha = Number.isNaN(data.alpha) ? 0 : Math.min(1, Math.max(0, data.alpha));
  return normalizeHexColor(`#${[...channels, Math.round(alpha * 255)].map(hex).join("")}`);
}

function hex(channel: number): string {
  return channel.toString(16).padStart(2, "0");
}

/** Reads a color. `currentcolor` stays a keyword, which descendants inherit. */
export function parseColorOrCurrent(value: ComponentValue, context: ValueContext): Color | undefined {
  return identOf(value) === "currentcolor" ? "currentcolor" : parseColor(value, context);
}
