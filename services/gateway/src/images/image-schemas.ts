import {
  imageFormatNames,
  imageIdPattern,
  outputFormatNames,
  type ImageFormat,
  type OutputFormat,
  type Warning,
} from "@placard/contracts";
import Type from "typebox";
import type { Parameter } from "../docs/operation.ts";

const exact = { additionalProperties: false };

/** The schema of an image id. */
export const imageIdField = Type.String({ pattern: imageIdPattern.source });

/** The format of an image, in a response. */
const formatField = Type.Unsafe<ImageFormat>({ type: "string", enum: imageFormatNames });

/** The format in a request. */
export const outputFormatField = Type.Unsafe<OutputFormat>({ type: "string", enum: outputFormatNames });

/** The quality of an image, in a response. */
export const qualityField = Type.Integer({
  description:
    "the quality that was chosen, from 1 to 100; only of JPEG and WebP images with `maxBytes` or the format `auto`",
});

/** The extension in an image's path, for the API description. */
export const formatParameter: Parameter = {
  in: "path",
  name: "format",
  description: "The format in the request of the image",
  schema: outputFormatField,
};

const warningCodes = [
  "image_unavailable",
  "text_truncated",
  "glyph_missing",
  "low_contrast",
  "image_enlarged",
  "date_not_understood",
  "option_ignored",
  "markup_in_text",
  "over_budget",
] satisfies Warning["code"][];

/** A warning about an image. */
export const warning = Type.Object(
  {
    code: Type.Unsafe<Warning["code"]>({ type: "string", enum: warningCodes }),
    field: Type.String({ description: "the data field, or the member of the brand" }),
    message: Type.String({ description: "human-readable" }),
  },
  { ...exact, title: "Warning" },
);

/** The schema of an image in responses. */
export const generatedImage = Type.Object(
  {
    url: Type.String({ format: "uri", description: "the public link to the image" }),
    width: Type.Integer({ description: "pixels" }),
    height: Type.Integer({ description: "pixels" }),
    format: formatField,
    quality: Type.Optional(qualityField),
    size: Type.Integer({ description: "bytes" }),
    expiresAt: Type.String({
      format: "date-time",
      description: "when the stored bytes expire; the link keeps working",
    }),
    warnings: Type.Optional(
      Type.Array(warning, { description: "differences from the request; absent if there are none" }),
    ),
  },
  { ...exact, title: "GeneratedImage" },
);

/** The schema of `data` in the response of generate. */
export const generatedImages = Type.Object(
  {
    ...generatedImage.properties,
    images: Type.Optional(
      Type.Array(generatedImage, {
        description: "one image for each of `options.sizes`, in their order; only of a request with sizes",
      }),
    ),
    metaTags: Type.Optional(
      Type.String({
        description: "the HTML tags of a page for all images; only of a request with sizes",
      }),
    ),
  },
  { ...exact, title: "GeneratedImages" },
);

/** An example of a generated image. */
export const generatedExample = {
  url: "https://og.example.com/og/Yw0qJ5v1mB2xk9T3uLrZ8eNfH6aGdCsP.png",
  width: 1200,
  height: 630,
  format: "png",
  size: 104_857,
  expiresAt: "2027-01-01T12:00:00.000Z",
};

/** The response header field that reports whether the image was rendered for this request. */
export const cacheHeader = {
  "X-Cache": "`MISS` if the image was rendered for this request, otherwise `HIT`",
} as const;
