import { InvalidFileError } from "../invalid-file.ts";

/** The tables of a font file by tag (OpenType 1.9, "Organization of an OpenType font"). */
export type FontTables = Map<string, Buffer>;

const maxTables = 64;

/** Reads the table directory of a font file. Throws InvalidFileError if a table is outside of the file. */
export function readTables(file: Buffer): FontTables {
  const tables: FontTables = new Map();
  const count = file.length >= 12 ? file.readUInt16BE(4) : 0;
  if (count === 0 || count > maxTables || 12 + 16 * count > file.length) throw damagedFont();
  for (let i = 0; i < count; i++) {
    const at = 12 + 16 * i;
    const [offset, length] = [file.readUInt32BE(at + 8), file.readUInt32BE(at + 12)];
    if (offset + length > file.length) throw damagedFont();
    tables.set(file.toString("latin1", at, at + 4), file.subarray(offset, offset + length));
  }
  return tables;
}

export function damagedFont(cause?: unknown): InvalidFileError {
  return new InvalidFileError("The font file is damaged.", { cause });
}
