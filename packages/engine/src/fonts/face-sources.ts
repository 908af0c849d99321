import type { FontWeight } from "@placard/templates/scene";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/** A font file of a family, registered when it is first used. */
export interface FaceSource {
  readonly weight: FontWeight;
  readonly style: "normal" | "italic";
  /** Identifies the file, the weight and the style in this process. */
  readonly id: string;
  readonly read: () => Buffer;
}

const styles = ["normal", "italic"] as const;

const weightNames: Readonly<Record<FontWeight, string>> = {
  100: "Thin",
  200: "ExtraLight",
  300: "Light",
  400: "Regular",
  500: "Medium",
  600: "SemiBold",
  700: "Bold",
  800: "ExtraBold",
  900: "Black",
};

export function bundledFontPath(weight: FontWeight, style: FaceSource["style"]): string {
  const file = `${weight}${weightNames[weight]}${style === "italic" ? "_Italic" : ""}`;
  return createRequire(import.meta.url).resolve(`@expo-google-fonts/inter/${file}/Inter_${file}.ttf`);
}

/** The faces of the bundled font: nine weights, upright and italic. */
export const bundledFaces: readonly FaceSource[] = Object.keys(weightNames).flatMap((digits) =>
  styles.map((style) => {
    const weight = Number(digits) as FontWeight;
    const read = () => readFileSync(bundledFontPath(weight, style));
    return { weight, style, id: `Inter ${weight} ${style}`, read };
  }),
);
