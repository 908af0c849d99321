import type { Request, RequestHandler } from "express";
import type { Static } from "typebox";
import { sendData } from "../http/envelope.ts";
import { jsonBody } from "../http/json-body.ts";
import { elapsedMs, requestIdOf } from "../http/request-id.ts";
import type { Generate, Generated } from "../images/generate.ts";
import { generateImage, type startedJob } from "./generate-schemas.ts";
import type { generatedImage } from "./render-fields.ts";
import type { Middleware, PathParameters, Routes } from "../http/route.ts";

interface Deps {
  /** Authenticates and rate-limits. */
  guard: Middleware[];
  generate: Pick<Generate, "generate" | "start">;
  /** `{base_url}`, without a slash at its end. */
  publicUrl: string;
}

/** An image for a template and data. */
export function renderRoutes({ guard, generate, publicUrl }: Deps): Routes {
  const handle: RequestHandler<PathParameters> = async (req, res) => {
    const asked = { body: req.body, requestId: requestIdOf(res) };
    const outcome = await (prefersAsync(req) ? generate.start(asked) : generate.generate(asked));
    if ("data" in outcome) {
      res.setHeader("X-Cache", outcome.cache);
      res.setHeader(
        "Server-Timing",
        `cache;desc=${outcome.cache}, ${timingOf(outcome)}total;dur=${tenths(elapsedMs(res))}`,
      );
      sendData<Static<typeof generatedImage>>(res, outcome.data);
      return;
    }
    res.setHeader("Location", `${publicUrl}/api/v1/og/jobs/${outcome.id}`);
    res.setHeader("Preference-Applied", "respond-async");
    sendData<Static<typeof startedJob>>(res, { id: outcome.id, status: "queued" }, 202);
  };

  return {
    "/api/v1/og/generate": { post: { about: generateImage, handlers: [...guard, jsonBody(), handle] } },
  };
}

/** What the renderer told of its work (Server Timing, clause 4: durations in ms), with a comma at its end. */
function timingOf({ times }: Generated): string {
  if (!times) return "";
  return `queue;dur=${tenths(times.queue)}, draw;dur=${tenths(times.draw)}, store;dur=${tenths(times.store)}, `;
}

function tenths(ms: number): number {
  return Math.round(ms * 10) / 10;
}

/** Whether a request prefers an immediate response over one with a result (RFC 7240, clause 4.1). */
function prefersAsync(req: Pick<Request, "headers">): boolean {
  const value = String(req.headers["prefer"] ?? "").replace(/"(?:[^"\\]|\\.)*"/g, '""'); // a quoted string may contain a comma
  return value.split(",").some((preference) => /^\s*respond-async\s*(?:=\s*"")?\s*(?:;|$)/i.test(preference));
}
