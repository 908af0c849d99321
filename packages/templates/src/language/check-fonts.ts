import { bundledFonts } from "../bundled-fonts.ts";
import { splitAt } from "./css/component-values.ts";
import type { Declaration } from "./css/declarations.ts";
import { fontFamilies } from "./css/font-values.ts";
import { checkContext } from "./css/value-context.ts";
import type { Stylesheet } from "./css/stylesheet.ts";
import type { ProblemList } from "./problem-list.ts";

const genericFamilies = ["sans-serif", "serif", "monospace"];
/** The system's font on Apple's systems. Others ignore these names. */
const appleFamilies = new Set(["-apple-system", "blinkmacsystemfont"]);

/** Fonts of the system that texts are drawn in. */
const systemFamily = /^noto (?:serif$|color emoji)/iu;
/** The characters choose a script's font, not its name. */
const scriptFamily = /^noto sans ./iu;

const addFont =
  "Upload its files as assets and declare them with `@font-face`, or use a bundled font, such as `Inter`.";

/**
 * Warns about the first font family of a list if texts can't be drawn in it. The others are fallbacks.
 * @param html that the declarations are in
 */
export function checkFonts(
  html: string,
  declarations: readonly Declaration[],
  { fontFaces, refusedFamilies }: Stylesheet,
  problems: ProblemList,
): void {
  const available = new Set([
    ...genericFamilies,
    ...[...bundledFonts, ...fontFaces].map(({ family }) => family.toLowerCase()),
    ...refusedFamilies.map((family) => family.toLowerCase()),
  ]);
  const isOfFont = ({ valueOffset, end }: Declaration) => /\d(?:ch|ex)\b/u.test(html.slice(valueOffset, end));
  const measured = fontFaces.length > 0 ? declarations.find(isOfFont) : undefined;
  if (measured) {
    const message = "`ch` and `ex` are those of a bundled font, not of the fonts of the template";
    problems.warn(measured.offset, message, "Use `em`.", { code: "missing_font" });
  }
  for (const declaration of declarations) {
    if (declaration.kind !== "property" || declaration.property !== "font-family") continue;
    if (typeof declaration.value === "string") continue;
    const [family = "", ...others] = splitAt(declaration.value, ",")
      .map((part) => fontFamilies.parse(part, checkContext)?.[0] ?? "Inter")
      .filter((each) => !appleFamilies.has(each.toLowerCase()));
    if (family === "" || available.has(family.toLowerCase()) || systemFamily.test(family)) continue;
    const next = others.find((each) => available.has(each.toLowerCase())) ?? "Inter";
    const drawn = next === "sans-serif" ? "Inter" : next;
    const message = scriptFamily.test(family)
      ? `\`${family}\` is used for its script only: digits and Latin letters are drawn in \`${drawn}\``
      : `The font \`${family}\` is not part of the template: texts are drawn in \`${drawn}\``;
    problems.warn(declaration.offset, message, addFont, { code: "missing_font" });
  }
}
