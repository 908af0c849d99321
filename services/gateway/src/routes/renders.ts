import { deriveImageId, parseGenerateRequest, randomImageId } from "@placard/contracts";
import type { RequestHandler } from "express";
import { sendData } from "../envelope.ts";
import { jsonBody } from "../middleware/json-body.ts";
import { elapsedMs, requestIdOf } from "../middleware/request-id.ts";
import type { GatewayMetrics } from "../metrics/gateway-metrics.ts";
import type { ImageAnswer, Renders } from "../renders/renders.ts";
import type { Routes } from "./routes.ts";

interface Deps {
  /** Authenticates and rate-limits. */
  guard: RequestHandler[];
  requestImage: Renders["requestImage"];
  countGenerate: GatewayMetrics["countGenerate"];
  /** `{base_url}`, without a slash at its end. */
  publicUrl: string;
}

/** With `cache: false` only the request that asked needs the result, and only while it waits. */
const rememberUncachedSeconds = 60;

/** An image for a template and data. */
export function renderRoutes({ guard, requestImage, countGenerate, publicUrl }: Deps): Routes {
  const generate: RequestHandler = async (req, res) => {
    const { recipe, cache } = parseGenerateRequest(req.body);
    const id = cache ? deriveImageId(recipe) : randomImageId();
    const answer = await requestImage({
      id,
      recipe,
      requestId: requestIdOf(res),
      ...(cache ? {} : { rememberSeconds: rememberUncachedSeconds }),
    });
    countGenerate(answer.cache);
    const xCache = answer.cache === "miss" ? "MISS" : "HIT";
    res.setHeader("X-Cache", xCache);
    res.setHeader(
      "Server-Timing",
      `cache;desc=${xCache}, ${timingOf(answer)}total;dur=${tenths(elapsedMs(res))}`,
    );
    sendData(res, { url: `${publicUrl}/og/${id}.${recipe.format}`, ...answer.image });
  };

  return { "/api/v1/og/generate": { post: [...guard, ...jsonBody, generate] } };
}

/** What the renderer told of its work (Server Timing, clause 4: durations in ms), with a comma at its end. */
function timingOf({ times }: ImageAnswer): string {
  if (!times) return "";
  return `queue;dur=${tenths(times.queue)}, draw;dur=${tenths(times.draw)}, store;dur=${tenths(times.store)}, `;
}

function tenths(ms: number): number {
  return Math.round(ms * 10) / 10;
}
