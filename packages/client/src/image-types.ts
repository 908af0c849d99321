import type { ErrorBody } from "./envelope.ts";
import type { CacheStatus } from "./meta.ts";
import type { DataOf, TemplateName } from "./template-data.ts";

/** The encodings an image can have; also its URL's extension. */
export type ImageFormat = "png" | "jpeg" | "webp";

/** How an image is to come out. */
export interface ImageOptions {
  /** Pixels, 200 to 2048. Default 1200. */
  width?: number | undefined;
  /** Pixels, 200 to 2048. Default 630. */
  height?: number | undefined;
  /** Default `png`. */
  format?: ImageFormat | undefined;
  /** 1 to 100, of jpeg and webp. Default 90. */
  quality?: number | undefined;
  /** `false` draws anew, under a link that no other request is given; such a call is never repeated. Default true. */
  cache?: boolean | undefined;
}

/** A card to draw. */
export interface GenerateRequest<Name extends string = TemplateName> {
  template: Name;
  data: DataOf<Name>;
  options?: ImageOptions | undefined;
}

/** Something to know of an image that was drawn all the same. */
export interface ImageWarning {
  code: "image_unavailable" | "text_truncated" | "glyph_missing" | (string & {});
  /** The data field. */
  field: string;
  /** For a person. */
  message: string;
}

/** A drawn image. */
export interface GeneratedImage {
  /** Its link, which keeps working when the cached bytes are gone. */
  url: string;
  /** Pixels. */
  width: number;
  /** Pixels. */
  height: number;
  format: ImageFormat;
  /** Bytes. */
  size: number;
  /** Until when the bytes are cached, ISO 8601. */
  expiresAt: string;
  /** Absent where there are none. */
  warnings?: ImageWarning[];
}

/** What one request of a batch would have been answered by itself. */
export type BatchResult =
  | { success: true; status: number; data: GeneratedImage; cache: CacheStatus }
  | { success: false; status: number; data: Record<string, never>; error: ErrorBody };

/** An image that is being drawn, or was, or could not be. */
export type Job =
  | { id: string; status: "queued" | "drawing" }
  | { id: string; status: "done"; result: GeneratedImage }
  | { id: string; status: "failed"; error: Pick<ErrorBody, "code" | "message"> };

/** What an asynchronous generate is answered: the image where it is known already, else the job to wait for. */
export type Accepted = { status: "done"; result: GeneratedImage } | { status: "queued"; id: string };

/** A template as Placard lists it. */
export interface TemplateListing {
  id: string;
  name: string;
  description: string;
  /** The main fields; the schema may have more. */
  fields: string[];
  /** JSON Schema (2020-12) of the data. */
  schema: Record<string, unknown>;
}
