import { AppError, imageFormats, imageIdPattern, type ImageFormat } from "@placard/contracts";
import type { RequestHandler } from "express";
import Type from "typebox";
import { requestIdOf } from "../http/request-id.ts";
import type { GatewayMetrics } from "../metrics/gateway-metrics.ts";
import type { Operation, Success } from "../docs/operation.ts";
import type { StoredImages } from "../images/stored-images.ts";
import { imageHeaders, sendImage } from "./image-answer.ts";
import { formatParameter, imageIdField } from "./render-fields.ts";
import type { PathParameters, Routes } from "../http/route.ts";

interface Deps {
  findImage: StoredImages["find"];
  countLink: GatewayMetrics["countLink"];
  /** Epoch ms. */
  now: () => number;
}

const fileName = /^([^.]+)\.(png|jpeg|webp)$/;

/** An image as an answer, for the API's description. */
export const imageSuccess: Success = {
  description: "The image",
  headers: imageHeaders,
  content: Object.fromEntries(
    imageFormats.map((format) => [`image/${format}`, Type.String({ format: "binary" })]),
  ),
};

const getImage: Operation = {
  id: "getImage",
  tag: "links",
  summary: "The image behind a link",
  description:
    "Needs no key and may be cached. Bytes that are gone are drawn again from what they were drawn from. Takes HEAD too.",
  path: "/og/{imageId}.{format}",
  parameters: [
    { in: "path", name: "imageId", description: "From the link", schema: imageIdField },
    formatParameter,
  ],
  responses: {
    200: imageSuccess,
    304: { description: "`If-None-Match` names the image", headers: imageHeaders },
  },
  errors: ["not_found", "render_failed", "overloaded", "unavailable", "render_timeout"],
};

/** The bytes behind a link, for crawlers and browsers of any site. */
export function imageRoutes({ findImage, countLink, now }: Deps): Routes {
  const image: RequestHandler<PathParameters> = async (req, res) => {
    const [, id, format] = fileName.exec(req.params.file) ?? [];
    const found =
      id !== undefined && imageIdPattern.test(id)
        ? await findImage({
            id,
            format: format as ImageFormat,
            requestId: requestIdOf(res),
            withBytes: req.method !== "HEAD",
          })
        : undefined;
    countLink(found?.source ?? "absent");
    if (!found) throw new AppError("not_found", { message: "There is no such image. Check the link." });
    sendImage(req as never, res, found, { now: now() });
  };

  return { "/og/:file": { get: { about: getImage, handlers: [image] } } };
}
