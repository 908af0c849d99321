/** Something of a source that its template does not have, or has in another form. */
export interface Loss {
  /** In the source, from 1. */
  readonly line: number;
  readonly column: number;
  readonly what: string;
  readonly severity: "dropped" | "approximated";
}

export interface ConvertOptions {
  /** The ID of the template, and its name unless the source has a title. */
  readonly id: string;
  /** Whose default styles it has. Default: `template` with placeholders and no `body`, or `browser`. */
  readonly defaults?: "browser" | "satori" | "takumi" | "template";
  /** Default styles, besides those. */
  readonly rules?: readonly string[];
  /** Whether an image or font with a relative path exists. Default: none does. */
  readonly hasFile?: (path: string) => boolean;
  /** Files and data URLs that can't be assets, and why. */
  readonly refusedFiles?: ReadonlyMap<string, string>;
  /** The place of losses of elements without `data-at`. Default: where they are in the source. */
  readonly place?: { readonly line: number; readonly column: number };
  /** The example of images that have no URL. Default: they have none. */
  readonly exampleImage?: string | undefined;
  /** Fields that the source has placeholders of. */
  readonly fields?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export interface Conversion {
  /** `template.json`. */
  readonly template: Readonly<Record<string, unknown>>;
  /** `template.html`. */
  readonly html: string;
  /** By the path below `assets/`: a data URL, or a path relative to the source. */
  readonly files: ReadonlyMap<string, string>;
  /** In the order of their lines. */
  readonly losses: readonly Loss[];
}

/** A source that no template can be made from. The message says why. */
export class ConversionError extends Error {
  override readonly name = "ConversionError";
}

/** Elements carry their line and column in the original source in this attribute. */
export const positionAttribute = "data-at";
