import { damagedFont, InvalidFileError } from "../invalid-file.ts";
import decompressWoff2 from "wawoff2/decompress.js";
import { isVisible, normalizeText, type FontAsset, type FontAxes } from "@placard/contracts";
import { Blob, Face } from "harfbuzzjs";
import { checkGlyphs } from "./glyph-cost.ts";
import { readAxes, readTables, type FontTables } from "../../fonts/sfnt.ts";
import { rewriteTables } from "../../fonts/harfbuzz-subset.ts";

export interface RewrittenFont extends Pick<FontAsset, "contentType" | "family" | "weight" | "style"> {
  bytes: Buffer;
}

/** The largest font after decompression, in bytes. */
const maxBytes = 8 * 1024 * 1024;
const requiredTables = ["OS/2", "cmap", "head", "hhea", "hmtx", "maxp"];

/**
 * Rewrites a font with HarfBuzz, so that no table reaches FreeType as it was uploaded: with TrueType or CFF
 * outlines, without hinting and bitmaps. A variable font stays variable, except on `axes`: it has these
 * positions. Throws InvalidFileError, also if the font does not have one of the axes other than `wght`.
 */
export async function rewriteFont(
  file: Uint8Array,
  format: "woff2" | "ttf" | "otf",
  axes: FontAxes = {},
): Promise<RewrittenFont> {
  const sfnt = format === "woff2" ? await decompress(file) : file;
  checkAxes(sfnt, axes);
  const bytes = parse(() => rewriteTables(sfnt, axes));
  const stored = readTables(bytes);
  const isVariable = stored.has("fvar");
  if (isVariable && parse(() => readAxes(bytes)).size === 0) throw damagedFont();
  const tables = isVariable ? readTables(parse(() => rewriteTables(bytes, {}, { isStatic: true }))) : stored;
  const hasOutlines = isFilled(tables, "glyf") || isFilled(tables, "CFF ") || isFilled(tables, "CFF2");
  if (!hasOutlines || !requiredTables.every((tag) => isFilled(tables, tag))) throw damagedFont();
  parse(() => checkGlyphs(tables, stored.get("gvar")));
  const family = familyOf(bytes);
  if (bytes.length > maxBytes) throw tooLarge();
  const contentType = tables.has("glyf") ? "font/ttf" : "font/otf";
  return { bytes, contentType, family, ...traitsOf(tables) };
}

/** Refuses axes that the font lacks (OpenType 1.9, "fvar"). A font in one weight may ignore `wght`. */
function checkAxes(sfnt: Uint8Array, axes: FontAxes): void {
  const named = Object.keys(axes).filter((tag) => tag !== "wght");
  if (named.length === 0) return;
  const has = [...parse(() => readAxes(Buffer.from(sfnt))).keys()];
  const unknown = named.find((tag) => !has.includes(tag));
  if (unknown === undefined) return;
  const listed = has.length > 0 ? `It has: ${has.slice(0, 16).join(", ")}.` : "It is not a variable font.";
  throw new InvalidFileError(`The font has no axis “${unknown}”. ${listed}`);
}

/** Runs a parser. What it throws is due to a damaged font, such as a crash of the WebAssembly instance. */
function parse<T>(run: () => T): T {
  try {
    return run();
  } catch (cause) {
    throw cause instanceof InvalidFileError ? cause : damagedFont(cause);
  }
}

async function decompress(file: Uint8Array): Promise<Uint8Array> {
  const header = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (header.length < 48) throw damagedFont();
  if (header.toString("latin1", 4, 8) === "ttcf")
    throw new InvalidFileError("The file is a collection of fonts. Upload a single font.");
  if (header.readUInt32BE(16) > maxBytes) throw tooLarge(); // totalSfntSize (WOFF 2.0, clause 4.1)
  try {
    return await decompressWoff2(file);
  } catch (cause) {
    throw damagedFont(cause);
  }
}

function isFilled(tables: FontTables, tag: string): boolean {
  return (tables.get(tag)?.length ?? 0) > 0;
}

/** The weight, rounded to hundreds, and the style (OpenType 1.9, "OS/2"). */
function traitsOf(tables: FontTables): Pick<FontAsset, "weight" | "style"> {
  const os2 = tables.get("OS/2")!;
  if (os2.length < 64) throw damagedFont();
  const weight = Math.min(900, Math.max(100, 100 * Math.round(os2.readUInt16BE(4) / 100)));
  const isSlanted = (os2.readUInt16BE(62) & 0x201) !== 0; // italic or oblique
  return { weight, style: isSlanted ? "italic" : "normal" };
}

function tooLarge(): InvalidFileError {
  return new InvalidFileError(
    "The font is larger than 8 MiB after decompression. Remove glyphs that you do not need.",
  );
}

/** OpenType 1.9, "name": typographic family before family. */
const familyNames = [16, 1];
const maxFamilyLength = 64;

/** The name of a font's family, in English if possible; "Font" if it has none. */
function familyOf(font: Uint8Array): string {
  const face = new Face(new Blob(font));
  const names = face
    .listNames()
    .toSorted((a, b) => Number(b.language === "en") - Number(a.language === "en"));
  for (const id of familyNames)
    for (const { nameId, language } of names) {
      const name = nameId === id ? face.getName(id, language) : "";
      if (isVisible(name)) return normalizeText(name).slice(0, maxFamilyLength);
    }
  return "Font";
}
