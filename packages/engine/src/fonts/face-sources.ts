import { bundledFont, bundledFonts, type BundledFont } from "@placard/templates/bundled-fonts";
import type { FontRange, FontWeight } from "@placard/templates/scene";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { FontAxes } from "./sfnt.ts";

/** A font of a family, registered when it is first used. */
export interface FaceSource {
  readonly weight: FontWeight;
  readonly style: "normal" | "italic";
  /** Identifies the font in this process. */
  readonly id: string;
  readonly read: () => Buffer;
}

/** A font file of a template or a brand: one font, or a variable font with all positions on its axes. */
export interface FontFile extends Pick<FaceSource, "style" | "id" | "read"> {
  readonly weight: number | FontRange;
  /** Percent. */
  readonly stretch: number | FontRange;
  /** None if it is not variable. */
  readonly axes: FontAxes;
}

/** As in names of files, and in patterns of fontconfig. */
export const weightNames: Readonly<Record<FontWeight, string>> = {
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

/** The path of a file of a bundled font. */
export function bundledFontPath(
  family: string,
  weight: FontWeight = 400,
  style: FaceSource["style"] = "normal",
): string {
  const name = family.toLowerCase().replaceAll(" ", "-");
  const face = `${weight}${weightNames[weight]}${style === "italic" ? "_Italic" : ""}`;
  const file = `${face}/${family.replaceAll(" ", "")}_${face}.ttf`;
  return createRequire(import.meta.url).resolve(`@expo-google-fonts/${name}/${file}`);
}

function createFaces({ family, weights, hasItalics }: BundledFont): readonly FaceSource[] {
  const styles = hasItalics ? (["normal", "italic"] as const) : (["normal"] as const);
  return weights.flatMap((weight) =>
    styles.map((style) => {
      const read = () => readFileSync(bundledFontPath(family, weight, style));
      return { weight, style, id: `${family} ${weight} ${style}`, read };
    }),
  );
}

const faces = new Map(bundledFonts.map((font) => [font, createFaces(font)]));

/** The faces of all bundled fonts, the default one's first. */
export const bundledFaces: readonly FaceSource[] = [...faces.values()].flat();

/** The faces of a family that comes with Placard. None for other families. */
export function bundledFacesOf(family: string): readonly FaceSource[] {
  const font = family.toLowerCase() === "sans-serif" ? bundledFonts[0] : bundledFont(family);
  return (font && faces.get(font)) ?? [];
}
