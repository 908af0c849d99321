import { imageFormats, imageIdPattern, type ImageFormat, type Warning } from "@placard/contracts";
import Type from "typebox";
import type { Parameter } from "../docs/operation.ts";

const exact = { additionalProperties: false };

/** An image's id. */
export const imageIdField = Type.String({ pattern: imageIdPattern.source });

const formatField = Type.Unsafe<ImageFormat>({ type: "string", enum: [...imageFormats] });

/** The extension of an image's path, for the API's description. */
export const formatParameter: Parameter = {
  in: "path",
  name: "format",
  description: "The image's encoding",
  schema: formatField,
};

const warningCodes = ["image_unavailable", "text_truncated", "glyph_missing"] satisfies Warning["code"][];

const warning = Type.Object(
  {
    code: Type.Unsafe<Warning["code"]>({ type: "string", enum: warningCodes }),
    field: Type.String({ description: "the data field" }),
    message: Type.String({ description: "for a person" }),
  },
  { ...exact, title: "Warning" },
);

/** What generate answers with. */
export const generatedImage = Type.Object(
  {
    url: Type.String({ format: "uri", description: "where anyone can get the image" }),
    width: Type.Integer({ description: "pixels" }),
    height: Type.Integer({ description: "pixels" }),
    format: formatField,
    size: Type.Integer({ description: "bytes" }),
    expiresAt: Type.String({ format: "date-time", description: "the bytes' end; the link goes on working" }),
    warnings: Type.Optional(
      Type.Array(warning, { description: "what is not as asked for, where something is not" }),
    ),
  },
  { ...exact, title: "GeneratedImage" },
);

/** An image as generate answers it. */
export const generatedExample = {
  url: "https://og.example.com/og/Yw0qJ5v1mB2xk9T3uLrZ8eNfH6aGdCsP.png",
  width: 1200,
  height: 630,
  format: "png",
  size: 104_857,
  expiresAt: "2027-01-01T12:00:00.000Z",
};

/** The header field that tells whether an image was drawn for this request, for the API's description. */
export const cacheHeader = {
  "X-Cache": "`MISS` to the request the image was drawn for, `HIT` to all others",
} as const;
