import type { SanitizedFile, UploadedFile } from "@placard/engine/files";

export const remoteImageFormats = ["png", "jpeg", "webp", "avif", "gif"] as const;
export type RemoteImageFormat = (typeof remoteImageFormats)[number];

/** A file to decode to pixels, stretched to a size in pixels. */
export interface DecodeTask {
  task: "decode";
  bytes: Uint8Array;
  format: RemoteImageFormat;
  width: number;
  height: number;
}

/** A file whose size in pixels is read from its header, turned upright. */
export interface MeasureTask {
  task: "measure";
  bytes: Uint8Array;
  format: RemoteImageFormat;
}

/** An SVG document to draw to pixels at a size, with a color (`#rrggbb` or `#rrggbbaa`) as `currentColor`. */
export interface RasterizeTask {
  task: "rasterize";
  bytes: Uint8Array;
  width: number;
  height: number;
  color?: string;
}

export interface SanitizeTask extends UploadedFile {
  task: "sanitize";
}

/** What a decoder process does. */
export type DecoderTask = MeasureTask | DecodeTask | RasterizeTask | SanitizeTask;

/**
 * The result of a task. Pixels are row by row: red, green, blue and alpha (not premultiplied), one byte each.
 * `refused` is a reason for the file's owner, `error` one for the log.
 */
export type DecoderResponse =
  | { size: { width: number; height: number } }
  | { pixels: Uint8Array }
  | { file: SanitizedFile }
  | { refused: string }
  | { error: string };
