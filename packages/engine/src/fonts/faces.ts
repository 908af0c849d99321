import type { FontWeight } from "@placard/templates/scene";
import { registerFont } from "canvas";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepareFontconfig } from "./prepare-fontconfig.ts";
import { readFontMetrics, renameFont, type FontMetrics } from "./sfnt.ts";

/** A font that is registered with canvas under a family name of its own. */
export interface Face {
  readonly family: string;
  readonly metrics: FontMetrics;
}

/** A font file of a family, registered when it is first used. */
export interface FaceSource {
  readonly weight: FontWeight;
  readonly style: "normal" | "italic";
  /** Identifies the file among all font files of the process. */
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

/** The path of a file of the bundled font. */
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

/** The font files of templates and brands, by asset ID, until they are registered. */
const assets = new Map<string, Buffer>();
const faces = new Map<string, Face>();
let directory: string | undefined;

/**
 * Makes the font file of an asset available to scenes that name it. The file (TrueType or OpenType) must come from the
 * font sanitizer.
 */
export function addFontAsset(id: string, file: Buffer): void {
  assets.set(id, file);
}

/** Whether the font file of an asset is available. */
export function hasFontAsset(id: string): boolean {
  return assets.has(id);
}

/** The source of a face whose file is an asset. */
export function assetFace(id: string, weight: FontWeight, style: FaceSource["style"]): FaceSource {
  return {
    weight,
    style,
    id: `asset ${id} ${weight} ${style}`,
    read() {
      const file = assets.get(id);
      if (!file) throw new Error(`Font asset ${id} is not loaded. Call addFontAsset before the layout.`);
      return file;
    },
  };
}

/** The number of fonts registered in this process. They can't be unregistered: canvas leaks the memory. */
export function registeredFaceCount(): number {
  return faces.size;
}

/** The registered face of a source: its file is copied under a unique family name and registered when first used. */
export function registeredFace(source: FaceSource): Face {
  let face = faces.get(source.id);
  if (!face) faces.set(source.id, (face = register(source)));
  return face;
}

function register({ read, weight }: FaceSource): Face {
  prepareFontconfig();
  const file = read();
  const family = `Placard ${faces.size + 1}`;
  const path = join(fontDirectory(), `${faces.size + 1}.ttf`);
  writeFileSync(path, renameFont(file, family, weight));
  registerFont(path, { family, weight: String(weight) });
  return { family, metrics: readFontMetrics(file) };
}

/** The copies of this process; fontconfig opens them when glyphs are needed, so they stay until it exits. */
function fontDirectory(): string {
  if (!directory) {
    const created = mkdtempSync(join(tmpdir(), "placard-fonts-"));
    process.once("exit", () => rmSync(created, { recursive: true, force: true }));
    directory = created;
  }
  return directory;
}
