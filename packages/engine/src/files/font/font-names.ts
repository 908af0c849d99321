import { normalizeText, visiblePattern } from "@placard/contracts";
import type { FontTables } from "./sfnt.ts";

/** OpenType 1.9, "name": typographic family before family, and English before other languages. */
const familyNames = [16, 1];
const [windows, english] = [3, 0x409];
const maxFamilyLength = 64;
const visible = new RegExp(visiblePattern, "u");

/** The name of a font's family; "Font" if it has none. */
export function familyOf(tables: FontTables): string {
  const table = tables.get("name") ?? Buffer.alloc(6);
  const count = table.readUInt16BE(2);
  const storage = table.readUInt16BE(4);
  const records = Array.from({ length: count }, (_, i) => table.subarray(6 + 12 * i, 18 + 12 * i))
    .filter((record) => record.length === 12)
    .map((record) => ({
      platform: record.readUInt16BE(0),
      language: record.readUInt16BE(4),
      id: record.readUInt16BE(6),
      text: table.subarray(storage + record.readUInt16BE(10)).subarray(0, record.readUInt16BE(8)),
    }))
    .filter(({ id }) => familyNames.includes(id))
    .toSorted((a, b) => familyNames.indexOf(a.id) - familyNames.indexOf(b.id) || rank(a) - rank(b));
  for (const { platform, text } of records) {
    const name = normalizeText(platform === 1 ? text.toString("latin1") : decodeUtf16(text)).slice(
      0,
      maxFamilyLength,
    );
    if (visible.test(name)) return name;
  }
  return "Font";
}

function rank({ platform, language }: { platform: number; language: number }): number {
  return platform === windows && language === english ? 0 : platform === windows ? 1 : 2;
}

function decodeUtf16(bytes: Buffer): string {
  return Buffer.from(bytes.subarray(0, bytes.length & ~1))
    .swap16()
    .toString("utf16le");
}
