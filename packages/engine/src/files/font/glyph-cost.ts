import { InvalidFileError } from "../invalid-file.ts";
import { damagedFont, type FontTables } from "./sfnt.ts";

/** The most points of one glyph's contours, components included. */
const maxPoints = 20_000;
const maxLevels = 16;

/**
 * Checks that no glyph with TrueType outlines is too complex: a few nested composite glyphs could otherwise
 * stand for billions of points. Throws InvalidFileError. (OpenType 1.9, "glyf"; the table was rebuilt, so its
 * offsets are in order.)
 */
export function checkGlyphs(tables: FontTables): void {
  const [glyf, loca, head, maxp] = ["glyf", "loca", "head", "maxp"].map((tag) => tables.get(tag));
  if (!glyf || !loca || !head || !maxp) return; // CFF outlines, whose subroutines are expanded
  const isLong = head.readInt16BE(50) === 1;
  const glyphCount = maxp.readUInt16BE(4);
  const offsetOf = (glyph: number) =>
    isLong ? loca.readUInt32BE(4 * glyph) : 2 * loca.readUInt16BE(2 * glyph);
  const points = new Map<number, number | "in progress">();

  function pointsOf(glyph: number, level: number): number {
    const existing = points.get(glyph);
    if (existing === "in progress" || level > maxLevels) throw damagedFont();
    if (existing !== undefined) return existing;
    if (glyph >= glyphCount) return 0;
    points.set(glyph, "in progress");
    const [start, end] = [offsetOf(glyph), offsetOf(glyph + 1)];
    const description = glyf!.subarray(start, end);
    const contours = description.length === 0 ? 0 : description.readInt16BE(0);
    let count = 0;
    if (contours > 0) count = 1 + description.readUInt16BE(10 + 2 * (contours - 1));
    if (contours < 0)
      for (const component of componentsOf(description)) count += 1 + pointsOf(component, level + 1);
    if (count > maxPoints)
      throw new InvalidFileError(`The font has a glyph with more than ${maxPoints} points.`);
    points.set(glyph, count);
    return count;
  }

  for (let glyph = 0; glyph < glyphCount; glyph++) pointsOf(glyph, 0);
}

function* componentsOf(description: Buffer): Generator<number> {
  for (let at = 10, flags = 0x20; flags & 0x20;) {
    flags = description.readUInt16BE(at);
    yield description.readUInt16BE(at + 2);
    at += 4 + (flags & 0x1 ? 4 : 2) + (flags & 0x8 ? 2 : flags & 0x40 ? 4 : flags & 0x80 ? 8 : 0);
  }
}
