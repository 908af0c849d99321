import type { FontFace } from "../../scene/index.ts";
import { isDelimiter, splitAt, urlOf, type Values } from "./component-values.ts";
import type { DeclarationEnvironment } from "./declarations.ts";
import { fontFamilies, fontWeight } from "./font-values.ts";
import { either, keywordMap, keywords, list, sequence, single, type Grammar } from "./grammar.ts";
import { fontStretch } from "./properties/font-variations.ts";

/** A font file that a style sheet names. */
export interface FontFaceRule extends Omit<FontFace, "asset"> {
  /** Such as `assets/Fraunces.woff2`. */
  readonly path: string;
  readonly offset: number;
}

type Face = Omit<FontFaceRule, "offset">;

/** Instead of the path of a file: fonts on the machine only. */
const onlyLocal = "";

const functionNamed = (name: RegExp) =>
  single("<function>", (value) => (value.kind === "function" && name.test(value.name)) || undefined);
const local = functionNamed(/^local$/u).map(() => onlyLocal);
const file = sequence(single("<url>", urlOf), functionNamed(/^(?:format|tech)$/u).repeat(0)).map(
  ([url]) => url,
);
/** The first file: `url(assets/a.woff2)`, with an optional `format()`. */
const source = list(either(local, file), "sources").map(
  (paths) => paths.find((each) => each !== onlyLocal) ?? onlyLocal,
);

/** The descriptors of `@font-face`, with what to write instead of an invalid value. */
const descriptors: {
  readonly [K in keyof Face]: readonly [name: string, grammar: Grammar<Face[K]>, suggestion: string];
} = {
  family: [
    "font-family",
    fontFamilies.map((families) => (families.length === 1 ? families[0] : undefined)),
    "Write one name.",
  ],
  path: ["src", source, "Write `src: url(assets/file.woff2);` with the path of one asset."],
  weight: [
    "font-weight",
    range(400, fontWeight),
    "Write a weight such as `700`, or the range of a variable font: `100 900`.",
  ],
  stretch: [
    "font-stretch",
    range(100, fontStretch),
    "Write a width such as `75%`, or the range of a variable font: `75% 125%`.",
  ],
  style: ["font-style", keywords("normal", "italic"), "Write `normal` or `italic`."],
};
const fields = Object.keys(descriptors) as (keyof Face)[];

/**
 * Parses `@font-face`. Without a rule, it is invalid or has no file, which is reported; `family` is then the
 * one that it would have if it was corrected.
 */
export function parseFontFace(
  values: Values,
  at: number,
  { css, report, warn, context, start }: DeclarationEnvironment,
): { readonly family?: string; readonly rule?: FontFaceRule } {
  const face: Partial<Face> = {};
  let isValid = true;
  const refuse = (offset: number, message: string, suggestion: string) => {
    report(offset, message, suggestion);
    isValid = false;
  };
  for (const part of splitAt(values, ";")) {
    const [name, colon, ...value] = part;
    if (!name) continue;
    if (name.kind !== "ident" || !isDelimiter(colon, ":")) {
      refuse(name.start, "A descriptor is expected in @font-face", example);
      continue;
    }
    const descriptor = name.name.toLowerCase();
    const field = fields.find((each) => descriptors[each][0] === descriptor);
    if (descriptor === "font-display") {
      warn(name.start, "`font-display` has no effect in an image", "Remove it.");
    } else if (!field) {
      report(name.start, `The descriptor \`${descriptor}\` of @font-face is not supported`, "Remove it.");
    } else {
      const [, grammar, suggestion] = descriptors[field];
      const parsed = grammar.parse(value, context);
      if (parsed === onlyLocal) {
        warn(at, "@font-face with `local()` has no effect in a template", suggestion);
        return {};
      }
      const text = css.slice(name.start, part.at(-1)!.end).slice(0, 60);
      if (parsed === undefined)
        refuse(name.start, `Invalid value of \`${descriptor}\` in @font-face: ${text}`, suggestion);
      else Object.assign(face, { [field]: parsed });
    }
  }
  const { family, path, weight = 400, stretch = 100, style = "normal" } = face;
  if (isValid && (family === undefined || path === undefined))
    refuse(at, `@font-face has no \`${family === undefined ? "font-family" : "src"}\``, example);
  if (family === undefined || path === undefined || !isValid) return face;
  return { rule: { family, path, weight, stretch, style, offset: start + at } };
}

const example = "Write `font-family: Name; src: url(assets/file.woff2);`.";

/** One value, the two of a range in any order, or `initial` for `auto`. */
function range(initial: number, grammar: Grammar<number>): Grammar<FontFace["weight"]> {
  const ends = grammar.repeat(1, 2).map((found) => [Math.min(...found), Math.max(...found)] as const);
  return either(keywordMap({ auto: initial }), ends);
}
