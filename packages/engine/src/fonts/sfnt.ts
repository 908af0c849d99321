import type { FontWeight } from "@placard/templates/scene";
import { applyFeatures, featuresOf } from "./font-features.ts";

/** Metrics of a font in ems; `descent` is positive below the baseline, `underlinePosition` too. */
export interface FontMetrics {
  readonly ascent: number;
  readonly descent: number;
  readonly lineGap: number;
  readonly xHeight: number;
  readonly capHeight: number;
  readonly underlinePosition: number;
  readonly underlineThickness: number;
}

/** The tables of a font file: offset and length in bytes by tag. */
type Tables = ReadonlyMap<string, { readonly offset: number; readonly length: number }>;

/** `OS/2.fsSelection`: the typographic metrics replace `hhea`. */
const useTypoMetrics = 1 << 7;

/**
 * Reads the metrics that Chromium uses on Linux: `hhea`, or the typographic metrics in `OS/2` if the
 * font asks for it or `hhea` has none. `index` selects a font of a collection. Throws a RangeError if the
 * file is not a font.
 */
export function readFontMetrics(file: Buffer, index = 0): FontMetrics {
  const tables = readTables(file, index);
  const at = (tag: string, offset: number) => (tables.get(tag)?.offset ?? NaN) + offset;
  const unitsPerEm = file.readUInt16BE(at("head", 18));
  const em = (position: number) => file.readInt16BE(position) / unitsPerEm;
  const hasOs2 = tables.has("OS/2");
  const isTypographic =
    hasOs2 &&
    ((file.readUInt16BE(at("OS/2", 62)) & useTypoMetrics) !== 0 || file.readInt32BE(at("hhea", 4)) === 0);
  const [table, start] = isTypographic ? ["OS/2", 68] : ["hhea", 4];
  const hasXHeight = hasOs2 && file.readUInt16BE(at("OS/2", 0)) >= 2;
  const ascent = em(at(table, start));
  const hasPost = tables.has("post");
  return {
    ascent,
    descent: -em(at(table, start + 2)),
    lineGap: em(at(table, start + 4)),
    xHeight: (hasXHeight ? em(at("OS/2", 86)) : 0) || ascent * 0.56,
    capHeight: (hasXHeight ? em(at("OS/2", 88)) : 0) || ascent,
    underlinePosition: hasPost ? -em(at("post", 8)) : 0.1,
    underlineThickness: (hasPost ? em(at("post", 10)) : 0) || 0.05,
  };
}

function readTables(file: Buffer, index: number): Tables {
  const isCollection = file.toString("latin1", 0, 4) === "ttcf";
  const start = isCollection ? file.readUInt32BE(12 + 4 * index) : 0;
  const tables = new Map<string, { offset: number; length: number }>();
  for (let entry = start + 12; entry < start + 12 + 16 * file.readUInt16BE(start + 4); entry += 16) {
    tables.set(file.toString("latin1", entry, entry + 4), {
      offset: file.readUInt32BE(entry + 8),
      length: file.readUInt32BE(entry + 12),
    });
  }
  return tables;
}

/**
 * A copy of a font file with a unique family name and a weight class. node-canvas ignores a font that equals
 * another one in family, weight and style. `features`: OpenType features to turn on or off. Throws a
 * RangeError if the file is not a font.
 */
export function renameFont(file: Buffer, family: string, weight: FontWeight, features = ""): Buffer {
  const contents = copyTables(file);
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

function copyTables(file: Buffer): Map<string, Buffer> {
  return new Map(
    Array.from(readTables(file, 0), ([tag, { offset, length }]) => [
      tag,
      Buffer.from(file.subarray(offset, offset + length)),
    ]),
  );
}

/** The tags of the OpenType features of a font file. Throws a RangeError if the file is not a font. */
export function readFeatures(file: Buffer): ReadonlySet<string> {
  return featuresOf(copyTables(file));
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
