import { registerFont } from "canvas";
import { createRequire } from "node:module";
import type { Weight } from "@placard/templates";

/** The name under which the bundled fonts are registered. */
const bundledFamily = "Inter";

/**
 * The CSS families all text is set in. What they lack comes from the other fonts of the system, glyph by glyph; those
 * that are named take precedence over whatever font fontconfig's defaults would have for Arabic and Hebrew.
 */
export const fontFamilies = `${bundledFamily}, "Noto Sans", "Noto Sans Arabic", "Noto Sans Hebrew"`;

const files: Record<Weight, string> = {
  500: "500Medium/Inter_500Medium.ttf",
  800: "800ExtraBold/Inter_800ExtraBold.ttf",
};

/** The paths of the bundled fonts. */
export function bundledFonts(): Record<Weight, string> {
  const { resolve } = createRequire(import.meta.url);
  const pathOf = (weight: Weight) => resolve(`@expo-google-fonts/inter/${files[weight]}`);
  return { 500: pathOf(500), 800: pathOf(800) };
}

let registered = false;

/** Makes the bundled fonts known to canvas: once a process, since each registration costs memory for good. */
export function registerFonts(): void {
  if (registered) return;
  registered = true;
  // Fontconfig and Pango would else prefer fonts for the language of the process: other pixels under another LANG.
  process.env["FC_LANG"] = "en";
  process.env["PANGO_LANGUAGE"] = "en";
  for (const [weight, path] of Object.entries(bundledFonts())) {
    registerFont(path, { family: bundledFamily, weight });
  }
}
