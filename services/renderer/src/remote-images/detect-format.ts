/** The formats that a remote image may have. */
export type RemoteImageFormat = "png" | "jpeg" | "webp" | "avif" | "gif";

/** Detects the format of a file from its first bytes; undefined for any other format. */
export function detectFormat(bytes: Uint8Array): RemoteImageFormat | undefined {
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

/** The major and compatible brands of an ISO base media file (ISO/IEC 14496-12, section 4.3). */
function brandsOf(file: Buffer): string[] {
  const end = Math.min(file.length >= 16 ? file.readUInt32BE(0) : 0, file.length, 256);
  const brands: string[] = [];
  for (let at = 8; at + 4 <= end; at += 4) if (at !== 12) brands.push(file.toString("latin1", at, at + 4));
  return brands;
}
