import type { FontRange, FontWeight } from "@placard/templates/scene";
import { applyFeatures, featuresOf } from "./font-features.ts";

/** Metrics of a font in ems; `descent` is positive below the baseline. */
export interface FontMetrics {
  readonly ascent: number;
  readonly descent: number;
  readonly lineGap: number;
  readonly xHeight: number;
  readonly capHeight: number;
  /** The top of an underline, positive below the baseline, and its thickness; 0 if the font has none. */
  readonly underline: { readonly top: number; readonly thickness: number };
}

/** `OS/2.fsSelection`: the typographic metrics replace `hhea`. */
export const useTypoMetrics = 1 << 7;

/**
 * Reads the metrics that Chromium uses on Linux: `hhea`, or the typographic metrics in `OS/2` if the
 * font asks for it or `hhea` has none. `index` selects a font of a collection. Throws a RangeError if the
 * file is not a font.
 */
export function readFontMetrics(file: Buffer, index = 0): FontMetrics {
  const tables = readTables(file, index);
  const [head, hhea, os2] = [tableOf(tables, "head"), tableOf(tables, "hhea"), tables.get("OS/2")];
  const unitsPerEm = head.readUInt16BE(18);
  const em = (table: Buffer, offset: number) => table.readInt16BE(offset) / unitsPerEm;
  const isTypographic = os2 && ((os2.readUInt16BE(62) & useTypoMetrics) !== 0 || hhea.readInt32BE(4) === 0);
  const [table, start] = isTypographic ? [os2, 68] : [hhea, 4];
  const ascent = em(table, start);
  const post = tables.get("post");
  const letters = os2 && os2.readUInt16BE(0) >= 2 ? os2 : undefined;
  return {
    ascent,
    descent: -em(table, start + 2),
    lineGap: em(table, start + 4),
    xHeight: (letters && em(letters, 86)) || ascent * 0.56,
    capHeight: (letters && em(letters, 88)) || ascent,
    underline: post ? { top: -em(post, 8), thickness: em(post, 10) } : { top: 0, thickness: 0 },
  };
}

/** The tables of a font file by tag (OpenType 1.9, "Organization of an OpenType font"). */
export type FontTables = Map<string, Buffer>;

/** Reads the tables of a font file, in the memory of the file. Throws a RangeError if it is not a font. */
export function readTables(file: Buffer, index = 0): FontTables {
  const isCollection = file.toString("latin1", 0, 4) === "ttcf";
  const start = isCollection ? file.readUInt32BE(12 + 4 * index) : 0;
  const tables: FontTables = new Map();
  for (let entry = start + 12; entry < start + 12 + 16 * file.readUInt16BE(start + 4); entry += 16) {
    const [offset, length] = [file.readUInt32BE(entry + 8), file.readUInt32BE(entry + 12)];
    tables.set(file.toString("latin1", entry, entry + 4), file.subarray(offset, offset + length));
  }
  return tables;
}

function tableOf(tables: ReadonlyMap<string, Buffer>, tag: string): Buffer {
  const table = tables.get(tag);
  if (!table) throw new RangeError(`the font has no table ${tag}`);
  return table;
}

/**
 * A copy of a font file with a unique family name and a weight class. node-canvas ignores a font that equals
 * another one in family, weight and style. `features`: OpenType features to turn on or off. Throws a
 * RangeError if the file is not a font.
 */
export function renameFont(file: Buffer, family: string, weight: FontWeight, features = ""): Buffer {
  const contents = readTables(Buffer.from(file));
  if (features !== "") applyFeatures(contents, features);
  contents.get("OS/2")?.writeUInt16BE(weight, 4);
  contents.set("name", nameTable(family));
  const header = Buffer.alloc(12 + 16 * contents.size);
  file.copy(header, 0, 0, 4);
  header.writeUInt16BE(contents.size, 4);
  const body: Buffer[] = [header];
  let offset = header.length;
  const tags = Array.from(contents.keys()).sort();
  for (const [index, tag] of tags.entries()) {
    const content = contents.get(tag)!;
    const entry = 12 + 16 * index;
    header.write(tag, entry, "latin1");
    header.writeUInt32BE(offset, entry + 8);
    header.writeUInt32BE(content.length, entry + 12);
    const padding = Buffer.alloc(-content.length & 3);
    body.push(content, padding);
    offset += content.length + padding.length;
  }
  return Buffer.concat(body);
}

/** The tags of the OpenType features of a font file. Throws a RangeError if the file is not a font. */
export function readFeatures(file: Buffer): ReadonlySet<string> {
  return featuresOf(readTables(file));
}

/** The axes of a variable font by tag, with their first and last positions. */
export type FontAxes = ReadonlyMap<string, FontRange>;

/** The axes of a font file; none if it is not variable. Throws a RangeError if the file is not a font. */
export function readAxes(file: Buffer): FontAxes {
  const fvar = readTables(file).get("fvar"); // OpenType 1.9, "fvar"
  if (!fvar) return new Map();
  const [start, count, size] = [fvar.readUInt16BE(4), fvar.readUInt16BE(8), fvar.readUInt16BE(10)];
  const fixed = (at: number) => fvar.readInt32BE(at) / 0x10000;
  return new Map(
    Array.from({ length: count }, (_, index) => {
      const at = start + index * size;
      return [fvar.toString("latin1", at, at + 4), [fixed(at + 4), fixed(at + 12)]];
    }),
  );
}

/** A `name` table with the family (1), full name (4) and PostScript name (6) for Windows in US English. */
function nameTable(family: string): Buffer {
  const names: readonly (readonly [id: number, value: string])[] = [
    [1, family],
    [2, "Regular"],
    [4, family],
    [6, family.replaceAll(" ", "-")],
  ];
  const records = Buffer.alloc(6 + 12 * names.length);
  records.writeUInt16BE(names.length, 2);
  records.writeUInt16BE(records.length, 4);
  let offset = 0;
  const values = names.map(([id, value], index) => {
    const bytes = Buffer.from(value, "utf16le").swap16();
    [3, 1, 0x409, id, bytes.length, offset].forEach((field, position) =>
      records.writeUInt16BE(field, 6 + 12 * index + 2 * position),
    );
    offset += bytes.length;
    return bytes;
  });
  return Buffer.concat([records, ...values]);
}
