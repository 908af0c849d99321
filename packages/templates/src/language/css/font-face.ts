import type { FontFace } from "../../scene/index.ts";
import {
  identOf,
  isDelimiter,
  keywordOf,
  parseAll,
  splitAt,
  urlOf,
  type ComponentValue,
  type Values,
} from "./component-values.ts";
import type { DeclarationEnvironment } from "./declarations.ts";
import { parseFontFamilies, parseFontWeight } from "./font-values.ts";
import { parseFontStretch } from "./properties/font-variations.ts";
import { checkContext } from "./value-context.ts";

/** A font file that a style sheet names. */
export interface FontFaceRule extends Omit<FontFace, "asset"> {
  /** Such as `assets/Fraunces.woff2`. */
  readonly path: string;
  readonly offset: number;
}

/** Parses `@font-face`. Undefined if it is invalid or has no file, which is reported. */
export function parseFontFace(
  values: Values,
  at: number,
  { css, report, warn, context, start }: DeclarationEnvironment,
): FontFaceRule | undefined {
  let [family, path]: [string?, string?] = [];
  let weight: FontFace["weight"] = 400;
  let stretch: FontFace["stretch"] = 100;
  let style: "normal" | "italic" = "normal";
  if (isLocal(values)) {
    warn(at, "@font-face with `local()` has no effect in a template", fileSuggestion);
    return undefined;
  }
  for (const part of splitAt(values, ";")) {
    const [name, colon, ...value] = part;
    if (!name) continue;
    if (name.kind !== "ident" || !isDelimiter(colon, ":")) {
      report(
        name.start,
        "A descriptor is expected in @font-face",
        "Write `font-family: Name; src: url(assets/file.woff2);`.",
      );
      return undefined;
    }
    const descriptor = name.name.toLowerCase();
    const refuse = (suggestion: string): undefined => {
      report(
        name.start,
        `Invalid value of \`${descriptor}\` in @font-face: ${css.slice(name.start, part.at(-1)!.end).slice(0, 60)}`,
        suggestion,
      );
      return undefined;
    };
    if (descriptor === "font-family") {
      const families = parseFontFamilies(value, context);
      if (families?.length !== 1) return refuse("Write one name.");
      family = families[0];
    } else if (descriptor === "src") {
      path = parseSource(value);
      if (path === undefined) return refuse(fileSuggestion);
    } else if (descriptor === "font-weight") {
      const parsed = parseRange(value, 400, (each) => parseFontWeight(each, context));
      if (parsed === undefined)
        return refuse("Write a weight such as `700`, or the range of a variable font: `100 900`.");
      weight = parsed;
    } else if (descriptor === "font-stretch") {
      const parsed = parseRange(value, 100, parseFontStretch);
      if (parsed === undefined)
        return refuse("Write a width such as `75%`, or the range of a variable font: `75% 125%`.");
      stretch = parsed;
    } else if (descriptor === "font-style") {
      const keyword = keywordOf(value);
      if (keyword !== "normal" && keyword !== "italic") return refuse("Write `normal` or `italic`.");
      style = keyword;
    } else if (descriptor === "font-display") {
      warn(name.start, "`font-display` has no effect in an image", "Remove it.");
    } else {
      report(name.start, `The descriptor \`${descriptor}\` of @font-face is not supported`, "Remove it.");
    }
  }
  if (family === undefined || path === undefined) {
    report(
      at,
      `@font-face has no \`${family === undefined ? "font-family" : "src"}\``,
      "Write `font-family: Name; src: url(assets/file.woff2);`.",
    );
    return undefined;
  }
  return { family, path, weight, stretch, style, offset: start + at };
}

/** One value, the two of a range in any order, or `initial` for `auto`. */
function parseRange(
  value: Values,
  initial: number,
  parse: (value: ComponentValue) => number | undefined,
): FontFace["weight"] | undefined {
  if (keywordOf(value) === "auto") return initial;
  const parsed = value.length <= 2 ? parseAll(value, parse) : undefined;
  return parsed && [Math.min(...parsed), Math.max(...parsed)];
}

/** The value of a descriptor. */
function valueOf(values: Values, descriptor: string): Values | undefined {
  return splitAt(values, ";")
    .find(([name]) => identOf(name) === descriptor)
    ?.slice(2);
}

/** Whether all files of a font are on the machine. */
function isLocal(values: Values): boolean {
  const source = valueOf(values, "src");
  return source !== undefined && sourcesOf(source).length === 0;
}

/** The families that an invalid rule would have if it was corrected. */
export function familiesOf(values: Values): readonly string[] {
  const family = isLocal(values) ? undefined : valueOf(values, "font-family");
  return (family && parseFontFamilies(family, checkContext)) ?? [];
}

const fileSuggestion = "Write `src: url(assets/file.woff2);` with the path of one asset.";

/** The sources of a font that are not on the machine. */
function sourcesOf(value: Values): Values[] {
  return splitAt(value, ",").filter(([first]) => first?.kind !== "function" || first.name !== "local");
}

/** The first file: `url(assets/a.woff2)`, with an optional `format()`. */
function parseSource(value: Values): string | undefined {
  const [url, format, ...others] = sourcesOf(value)[0] ?? [];
  const isFormat = !format || (format.kind === "function" && format.name === "format");
  return isFormat && others.length === 0 ? urlOf(url) : undefined;
}
