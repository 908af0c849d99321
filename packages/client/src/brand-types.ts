import type { ImageWarning } from "./image-types.ts";

/** What a brand is made of. Everything is optional. */
export interface BrandSettings {
  /** `#rrggbb`. Colors that are absent are derived from the others. */
  colors?: BrandColors | undefined;
  /** Asset IDs. */
  logo?: { onLight?: string | undefined; onDark?: string | undefined } | undefined;
  /** The domain that is shown on cards: `example.com`. */
  site?: string | undefined;
  /** The name that is shown on cards. */
  displayName?: string | undefined;
  /** Asset IDs. */
  fonts?: { heading?: string | undefined; body?: string | undefined } | undefined;
}

/**
 * The colors of a brand as `#rrggbb`: behind everything (`ground`), headlines (`ink`), supporting text (`muted`), colored text
 * and fills (`accent`), and text on `accent` (`onAccent`).
 */
export interface BrandColors {
  ground?: string | undefined;
  ink?: string | undefined;
  muted?: string | undefined;
  accent?: string | undefined;
  onAccent?: string | undefined;
}

/** A stored brand. The brand named `default` is used by requests that name none. */
export interface Brand extends BrandSettings {
  name: string;
  /** ISO 8601. */
  updatedAt: string;
  /** `low_contrast` for each pair of text and background that is hard to read. */
  warnings: ImageWarning[];
}

/** A stored image or font, which templates and brands refer to by its ID. */
export interface Asset {
  /** Identifies the content: the same file has the same ID. */
  id: string;
  contentType: string;
  /** Bytes of the stored file, which differs from the upload. */
  size: number;
  /** ISO 8601. */
  createdAt: string;
  /** Of images: pixels. Absent for an SVG document without a size. */
  width?: number;
  height?: number;
  /** Of an SVG document with a size or a viewBox: width divided by height. */
  aspectRatio?: number;
  /** Of fonts. */
  font?: { family: string; weight: number; style: "normal" | "italic" };
}
