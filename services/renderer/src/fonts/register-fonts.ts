import { registerFont } from "canvas";
import { createRequire } from "node:module";
import type { Weight } from "@placard/templates";

/** The family all text is set in; what it lacks comes from the fonts of the system, glyph by glyph. */
export const fontFamily = "Inter";

const files: Record<Weight, string> = {
  500: "500Medium/Inter_500Medium.ttf",
  800: "800ExtraBold/Inter_800ExtraBold.ttf",
};

let registered = false;

/** Makes the bundled fonts known to canvas: once a process, since each registration costs memory for good. */
export function registerFonts(): void {
  if (registered) return;
  registered = true;
  const { resolve } = createRequire(import.meta.url);
  for (const [weight, file] of Object.entries(files)) {
    registerFont(resolve(`@expo-google-fonts/inter/${file}`), { family: fontFamily, weight });
  }
}
