import type { Warning } from "@placard/contracts";
import type { FetchedPage, PageMetadata } from "@placard/page-metadata";

/** An image of the page that was fetched, or could not be. */
export interface ImageFacts {
  tag: "og:image" | "twitter:image";
  /** The text of the tag. */
  href: string;
  /** Undefined if the text is not an http or https URL. */
  url: string | undefined;
  /** As the page declares it, in pixels. */
  declared: { width: number | undefined; height: number | undefined };
  /** Why it could not be fetched: the end of a sentence. */
  failure?: string | undefined;
  /** The file; undefined if it could not be fetched. */
  file?: ImageFile | undefined;
  /** What Placard warned about, if it is an image of the account. */
  warnings?: readonly Warning[];
}

/** The file of an image. */
export interface ImageFile {
  content: Buffer;
  /** By its content; undefined for any other file. */
  format: "png" | "jpeg" | "webp" | "gif" | "avif" | "svg" | undefined;
  /** Pixels, turned upright; undefined if the file is damaged. */
  size: { width: number; height: number } | undefined;
  /** The `Content-Location` of the response. */
  location: string | undefined;
  redirectCount: number;
  durationMs: number;
}

/** Everything that was found out about a page. */
export interface PageFacts {
  page: FetchedPage;
  metadata: PageMetadata;
  /** The first image of `og:image`, then of `twitter:image` if it is another one. */
  images: readonly ImageFacts[];
  /** The content of the first tag with a name. */
  tag: (name: string) => string | undefined;
}
