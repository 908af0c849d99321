/**
 * A small OpenType font with CFF outlines: its letter A is a square. For tests of uploads.
 * @param advance of the letter; fonts with different ones are different files
 */
export function createOtfFont(advance = 600): Buffer {
  const tables: Record<string, Buffer> = {
    "CFF ": cffTable(),
    "OS/2": words(
      0,
      500,
      700,
      5,
      0,
      ...Array<number>(11).fill(0),
      ...Array<number>(5).fill(0),
      ...Array<number>(8).fill(0),
      0,
      0,
      0x20,
      65,
      65,
      800,
      -200,
      0,
      800,
      200,
    ),
    cmap: words(0, 1, 3, 1, 0, 12, 4, 32, 0, 4, 4, 1, 0, 65, 0xffff, 0, 65, 0xffff, 1 - 65, 1, 0, 0),
    head: words(
      1,
      0,
      1,
      0,
      0,
      0,
      0x5f0f,
      0x3cf5,
      0,
      1000,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      500,
      500,
      0,
      8,
      2,
      0,
      0,
    ),
    hhea: words(1, 0, 800, -200, 0, 600, 0, 0, 500, 1, 0, 0, 0, 0, 0, 0, 0, 2),
    hmtx: words(600, 0, advance, 0),
    maxp: words(0, 0x5000, 2),
    name: nameTable("Square"),
    post: words(3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
  };
  const entries = Object.entries(tables);
  const header = Buffer.alloc(12 + 16 * entries.length);
  header.write("OTTO", 0);
  header.writeUInt16BE(entries.length, 4);
  const parts: Uint8Array[] = [header];
  let offset = header.length;
  for (const [i, [tag, content]] of entries.entries()) {
    header.write(tag, 12 + 16 * i);
    header.writeUInt32BE(offset, 20 + 16 * i);
    header.writeUInt32BE(content.length, 24 + 16 * i);
    const padding = Buffer.alloc(-content.length & 3);
    parts.push(content, padding);
    offset += content.length + padding.length;
  }
  return Buffer.concat(parts);
}

function words(...values: number[]): Buffer {
  const table = Buffer.alloc(2 * values.length);
  for (const [i, value] of values.entries()) table.writeUInt16BE(value & 0xffff, 2 * i);
  return table;
}

function nameTable(family: string): Buffer {
  const text = Buffer.from(family, "utf16le").swap16();
  return Buffer.concat([words(0, 1, 18, 3, 1, 0x409, 1, text.length, 0), text]);
}

/** Adobe Technical Note 5176. */
function cffTable(): Buffer {
  const square = [
    ...number(0),
    ...number(0),
    21,
    ...number(500),
    6,
    ...number(500),
    7,
    ...number(-500),
    6,
    14,
  ];
  const charStrings = index(Buffer.from([14]), Buffer.from(square));
  const start = Buffer.from([1, 0, 4, 1]);
  const name = index(Buffer.from("Square"));
  const topDict = (offset: number) =>
    Buffer.from([...offsetOf(offset), 17, ...offsetOf(0), ...offsetOf(offset), 18]);
  const rest = Buffer.concat([index(), index()]); // strings and global subroutines
  const offset = start.length + name.length + index(topDict(0)).length + rest.length;
  return Buffer.concat([start, name, index(topDict(offset)), rest, charStrings]);
}

function index(...entries: Buffer[]): Buffer {
  if (entries.length === 0) return words(0);
  let offset = 1;
  const offsets = [offset, ...entries.map(({ length }) => (offset += length))];
  return Buffer.concat([words(entries.length), Buffer.from([1, ...offsets]), ...entries]);
}

function number(value: number): number[] {
  return [28, (value >> 8) & 0xff, value & 0xff];
}

function offsetOf(value: number): number[] {
  return [29, value >>> 24, (value >> 16) & 0xff, (value >> 8) & 0xff, value & 0xff];
}
