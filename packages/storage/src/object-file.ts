import type { FileHandle } from "node:fs/promises";
import type { ObjectMeta } from "./image-store.ts";
import { describes, readMeta } from "./object-meta.ts";

// An object is one file, so that bytes and metadata stay together. It has the bytes, the metadata as JSON,
// the length of the JSON (4 bytes, big-endian) and a marker. Image viewers ignore what follows the image, so
// they can open the file. A file that does not end with the marker is not an object.
const marker = Buffer.from("PLACARD1", "latin1");
const trailerBytes = 4 + marker.length;

export function encodeObject(bytes: Uint8Array, meta: ObjectMeta): Buffer {
  const json = Buffer.from(JSON.stringify(meta));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(json.length);
  return Buffer.concat([bytes, json, length, marker]);
}

/** Decodes the content of a file; `undefined` if it is not a complete object. */
export function decodeObject(file: Buffer): { bytes: Buffer; meta: ObjectMeta } | undefined {
  const jsonBytes = jsonLength(file.subarray(-trailerBytes), file.length);
  if (jsonBytes === undefined) return undefined;
  const size = file.length - trailerBytes - jsonBytes;
  const meta = parseMeta(file.subarray(size, size + jsonBytes));
  const bytes = file.subarray(0, size);
  return meta && describes(meta, bytes) ? { bytes, meta } : undefined;
}

/** Reads the metadata at the end of an open file; `undefined` if the file does not end as an object does. */
export async function readFooter(file: FileHandle): Promise<ObjectMeta | undefined> {
  const { size: total } = await file.stat();
  const jsonBytes = jsonLength(await readAt(file, Math.max(0, total - trailerBytes), trailerBytes), total);
  if (jsonBytes === undefined) return undefined;
  const size = total - trailerBytes - jsonBytes;
  const meta = parseMeta(await readAt(file, size, jsonBytes));
  return meta?.size === size ? meta : undefined;
}

function jsonLength(trailer: Buffer, fileBytes: number): number | undefined {
  if (trailer.length !== trailerBytes || !trailer.subarray(4).equals(marker)) return undefined;
  const length = trailer.readUInt32BE();
  return length <= fileBytes - trailerBytes ? length : undefined;
}

function parseMeta(json: Buffer): ObjectMeta | undefined {
  try {
    return readMeta(Object(JSON.parse(json.toString())));
  } catch {
    return undefined; // not JSON
  }
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}
