import Type, { type Static } from "typebox";
import { imageFormatNames, imageFormats, type ImageFormat } from "./image-formats.ts";
import { warning } from "./warnings.ts";

const lossyFormats = imageFormatNames.filter((name) => imageFormats[name].hasQuality);

/** The schemas of the metadata of a stored image. */
export const imageMetadata = {
  width: Type.Integer({ description: "pixels" }),
  height: Type.Integer({ description: "pixels" }),
  format: Type.Unsafe<ImageFormat>({ type: "string", enum: imageFormatNames }),
  quality: Type.Optional(
    Type.Integer({
      description: `the quality that was chosen, from 1 to 100; only of ${lossyFormats.join(" and ")} images with \`maxBytes\` or the format \`auto\``,
    }),
  ),
  size: Type.Integer({ description: "bytes" }),
  expiresAt: Type.String({
    format: "date-time",
    description: "when the stored bytes expire; the link keeps working",
  }),
  warnings: Type.Optional(
    Type.Array(warning, { description: "differences from the request; absent if there are none" }),
  ),
};

const metadata = Type.Object(imageMetadata);

/** Metadata of a stored image. */
export interface ImageMetadata extends Static<typeof metadata> {
  /** Whether the renderer chose the format: the link then ends in `.auto`. */
  isAuto?: true;
}
