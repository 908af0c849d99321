import type { ErrorBody } from "./envelope.ts";
import type { CacheStatus } from "./meta.ts";
import type { TemplateSource } from "./template-types.ts";
import type { DataOf, TemplateName } from "./template-data.ts";

/** The file format of an image. */
export type ImageFormat = "png" | "jpeg" | "webp";

/** The format in a request, and the extension of the URL: `auto` chooses PNG or JPEG, whichever is smaller for the card. */
export type OutputFormat = ImageFormat | "auto";

/** The output options of an image. */
export interface ImageOptions {
  /** Pixels, 200 to 2048. Default 1200. */
  width?: number | undefined;
  /** Pixels, 200 to 2048. Default 630. */
  height?: number | undefined;
  /** `2` draws everything twice as large: a card of 1200×630 has 2400×1260 pixels. Default 1. */
  scale?: 1 | 2 | undefined;
  /** Default `png`. */
  format?: OutputFormat | undefined;
  /** 1 to 100, for jpeg, webp and auto. Default 90. */
  quality?: number | undefined;
  /** The largest file, in bytes: the quality is reduced until it fits. The warning `over_budget` says if it can't. */
  maxBytes?: number | undefined;
  /** The name of a brand, or `none`. By default the brand named `default`, if the account has one. */
  brand?: string | undefined;
  /** The language of the card: a BCP 47 tag such as `pt-BR`. By default it is detected by the script of the title. */
  locale?: string | undefined;
  /** `false` renders a new image under a URL that no other request shares; such a call is never retried. Default true. */
  cache?: boolean | undefined;
}

/** The output options of a request for one image or for several sizes. */
export interface GenerateOptions extends ImageOptions {
  /** Instead of `width` and `height`: one image of each size, at most 8, and their meta tags. */
  sizes?: readonly { width: number; height: number }[] | undefined;
}

/** An image to generate. */
export interface GenerateRequest<Name extends string = TemplateName> {
  template: Name;
  data: DataOf<Name>;
  options?: GenerateOptions | undefined;
}

/** A problem that did not prevent the image from being rendered. */
export interface ImageWarning {
  code:
    | "image_unavailable"
    | "text_truncated"
    | "glyph_missing"
    | "low_contrast"
    | "image_enlarged"
    | "date_not_understood"
    | "option_ignored"
    | "markup_in_text"
    | "over_budget"
    | (string & {});
  /** The data field that has the problem, or the member of the brand, or the option. */
  field: string;
  /** For people. */
  message: string;
}

/** A generated image. */
export interface GeneratedImage {
  /** Its URL, which keeps working after the cached bytes have expired. */
  url: string;
  /** Pixels. */
  width: number;
  /** Pixels. */
  height: number;
  format: ImageFormat;
  /** The quality that was chosen; only of JPEG and WebP images with `maxBytes` or the format `auto`. */
  quality?: number;
  /** Bytes. */
  size: number;
  /** When the cached bytes expire, ISO 8601. */
  expiresAt: string;
  /** Absent if there are none. */
  warnings?: ImageWarning[];
}

/** The result of a generate request: the image, of several sizes the first one. */
export interface GeneratedImages extends GeneratedImage {
  /** One image for each of `options.sizes`, in their order; only of a request with sizes. */
  images?: GeneratedImage[];
  /** The HTML tags of a page for all images; only of a request with sizes. */
  metaTags?: string;
}

/** An image in the list of the account's images. */
export interface AccountImage {
  id: string;
  /** The public link to the image. */
  url: string;
  /** The ID of the template. */
  template: string;
  /** The `title` or `name` of the data, or else its first text. */
  title: string;
  /** The display name of the brand, if it has one. */
  brand: string | null;
  /** The format in its request. */
  format: OutputFormat;
  /** Pixels. */
  width: number;
  /** Pixels. */
  height: number;
  /** Bytes; null if the stored bytes have expired. */
  size: number | null;
  /** When the image was rendered last. */
  createdAt: string;
  /** When the stored bytes expire; null if they have expired. The link keeps working. */
  expiresAt: string | null;
}

