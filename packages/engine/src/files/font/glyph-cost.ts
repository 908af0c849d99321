import { damagedFont, InvalidFileError } from "../invalid-file.ts";
import type { FontTables } from "../../fonts/sfnt.ts";

/** The most points of one glyph's contours, components included. */
const maxPoints = 20_000;
const maxLevels = 16;
/** The most points that are moved to make an instance of a variable font: some 0.1 s of CPU time. */
const maxMoves = 8_000_000;

/**
 * Checks that no glyph with TrueType outlines is too complex: a few nested composite glyphs could otherwise
 * stand for billions of points. `gvar`: how a variable font moves points. Throws InvalidFileError, or a
 * RangeError if `gvar` is damaged. (OpenType 1.9, "glyf" and "gvar"; the tables were rebuilt, so their
 * offsets are in order.)
 */
export function checkGlyphs(tables: FontTables, gvar: Buffer | undefined): void {
  const [glyf, loca, head, maxp] = ["glyf", "loca", "head", "maxp"].map((tag) => tables.get(tag));
  if (!glyf || !loca || !head || !maxp) return; // CFF outlines, whose subroutines are expanded
  const isLong = head.readInt16BE(50) === 1;
  const glyphCount = maxp.readUInt16BE(4);
  const offsetOf = (glyph: number) =>
    isLong ? loca.readUInt32BE(4 * glyph) : 2 * loca.readUInt16BE(2 * glyph);
  const points = new Map<number, number>();

  function pointsOf(glyph: number, level: number): number {
    const existing = points.get(glyph);
    if (existing !== undefined) return existing;
    if (level > maxLevels) throw damagedFont(); // or a glyph that is a part of itself
    if (glyph >= glyphCount) return 0;
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

  let moves = 0;
  for (let glyph = 0; glyph < glyphCount; glyph++)
    moves += pointsOf(glyph, 0) * (gvar ? 1 + tupleCount(gvar, glyph) : 0);
  if (moves > maxMoves)
    throw new InvalidFileError("The variable font is too complex. Remove glyphs or axes.");
}

/** The number of ways in which a variable font moves the points of a glyph. */
function tupleCount(gvar: Buffer, glyph: number): number {
  if (glyph >= gvar.readUInt16BE(12)) return 0;
  const isLong = (gvar.readUInt16BE(14) & 1) !== 0;
  const offsetOf = (index: number) =>
    isLong ? gvar.readUInt32BE(20 + 4 * index) : 2 * gvar.readUInt16BE(20 + 2 * index);
  const [start, end] = [offsetOf(glyph), offsetOf(glyph + 1)];
  return end === start ? 0 : gvar.readUInt16BE(gvar.readUInt32BE(16) + start) & 0xfff;
}

function* componentsOf(description: Buffer): Generator<number> {
  for (let at = 10, flags = 0x20; flags & 0x20;) {
    flags = description.readUInt16BE(at);
    yield description.readUInt16BE(at + 2);
    at += 4 + (flags & 0x1 ? 4 : 2) + (flags & 0x8 ? 2 : flags & 0x40 ? 4 : flags & 0x80 ? 8 : 0);
  }
}
