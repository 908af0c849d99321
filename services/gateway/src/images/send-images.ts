import type { Response } from "express";
import type { Static } from "typebox";
import { sendData } from "../http/envelope.ts";
import { elapsedMs } from "../http/request-id.ts";
import type { ImageResponse } from "./generate.ts";
import type { generatedImages } from "./image-schemas.ts";

/** Sends generated images. */
export function sendImages(res: Response, result: ImageResponse): void {
  res.setHeader("X-Cache", result.cache);
  res.setHeader("Server-Timing", serverTiming(result, elapsedMs(res)));
  sendData<Static<typeof generatedImages>>(res, result.data);
}

/** The `Server-Timing` header (W3C Server Timing, clause 3). Durations in ms. */
function serverTiming({ cache, timings }: ImageResponse, totalMs: number): string {
  const durations = Object.entries({ ...timings, total: totalMs });
  return [
    `cache;desc=${cache}`,
    ...durations.map(([name, ms]) => `${name};dur=${Math.round(ms * 10) / 10}`),
  ].join(", ");
}
