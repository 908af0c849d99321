import type { FontWeight } from "../../scene/index.ts";
import { identOf, isDelimiter, keywordOf, splitAt, urlOf, type Values } from "./component-values.ts";
import type { DeclarationEnvironment } from "./declarations.ts";
import { parseFontFamilies, parseFontWeight } from "./font-values.ts";

/** A font file that a style sheet names. */
export interface FontFaceRule {
  readonly family: string;
  readonly weight: FontWeight;
  readonly style: "normal" | "italic";
  /** Such as `assets/Fraunces.woff2`. */
  readonly path: string;
  readonly offset: number;
}

/** Parses the descriptors of `@font-face`. Undefined if they are invalid or have no file, which is reported. */
export function parseFontFace(
  values: Values,
  at: number,
  { css, report, warn, context, start }: DeclarationEnvironment,
): FontFaceRule | undefined {
  let [family, path]: [string?, string?] = [];
  let weight: FontWeight = 400;
  let style: "normal" | "italic" = "normal";
  const parts = splitAt(values, ";");
  const source = parts.find(([name]) => identOf(name) === "src");
  if (source && sourcesOf(source.slice(2)).length === 0) {
    warn(at, "@font-face with `local()` has no effect in a template", fileSuggestion);
    return undefined;
  }
  for (const part of parts) {
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
      const parsed = value.length === 1 ? parseFontWeight(value[0]!, context) : undefined;
      if (parsed === undefined)
        return refuse("Write one weight from 100 to 900; use one @font-face for each weight.");
      weight = parsed;
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
  return { family, path, weight, style, offset: start + at };
}

const fileSuggestion = "Write `src: url(assets/file.woff2);` with the path of one asset.";

/** The sources of a font, without those of the machine. */
function sourcesOf(value: Values): Values[] {
  return splitAt(value, ",").filter(([first]) => first?.kind !== "function" || first.name !== "local");
}

/** The first file: `url(assets/a.woff2)`, with an optional `format()`. */
function parseSource(value: Values): string | undefined {
  const [url, format, ...others] = sourcesOf(value)[0] ?? [];
  const isFormat = !format || (format.kind === "function" && format.name === "format");
  return isFormat && others.length === 0 ? urlOf(url) : undefined;
}
