import { inflateSync } from "node:zlib";

/** The font in a WOFF 1.0 file, which satori reads, too. Other and damaged files are returned as they are. */
export function unpackWoff(file: Buffer): Buffer {
  try {
    return file.toString("latin1", 0, 4) === "wOFF" ? unpack(file) : file;
  } catch {
    return file;
  }
}

/** Throws an error if the file is damaged. */
function unpack(file: Buffer): Buffer {
  const count = file.readUInt16BE(12);
  const header = Buffer.alloc(12 + 16 * count);
  file.copy(header, 0, 4, 8); // the flavor
  header.writeUInt16BE(count, 4);
  const parts: Buffer[] = [header];
  let offset = header.length;
  for (let index = 0; index < count; index++) {
    const at = 44 + 20 * index;
    const [start, packedLength, length] = [4, 8, 12].map((field) => file.readUInt32BE(at + field));
    const packed = file.subarray(start, start! + packedLength!);
    const padding = -length! & 3;
    parts.push(packedLength! < length! ? inflateSync(packed) : packed, Buffer.alloc(padding));
    const entry = 12 + 16 * index;
    file.copy(header, entry, at, at + 4); // the tag
    file.copy(header, entry + 4, at + 16, at + 20); // the checksum
    header.writeUInt32BE(offset, entry + 8);
    header.writeUInt32BE(length!, entry + 12);
    offset += length! + padding;
  }
  return Buffer.concat(parts);
}
