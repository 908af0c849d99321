import { InvalidFileError } from "../invalid-file.ts";
import decompressWoff2 from "wawoff2/decompress.js";
import type { FontAsset } from "@placard/contracts";
import { familyOf } from "./font-names.ts";
import { checkGlyphs } from "./glyph-cost.ts";
import { rewriteTables } from "./harfbuzz-subset.ts";
import { damagedFont, readTables, type FontTables } from "./sfnt.ts";

export interface RewrittenFont extends Pick<FontAsset, "contentType" | "family" | "weight" | "style"> {
  bytes: Buffer;
}

/** The largest font after decompression, in bytes. */
const maxBytes = 8 * 1024 * 1024;
const requiredTables = ["OS/2", "cmap", "head", "hhea", "hmtx", "maxp"];

/**
 * Rewrites a font with HarfBuzz, so that no table reaches FreeType as it was uploaded: with TrueType or CFF
 * outlines, without hinting, bitmaps and variations. `weight` chooses the weight of a variable font. Throws
 * InvalidFileError.
 */
export async function rewriteFont(
  file: Uint8Array,
  format: "woff2" | "ttf" | "otf",
  weight: number | undefined,
): Promise<RewrittenFont> {
  const sfnt = format === "woff2" ? await decompress(file) : file;
  const bytes = rewrite(sfnt, weight);
  const tables = readTables(bytes);
  const hasOutlines = isFilled(tables, "glyf") || isFilled(tables, "CFF ") || isFilled(tables, "CFF2");
  if (!hasOutlines || !requiredTables.every((tag) => isFilled(tables, tag))) throw damagedFont();
  checkGlyphs(tables);
  const family = familyOf(tables);
  if (bytes.length > maxBytes) throw tooLarge();
  const contentType = tables.has("glyf") ? "font/ttf" : "font/otf";
  return { bytes, contentType, family, ...traitsOf(tables) };
}

function rewrite(sfnt: Uint8Array, weight: number | undefined): Buffer {
  try {
    const rewritten = rewriteTables(sfnt, weight);
    if (rewritten) return rewritten;
  } catch (cause) {
    throw new InvalidFileError("The font file is damaged.", { cause }); // it crashed the WebAssembly instance
  }
  throw damagedFont();
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
    throw new InvalidFileError("The font file is damaged.", { cause });
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