/** The result of one request of a batch: what `generateImage` would have resolved or rejected with. */
export type BatchResult =
  | { success: true; status: number; data: GeneratedImages; cache: CacheStatus }
  | { success: false; status: number; data: Record<string, never>; error: ErrorBody };

/** The status of an asynchronous request. */
export type Job =
  | { id: string; status: "queued" | "drawing" }
  | { id: string; status: "done"; result: GeneratedImage }
  | { id: string; status: "failed"; error: Pick<ErrorBody, "code" | "message"> };

/** The result of `generateImageAsync`: the image if it was cached, otherwise the id of the job to wait for. */
export type AsyncResult =
  | { status: "done"; result: GeneratedImage }
  | {
      status: "queued";
      id: string;
      /** About the request; the result of the job has those about the image. Absent if there are none. */
      warnings?: ImageWarning[];
    };

/** The result of `checkLink`. */
export interface CheckedLink {
  /** Whether the link returns the image. */
  isValid: boolean;
  /** All reasons why the link is rejected, each with the parameter that it is about, if any. Empty if the link is valid. */
  problems: { parameter?: string; message: string }[];
  /** The text whose signature is expected in `sig`. Absent if `kid` is missing or malformed. */
  canonical?: string;
  /** The time in `exp`, ISO 8601. */
  expiresAt?: string;
  /** The generate request for the same image; only of a valid link. */
  request?: { template: string; data: Record<string, unknown>; options: ImageOptions };
  /** The image's permanent link; only of a valid link without `exp`. */
  imageUrl?: string;
}

/** What one platform shows of a page. */
export interface PagePreview {
  /** The name of the platform, such as `X`. */
  platform: string;
  /** `large`: with the image across the card; `small`: with a thumbnail; `text`: without an image; `none`: only the link. */
  card: "large" | "small" | "text" | "none";
  title?: string;
  /** Absent if the platform does not show one. */
  description?: string;
  domain: string;
  /** The image that is shown. */
  imageUrl?: string;
  /** Where the platform documents its cards, or others report them if it does not. */
  sources: string[];
}

/** What is wrong with a page, and how to fix it. */
export interface PageProblem {
  /** Stable, such as `image_too_large`. */
  code: string;
  /** `error`: a card or its image is missing; `warning`: a card is shown with limitations; `hint`: a recommendation. */
  severity: "error" | "warning" | "hint";
  message: string;
  fix: string;
  /** The tag to paste into the page's `<head>`. */
  tag?: string;
  /** The affected platforms; absent for all. */
  platforms?: string[];
}

/** The result of `checkPage`. */
export interface PageCheck {
  /** The page, after redirects. */
  url: string;
  redirects: { url: string; status: number }[];
  /** How long fetching the page took; absent if it could not be fetched. */
  durationMs?: number;
  /** Empty if the page could not be fetched. */
  previews: PagePreview[];
  /** Errors first; empty if nothing is wrong. */
  problems: PageProblem[];
  /** The first image of each tag, each URL once. `bytes` is absent if it could not be fetched. */
  images: {
    tag: "og:image" | "twitter:image";
    url: string;
    bytes?: number;
    format?: string;
    width?: number;
    height?: number;
    durationMs?: number;
  }[];
  /** Only with `image: true`: the file of the first of `images` in base64, if it has at most 2 MiB. */
  image?: string;
  /** The format of `image`. */
  format?: ImageFormat;
}

/** A listed template. */
export interface TemplateListing {
  id: string;
  name: string;
  description: string;
  /** The main fields; the schema may have more. */
  fields: string[];
  /** The JSON Schema (2020-12) of the template's data. */
  schema: Record<string, unknown>;
  source: TemplateSource;
  /** The current version, from 1. */
  version: number;
  isArchived: boolean;
}
