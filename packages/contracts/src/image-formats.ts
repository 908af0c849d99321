export interface ImageFormatDescription {
  /** For people. */
  readonly title: string;
  readonly mediaType: string;
  /** The extension of the image's link, without the dot. */
  readonly extension: string;
  /** Whether the format is lossy: its encoder uses `quality`, from 1 to 100. */
  readonly hasQuality: boolean;
}

/**
 * The image formats, by their name in requests. To add a format, add a row here, and an encoder in the
 * engine, which does not compile without it.
 */
export const imageFormats = {
  png: { title: "PNG", mediaType: "image/png", extension: "png", hasQuality: false },
  jpeg: { title: "JPEG", mediaType: "image/jpeg", extension: "jpeg", hasQuality: true },
  webp: { title: "WebP", mediaType: "image/webp", extension: "webp", hasQuality: true },
} as const satisfies Record<string, ImageFormatDescription>;

export type ImageFormat = keyof typeof imageFormats;

export const imageFormatNames = Object.keys(imageFormats) as ImageFormat[];

/**
 * The formats that a request can name: an image format, or `auto`, with which the renderer chooses one by the
 * content of the card. A link then ends in `.auto`: it must not change if another format is chosen later.
 */
export const outputFormats = {
  ...imageFormats,
  auto: { title: "Automatic", extension: "auto", hasQuality: true },
} as const satisfies Record<string, Omit<ImageFormatDescription, "mediaType">>;

export type OutputFormat = keyof typeof outputFormats;

export const outputFormatNames = Object.keys(outputFormats) as OutputFormat[];

/** The format with a file extension; undefined if there is none. */
export function formatOfExtension(extension: string): OutputFormat | undefined {
  return outputFormatNames.find((name) => outputFormats[name].extension === extension);
}
