import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

const { resolve } = createRequire(import.meta.url);

const files = {
  500: "@expo-google-fonts/inter/500Medium/Inter_500Medium.ttf",
  800: "@expo-google-fonts/inter/800ExtraBold/Inter_800ExtraBold.ttf",
};

/** The two weights that the card uses, in the version that Placard uses. */
export const fonts = await Promise.all(
  Object.entries(files).map(async ([weight, file]) => ({
    name: "Inter",
    data: await readFile(resolve(file)),
    weight: Number(weight),
  })),
);
