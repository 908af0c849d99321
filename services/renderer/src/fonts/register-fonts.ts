import { registerFont } from "canvas";
import { createRequire } from "node:module";
import type { Weight } from "@placard/templates";

/** The name under which the bundled fonts are registered. */
const bundledFamily = "Inter";

/**
 * The CSS font families of all text. Glyphs that they lack come from the system's other fonts. The Noto families are
 * named because fontconfig's defaults would prefer other fonts for Arabic and Hebrew.
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

let isRegistered = false;

/** Registers the bundled fonts with canvas, once per process: the memory of a registration is never freed. */
export function registerFonts(): void {
  if (isRegistered) return;
  isRegistered = true;
  prepareFontconfig();
  for (const [weight, path] of Object.entries(bundledFonts())) {
    registerFont(path, { family: bundledFamily, weight });
  }
}

/** Must run before the first font is registered or looked up. */
export function prepareFontconfig(): void {
  // Otherwise fontconfig and Pango prefer fonts for the process's language: other pixels with another LANG.
  process.env["FC_LANG"] = "en";
  process.env["PANGO_LANGUAGE"] = "en";
}
