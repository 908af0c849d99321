/** An image format. */
export interface ImageFormatDescription {
  readonly mediaType: string;
  /** The extension of the image's link, without the dot. */
  readonly extension: string;
  /** Whether the encoder uses `quality`. */
  readonly hasQuality: boolean;
}

/**
 * The image formats, by their name in requests. To add a format, add a row here; the renderer then compiles only with an
 * encoder for it.
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

/** The format with a file extension; undefined if there is none. */
export function formatOfExtension(extension: string): ImageFormat | undefined {
  return imageFormatNames.find((name) => imageFormats[name].extension === extension);
}
