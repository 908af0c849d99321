/** One encoding that an image can have. */
export interface ImageFormatDescription {
  readonly mediaType: string;
  /** The extension of the image's link, without the dot. */
  readonly extension: string;
  /** Whether `quality` reaches the encoder. */
  readonly hasQuality: boolean;
}

/**
 * Every encoding that an image can have, by its name in requests. Adding a format is a row here; the compiler then asks
 * the renderer for its encoder.
 */
export const imageFormats = {
  png: { mediaType: "image/png", extension: "png", hasQuality: false },
  jpeg: { mediaType: "image/jpeg", extension: "jpeg", hasQuality: true },
  webp: { mediaType: "image/webp", extension: "webp", hasQuality: true },
} as const satisfies Record<string, ImageFormatDescription>;

/** The name of an image format. */
export type ImageFormat = keyof typeof imageFormats;

/** The names of all image formats. */
export const imageFormatNames = Object.keys(imageFormats) as ImageFormat[];

/** The format with a file extension; undefined where no format has it. */
export function formatOfExtension(extension: string): ImageFormat | undefined {
  return imageFormatNames.find((name) => imageFormats[name].extension === extension);
}
