import Type, { type Static } from "typebox";
import { hashPattern } from "./hash-json.ts";
import { exactObject } from "./schema.ts";

/** The media types of stored images, by content. */
export const assetImageTypes = ["image/png", "image/jpeg", "image/webp", "image/svg+xml"] as const;

/** The media types of stored fonts (RFC 8081): with TrueType outlines, and with CFF outlines. */
export const assetFontTypes = ["font/ttf", "font/otf"] as const;

const assetId = Type.String({ pattern: hashPattern.source });
const length = Type.Number({ exclusiveMinimum: 0 });
const imageSize = {
  width: Type.Optional(length),
  height: Type.Optional(length),
  aspectRatio: Type.Optional(length),
};
const face = {
  family: Type.String(),
  weight: Type.Integer({ minimum: 100, maximum: 900, multipleOf: 100 }),
  style: Type.Enum(["normal", "italic"]),
};

/** The schema of an image asset, as templates and brands refer to it. */
export const imageAsset = exactObject({
  id: assetId,
  contentType: Type.Enum(assetImageTypes),
  ...imageSize,
});

/**
 * An image asset. `width` and `height` are its size in pixels, if it has one. `aspectRatio` is width divided
 * by height, for SVG documents with a size or a viewBox.
 */
export type ImageAsset = Readonly<Static<typeof imageAsset>>;

/** The schema of a font asset, as templates and brands refer to it. */
export const fontAsset = exactObject({
  id: assetId,
  contentType: Type.Enum(assetFontTypes),
  ...face,
});

/** A font asset: one face. `family` is the name that the font's author gave it. */
export type FontAsset = Readonly<Static<typeof fontAsset>>;

/** The schema of what is known about the content of an asset. */
export const assetContent = exactObject({
  contentType: Type.Enum([...assetImageTypes, ...assetFontTypes]),
  ...imageSize,
  font: Type.Optional(exactObject(face)),
});

/** What is known about the content of an asset: the size of an image, or the face of a font. */
export type AssetContent = Readonly<Static<typeof assetContent>>;
