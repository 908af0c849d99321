import {
  AppError,
  formatOfExtension,
  imageFormats,
  imageIdPattern,
  outputFormats,
  notFound,
} from "@placard/contracts";
import { nearestName } from "@placard/contracts/nearest-name";
import type { Logger } from "@placard/runtime";
import type { Request, Response } from "express";
import Type from "typebox";
import type { Success } from "../docs/operation.ts";
import { keyIdOf } from "../http/caller.ts";
import { createMissingIds } from "../http/missing-ids.ts";
import { requestIdOf } from "../http/request-id.ts";
import { addLogFields } from "../http/request-log.ts";
import type { Endpoint } from "../http/route.ts";
import { jsonEndpoint } from "../http/json-endpoint.ts";
import { imageHeaders, sendImage } from "../http/send-image.ts";
import type { LinkTarget, ServedImage, StoredImages } from "./stored-images.ts";
import type { RespondToLink } from "../links/link-responder.ts";
import type { LinkDependencies } from "../links/feature.ts";
import type { Platform } from "../platform.ts";
import { formatParameter, imageIdField } from "./image-schemas.ts";
import { emptyResponse } from "../docs/operation.ts";

/** The description of a response that is an image. */
export const imageResponse: Success = {
  description: "The image",
  headers: imageHeaders,
  content: Object.fromEntries(
    Object.values(imageFormats).map(({ mediaType }) => [mediaType, Type.String({ format: "binary" })]),
  ),
};

const headers = { ...imageHeaders, "X-Cache": "`FALLBACK`: a fallback image; absent otherwise" };

/** GET /og/:file: the image behind a public link. */
export function getImage(
  { metrics: { countLink }, now }: Platform,
  { images: { stored: images } }: LinkDependencies,
  respondToLink: RespondToLink,
): Endpoint {
  const missingImages = createMissingIds();

  function missing(message: string): AppError {
    countLink("not_found");
    return new AppError("not_found", { message });
  }

  /**
   * Finds an image that is not in memory. Every image has a result in Redis before generate returns its link.
   * So storage is not read without one if the image was missing recently. Throws AppError `not_found`.
   */
  async function findStored(link: LinkTarget): Promise<ServedImage> {
    const mayExist = !missingImages.has(link.id) || (await images.hasResult(link.id));
    const image = mayExist ? await images.find(link) : undefined;
    if (image) return image;
    missingImages.set(link.id, true);
    throw missing(unknownImage);
  }

  function sendStored(req: Request<{ file: string }>, res: Response): Promise<void> {
    const [, id = "", extension = ""] = /^([^.]+)\.([^.]+)$/.exec(req.params.file) ?? [];
    const format = formatOfExtension(extension);
    if (format === undefined) throw missing(describeUnknownExtension(extension));
    if (!imageIdPattern.test(id)) throw missing(unknownImage);
    addLogFields(res, { imageId: id });
    return respondToLink(req, res, format, (progress) => {
      const link = { id, format, requestId: requestIdOf(res), progress };
      return findStored(link);
    });
  }

  return {
    operation: {
      id: "getImage",
      summary: "Get the image behind a link",
      description:
        "Public and cacheable. An image whose stored bytes have expired is rendered again. If the image is not available within `LINK_BUDGET_MS`, the response is a fallback image, with `X-Cache: FALLBACK`.",
      path: "/og/{imageId}.{format}",
      parameters: [
        { in: "path", name: "imageId", description: "The image ID in the link", schema: imageIdField },
        formatParameter,
      ],
      responses: {
        200: { ...imageResponse, headers },
        304: { description: "`If-None-Match` matches the image", headers },
      },
      errors: ["not_found", "gone"],
    },

    handler(req, res) {
      const { file } = req.params;
      const image = images.findInMemory(file);
      if (!image) return sendStored(req, res);
      addLogFields(res, { imageId: file.slice(0, file.indexOf(".")) });
      countLink("hit");
      sendImage(req, res, image, { now: now() });
      return undefined;
    },
  };
}

const unknownImage = "Image not found. Check the ID and the extension.";

/** The message for a path whose extension is no image format. */
export function describeUnknownExtension(given: string): string {
  const known = Object.values(outputFormats).map(({ extension }) => extension);
  const nearest = nearestName(given, known);
  const hint = nearest === undefined ? "" : ` Did you mean .${nearest}?`;
  const extensions = known.map((extension) => `.${extension}`);
  return `Unknown image format.${hint} Use a path that ends in one of: ${extensions.join(", ")}.`;
}

/** DELETE /api/v1/og/images/:id */
export function deleteImage(images: StoredImages, logger: Logger): Endpoint {
  return jsonEndpoint({
    id: "deleteImage",
    summary: "Delete an image",
    description:
      "Deletes an image of your account, its recipe and its result. Its link returns 404 until the same generate request is sent again. A render in progress continues, as if it had been requested after the deletion. Copies in browsers and other caches are not deleted.",
    parameters: [
      {
        in: "path",
        name: "id",
        description: "The image ID: the last part of the link, without the extension",
        schema: imageIdField,
      },
    ],
    responses: { 200: emptyResponse("The image is deleted") },
    errors: ["not_found"],
    async handle({ params: { id }, owner: accountId, res }) {
      const isImageId = imageIdPattern.test(id);
      if (isImageId) addLogFields(res, { imageId: id });
      if (!isImageId || !(await images.delete(id, accountId)))
        throw notFound("Image", "the ID, which has no extension");
      const requestId = requestIdOf(res);
      logger.info({ requestId, accountId, keyId: keyIdOf(res), imageId: id }, "image deleted");
      return {};
    },
  });
}
