import { isUtf8 } from "node:buffer";

/** Says how a body that is not UTF-8 is encoded, and how to fix it. Undefined if it is UTF-8 (RFC 3629). */
export function describeEncodingError(bytes: Buffer): string | undefined {
  if (isUtf16(bytes)) return "Request body is encoded in UTF-16. Encode it in UTF-8.";
  if (isUtf8(bytes)) return undefined;
  const decodable = Buffer.from(bytes.toString());
  const valid = bytes.findIndex((byte, i) => byte !== decodable[i]);
  const line = bytes.subarray(0, valid).toString().split("\n").length;
  return `Request body is not UTF-8: byte ${valid + 1}, in line ${line}, is not part of a character. Encode the body in UTF-8.`;
}

/** By its byte order mark, or else because one of the first two bytes is zero (RFC 4627, clause 3). */
function isUtf16(bytes: Buffer): boolean {
  if (bytes.length < 2) return false;
  const mark = bytes.readUInt16BE();
  return mark === 0xfeff || mark === 0xfffe || (bytes[0] === 0) !== (bytes[1] === 0);
}
