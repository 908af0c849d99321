/** The formats that an image may have. */
export type OriginalFormat = "png" | "jpeg" | "webp" | "avif" | "gif";

/** What a file's first bytes say it is, whatever its sender says; undefined for anything but the formats taken. */
export function sniff(bytes: Uint8Array): OriginalFormat | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = (from: number, to: number): string => file.toString("latin1", from, to);
  if (text(0, 8) === "\x89PNG\r\n\x1a\n") return "png";
  if (text(0, 3) === "\xff\xd8\xff") return "jpeg";
  if (text(0, 6) === "GIF87a" || text(0, 6) === "GIF89a") return "gif";
  if (text(0, 4) === "RIFF" && text(8, 12) === "WEBP") return "webp";
  if (text(4, 8) === "ftyp" && brandsOf(file).some((brand) => brand === "avif" || brand === "avis"))
    return "avif";
  return undefined;
}

/** The brands of an ISO base media file (ISO/IEC 14496-12, section 4.3): the major one and those it is compatible with. */
function brandsOf(file: Buffer): string[] {
  const end = Math.min(file.length >= 16 ? file.readUInt32BE(0) : 0, file.length, 256);
  const brands: string[] = [];
  for (let at = 8; at + 4 <= end; at += 4) if (at !== 12) brands.push(file.toString("latin1", at, at + 4));
  return brands;
}
