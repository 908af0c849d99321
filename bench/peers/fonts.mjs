import { createRequire } from "node:module";
import { dirname } from "node:path";

const { resolve } = createRequire(import.meta.url);

/** The font files of the two weights in use, in the version that Placard uses. */
export const fontFiles = {
  500: resolve("@expo-google-fonts/inter/500Medium/Inter_500Medium.ttf"),
  800: resolve("@expo-google-fonts/inter/800ExtraBold/Inter_800ExtraBold.ttf"),
};

/** A fontconfig configuration with these fonts only. */
export const fontConfig = `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd"><fontconfig>${Object.values(
  fontFiles,
)
  .map((file) => `<dir>${dirname(file)}</dir>`)
  .join("")}</fontconfig>`;
