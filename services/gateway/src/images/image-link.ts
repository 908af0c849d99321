import { outputFormats, type OutputFormat } from "@placard/contracts";

/** The public link of an image, from its metadata or its recipe. */
export type LinkOf = (id: string, image: { format: OutputFormat; isAuto?: true | undefined }) => string;

/**
 * Creates the function that returns the links of images. `publicUrl` is `{base_url}`, without a trailing
 * slash.
 */
export function createLinkOf(publicUrl: string): LinkOf {
  return (id, { format, isAuto }) =>
    `${publicUrl}/og/${id}.${outputFormats[isAuto ? "auto" : format].extension}`;
}
