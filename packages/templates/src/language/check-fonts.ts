import { bundledFonts } from "../bundled-fonts.ts";
import { splitAt } from "./css/component-values.ts";
import type { Declaration } from "./css/declarations.ts";
import { parseFontFamilies } from "./css/font-values.ts";
import { checkContext } from "./css/value-context.ts";
import type { Stylesheet } from "./css/stylesheet.ts";
import type { ProblemList } from "./problem-list.ts";

const genericFamilies = ["sans-serif", "serif", "monospace"];
/** The system's font on Apple's systems. Others ignore these names. */
const appleFamilies = new Set(["-apple-system", "blinkmacsystemfont"]);

/** Fonts of the system that texts are drawn in. The characters choose a script's font, not its name. */
const systemFamily = /^noto (?:sans .|serif$|color emoji)/iu;

function describeMissingFont(family: string) {
  return {
    message: `The font \`${family}\` is not part of the template`,
    suggestion:
      "Upload its files as assets and declare them with `@font-face`, or use a bundled font, such as `Inter`.",
  };
}

/** Warns about the first font family of a list if texts can't be drawn in it. The others are fallbacks. */
export function checkFonts(
  declarations: readonly Declaration[],
  { fontFaces, refusedFamilies }: Stylesheet,
  problems: ProblemList,
): void {
  const available = new Set([
    ...genericFamilies,
    ...[...bundledFonts, ...fontFaces].map(({ family }) => family.toLowerCase()),
    ...refusedFamilies.map((family) => family.toLowerCase()),
  ]);
  for (const declaration of declarations) {
    if (declaration.kind !== "property" || declaration.property !== "font-family") continue;
    if (typeof declaration.value === "string") continue;
    const family = splitAt(declaration.value, ",")
      .map((part) => parseFontFamilies(part, checkContext)?.[0])
      .find((each) => each === undefined || !appleFamilies.has(each.toLowerCase()));
    if (family === undefined || available.has(family.toLowerCase()) || systemFamily.test(family)) continue;
    const { message, suggestion } = describeMissingFont(family);
    problems.warn(declaration.offset, message, suggestion, { code: "missing_font" });
  }
}
