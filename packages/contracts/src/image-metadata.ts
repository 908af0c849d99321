import Type, { type Static } from "typebox";
import { imageFormatNames, imageFormats, type ImageFormat } from "./image-formats.ts";
import { warning } from "./warnings.ts";

const lossyFormats = imageFormatNames.filter((name) => imageFormats[name].hasQuality);

export const imageMetadata = {
  width: Type.Integer({ description: "pixels", examples: [1200] }),
  height: Type.Integer({ description: "pixels", examples: [630] }),
  format: Type.Unsafe<ImageFormat>({ type: "string", enum: imageFormatNames }),
  quality: Type.Optional(
    Type.Integer({
      description: `the quality that was chosen, from 1 to 100; only of ${lossyFormats.join(" and ")} images with \`maxBytes\` or the format \`auto\``,
    }),
  ),
  size: Type.Integer({ description: "bytes", examples: [104_857] }),
  expiresAt: Type.String({
    format: "date-time",
    examples: ["2027-01-08T12:00:00.000Z"],
    description: "when the stored bytes expire; the link keeps working",
  }),
  warnings: Type.Optional(
    Type.Array(warning, { description: "differences from the request; absent if there are none" }),
  ),
};

/** What renderers report of an image. `isAuto`: they chose the format, and the link ends in `.auto`. */
export const reportedMetadata = { ...imageMetadata, isAuto: Type.Optional(Type.Literal(true)) };

const metadata = Type.Object(reportedMetadata);
export type ImageMetadata = Static<typeof metadata>;
