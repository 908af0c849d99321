import { crc32 } from "node:zlib";

/** PNG (third edition), 5.2. */
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A PNG of the compressed rows of opaque RGB pixels, 8 bits each, without metadata. */
export function createPng(data: Buffer, width: number, height: number): Buffer {
  const header = Buffer.alloc(13); // 11.2.1
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8); // bits of a channel, truecolor; deflate, all filter types, not interlaced
  return Buffer.concat([
    signature,
    ...chunk("IHDR", header),
    ...chunk("IDAT", data),
    ...chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** Length, type, data and checksum of the type and the data (5.3). */
function chunk(type: string, data: Buffer): Buffer[] {
  const start = Buffer.from(`\0\0\0\0${type}`, "latin1");
  start.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(data, crc32(type)));
  return [start, data, checksum];
}
