/** The formats of images and fonts that are detected from content. */
export type FileFormat = "png" | "jpeg" | "webp" | "avif" | "gif" | "svg" | "woff2" | "ttf" | "otf";

/** Detects the format of a file from its first bytes; undefined for any other format. */
export function detectFormat(bytes: Uint8Array): FileFormat | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = (from: number, to: number): string => file.toString("latin1", from, to);
  if (text(0, 8) === "\x89PNG\r\n\x1a\n") return "png";
  if (text(0, 3) === "\xff\xd8\xff") return "jpeg";
  if (text(0, 6) === "GIF87a" || text(0, 6) === "GIF89a") return "gif";
  if (text(0, 4) === "RIFF" && text(8, 12) === "WEBP") return "webp";
  if (text(4, 8) === "ftyp" && brandsOf(file).some((brand) => brand === "avif" || brand === "avis"))
    return "avif";
  if (text(0, 4) === "wOF2") return "woff2";
  if (text(0, 4) === "OTTO") return "otf";
  if (text(0, 4) === "\0\x01\0\0" || text(0, 4) === "true") return "ttf";
  return isSvg(file) ? "svg" : undefined;
}

/** The major and compatible brands of an ISO base media file (ISO/IEC 14496-12, section 4.3). */
function brandsOf(file: Buffer): string[] {
  const end = Math.min(file.length >= 16 ? file.readUInt32BE(0) : 0, file.length, 256);
  const brands: string[] = [];
  for (let at = 8; at + 4 <= end; at += 4) if (at !== 12) brands.push(file.toString("latin1", at, at + 4));
  return brands;
}

/** How much of a file may precede the first tag of an SVG document, in bytes. */
const maxPrologBytes = 4_096;

/** Whether a file is XML in UTF-8 whose root element is `svg`. */
function isSvg(file: Buffer): boolean {
  const text = file.toString("utf8", 0, maxPrologBytes).replace(/^\ufeff/, "");
  const beforeRoot = /\s+|<!--.*?-->|<\?.*?\?>|<!doctype[^[>]*(?:\[[^\]]*\][^>]*)?>/isy;
  let root = 0;
  while (beforeRoot.test(text)) root = beforeRoot.lastIndex;
  return /^<svg[\s/>]/.test(text.slice(root));
}
