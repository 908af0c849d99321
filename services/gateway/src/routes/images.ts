import { AppError, imageIdPattern, type ImageFormat } from "@placard/contracts";
import type { RequestHandler } from "express";
import { requestIdOf } from "../middleware/request-id.ts";
import type { GatewayMetrics } from "../metrics/gateway-metrics.ts";
import type { StoredImages } from "../renders/stored-images.ts";
import type { Routes } from "./routes.ts";

interface Deps {
  findImage: StoredImages["find"];
  countLink: GatewayMetrics["countLink"];
  /** Epoch ms. */
  now: () => number;
}

const fileName = /^([^.]+)\.(png|jpeg|webp)$/;

/** The bytes behind a link, for crawlers and browsers of any site. */
export function imageRoutes({ findImage, countLink, now }: Deps): Routes {
  const image: RequestHandler<{ file: string }> = async (req, res) => {
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
    countLink(found?.cache ?? "absent");
    if (!found) throw new AppError("not_found", { message: "There is no such image. Check the link." });
    const { meta, bytes } = found;
    const etag = `"${meta.etag}"`;
    const secondsLeft = Math.max(0, Math.floor((meta.expiresAt - now()) / 1000));
    res.setHeader("ETag", etag);
    res.setHeader("Cache-Control", `public, max-age=${secondsLeft}, immutable`);
    res.setHeader("Access-Control-Allow-Origin", "*");
    res.setHeader("Cross-Origin-Resource-Policy", "cross-origin");
    if (matches(req.headers["if-none-match"], etag)) {
      res.statusCode = 304;
      res.end();
      return;
    }
    res.setHeader("Content-Type", meta.contentType);
    res.setHeader("Content-Length", meta.size);
    res.end(bytes);
  };

  return { "/og/:file": { get: [image as RequestHandler] } };
}

/**
 * RFC 9110, clause 13.1.2. By hand, as Express's `req.fresh` also heeds a request's `Cache-Control: no-cache`, which
 * fetch sends with every If-None-Match.
 */
function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(",").some((listed) => ["*", etag, `W/${etag}`].includes(listed.trim()));
}
