import {
  imageEventData,
  imageMetadata,
  outputFormatNames,
  type OutputFormat,
  exactObject,
} from "@placard/contracts";
import Type from "typebox";
import type { Parameter } from "../docs/operation.ts";

export const imageIdField = imageEventData.id;

export const outputFormatField = Type.Unsafe<OutputFormat>({ type: "string", enum: outputFormatNames });

/** The extension in an image's path, for the API description. */
export const formatParameter: Parameter = {
  in: "path",
  name: "format",
  description: "The format in the request of the image",
  schema: outputFormatField,
};

/** The schema of an image in responses. */
export const generatedImage = exactObject(
  {
    url: Type.String({
      format: "uri",
      description: "the public link to the image",
      examples: ["https://og.example.com/og/Yw0qJ5v1mB2xk9T3uLrZ8eNfH6aGdCsP.png"],
    }),
    ...imageMetadata,
  },
  { title: "GeneratedImage" },
);

/** The schema of `data` in the response of generate. */
export const generatedImages = exactObject(
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
  { title: "GeneratedImages" },
);

/** The header field in the description of responses for links that render their image. */
export const linkCacheHeader = {
  "X-Cache": "`MISS`: rendered for this request; `HIT`: it existed; `FALLBACK`: a fallback image",
} as const;

/** The response header field that reports whether the image was rendered for this request. */
export const cacheHeader = {
  "X-Cache": "`MISS` if the image was rendered for this request, otherwise `HIT`",
} as const;
