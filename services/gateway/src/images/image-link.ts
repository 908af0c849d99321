import { imageFormats, type ImageMetadata } from "@placard/contracts";

/** The public link of an image. */
export type LinkOf = (id: string, image: Pick<ImageMetadata, "format">) => string;

/** Creates the function that returns the links of images. `publicUrl` is `{base_url}`, without a trailing slash. */
export function createLinkOf(publicUrl: string): LinkOf {
  return (id, { format }) => `${publicUrl}/og/${id}.${imageFormats[format].extension}`;
}
