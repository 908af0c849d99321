import { getEncoding } from "encoding-sniffer";

/**
 * The text of an HTML file. The encoding is found as in browsers (HTML, section 13.2.3.2): byte order mark,
 * `charset` of the Content-Type, `<meta charset>`. Without them, it is UTF-8 if the bytes are, and otherwise
 * Windows-1252. That also replaces encodings that cannot be decoded. Never throws.
 */
export function decodeHtml(bytes: Buffer, contentType: string): string {
  const [, charset] = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType) ?? [];
  const encoding = getEncoding(bytes, {
    ...(charset !== undefined && { transportLayerEncodingLabel: charset }),
    defaultEncoding: isUtf8(bytes) ? "utf-8" : "windows-1252",
  });
  return decode(bytes, encoding);
}

/** Not all encodings of the standard can be decoded: `replacement` stands for ISO-2022-KR, for example. */
function decode(bytes: Buffer, encoding: string): string {
  try {
    return new TextDecoder(encoding).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** Whether the bytes are UTF-8, possibly cut off inside of a character. */
function isUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
