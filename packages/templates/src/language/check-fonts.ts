import { bundledFonts } from "../bundled-fonts.ts";
import { splitAt } from "./css/component-values.ts";
import type { Declaration } from "./css/declarations.ts";
import { parseFontFamilies } from "./css/font-values.ts";
import { checkContext } from "./css/value-context.ts";
import type { Stylesheet } from "./css/stylesheet.ts";
import type { TemplateElement } from "./html/template-element.ts";
import type { ProblemList } from "./problem-list.ts";

const genericFamilies = ["sans-serif", "serif", "monospace"];
/** The system's font on Apple's systems. Others ignore these names. */
const appleFamilies = new Set(["-apple-system", "blinkmacsystemfont"]);

/** Fonts of the system that texts are drawn in: those of a script by the characters, not by their name. */
const systemFamily = /^noto (?:sans|serif$|color emoji)/iu;

export function describeMissingFont(family: string) {
  return {
    message: `The font \`${family}\` is not part of the template`,
    suggestion:
      "Upload its files as assets and declare them with `@font-face`, or use a bundled font, such as `Inter`.",
  };
}

/** Warns about font families that texts can't be drawn in: those before the first one that is available. */
export function checkFonts(
  { rules, fontFaces }: Stylesheet,
  elements: readonly TemplateElement[],
  problems: ProblemList,
): void {
  const available = new Set([
    ...genericFamilies,
    ...[...bundledFonts, ...fontFaces].map(({ family }) => family.toLowerCase()),
  ]);
  const check = (declaration: Declaration) => {
    if (declaration.kind !== "property" || declaration.property !== "font-family") return;
    if (typeof declaration.value === "string") return;
    const parts = splitAt(declaration.value, ",");
    for (const part of parts) {
      const [family] = parseFontFamilies(part, checkContext) ?? [];
      if (family !== undefined && appleFamilies.has(family.toLowerCase())) continue;
      if (family === undefined || available.has(family.toLowerCase()) || systemFamily.test(family)) return;
      const { message, suggestion } = describeMissingFont(family);
      problems.warn(declaration.offset, message, suggestion, { code: "missing_font" });
    }
  };
  for (const { declarations } of rules) for (const declaration of declarations) check(declaration);
  for (const { style } of elements) for (const declaration of style) check(declaration);
}
