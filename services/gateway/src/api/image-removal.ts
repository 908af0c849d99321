import { AppError, imageIdPattern } from "@placard/contracts";
import type { Logger } from "@placard/runtime";
import type { RequestHandler } from "express";
import type { Static } from "typebox";
import { nothing, sendData } from "../http/envelope.ts";
import { apiKeyOf } from "../http/authenticate.ts";
import { requestIdOf } from "../http/request-id.ts";
import type { Operation } from "../docs/operation.ts";
import type { StoredImages } from "../images/stored-images.ts";
import { imageIdField } from "./render-fields.ts";
import type { Middleware, PathParameters, Routes } from "../http/route.ts";

interface Deps {
  /** Authenticates and rate-limits. */
  guard: Middleware[];
  removeImage: StoredImages["remove"];
  logger: Logger;
}

const removeImageOperation: Operation = {
  id: "removeImage",
  tag: "images",
  summary: "Remove an image",
  description:
    "Its bytes, what it was drawn from and what is remembered of it are gone: its link answers 404 until the same request is made again. A draw that is under way ends as if asked for afterwards. Copies that browsers and other caches hold are out of reach.",
  parameters: [
    {
      in: "path",
      name: "id",
      description: "The image's id: what its link has before the extension",
      schema: imageIdField,
    },
  ],
  responses: { 200: { description: "It is gone", data: nothing, example: {} } },
  errors: ["not_found"],
};

/** The end of an image before its time. */
export function imageRemovalRoutes({ guard, removeImage, logger }: Deps): Routes {
  const remove: RequestHandler<PathParameters> = async (req, res) => {
    const { id } = req.params;
    if (!imageIdPattern.test(id) || !(await removeImage(id)))
      throw new AppError("not_found", { message: "There is no such image." });
    logger.info({ requestId: requestIdOf(res), keyId: apiKeyOf(res).id, imageId: id }, "image removed");
    sendData<Static<typeof nothing>>(res, {});
  };

  return {
    "/api/v1/og/images/:id": {
      delete: { about: removeImageOperation, handlers: [...guard, remove] },
    },
  };
}
