import { deriveImageId, parseGenerateRequest, randomImageId } from "@placard/contracts";
import type { RequestHandler } from "express";
import { sendData } from "../envelope.ts";
import { jsonBody } from "../middleware/json-body.ts";
import { requestIdOf } from "../middleware/request-id.ts";
import type { Renders } from "../renders/renders.ts";
import type { Routes } from "./routes.ts";

interface Deps {
  /** Authenticates and rate-limits. */
  guard: RequestHandler[];
  requestImage: Renders["requestImage"];
  /** `{base_url}`, without a slash at its end. */
  publicUrl: string;
}

/** With `cache: false` only the request that asked needs the result, and only while it waits. */
const rememberUncachedSeconds = 60;

/** An image for a template and data. */
export function renderRoutes({ guard, requestImage, publicUrl }: Deps): Routes {
  const generate: RequestHandler = async (req, res) => {
    const { recipe, cache } = parseGenerateRequest(req.body);
    const id = cache ? deriveImageId(recipe) : randomImageId();
    const { image, drawnForThis } = await requestImage({
      id,
      recipe,
      requestId: requestIdOf(res),
      ...(cache ? {} : { rememberSeconds: rememberUncachedSeconds }),
    });
    res.setHeader("X-Cache", drawnForThis ? "MISS" : "HIT");
    sendData(res, { url: `${publicUrl}/og/${id}.${recipe.format}`, ...image });
  };

  return { "/api/v1/og/generate": { post: [...guard, ...jsonBody, generate] } };
}
