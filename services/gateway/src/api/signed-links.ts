import type { SigningKeys } from "@placard/accounts";
import {
  AppError,
  deriveImageId,
  imageFormats,
  isSignedBy,
  linkExpiry,
  linkRequest,
  parseGenerateRequest,
  parseLinkQuery,
  type LinkQuery,
} from "@placard/contracts";
import type { Logger } from "@placard/runtime";
import type { Request, RequestHandler } from "express";
import type { GatewayMetrics } from "../metrics/gateway-metrics.ts";
import { requestIdOf } from "../http/request-id.ts";
import type { StoredImages } from "../images/stored-images.ts";
import { sendImage } from "./image-answer.ts";
import { getSignedImage } from "./signed-link-operation.ts";
import type { PathParameters, Routes } from "../http/route.ts";

interface Deps {
  signingKeys: Pick<SigningKeys, "find" | "touch">;
  obtainImage: StoredImages["obtain"];
  countLink: GatewayMetrics["countLink"];
  logger: Logger;
  /** `{base_url}`, without a slash at its end. */
  publicUrl: string;
  /** Epoch ms. */
  now: () => number;
}

/** Images for links that a page signs by itself, with nothing asked of Placard beforehand: see docs/signed-links.md. */
export function signedLinkRoutes({
  signingKeys,
  obtainImage,
  countLink,
  logger,
  publicUrl,
  now,
}: Deps): Routes {
  /** Throws AppError `forbidden`, the same for all, unless the link is signed by a good key and good still. */
  async function verify(file: string, query: LinkQuery | undefined, requestId: string): Promise<void> {
    const key = query && (await signingKeys.find(query.get("kid") ?? ""));
    if (!key || !isSignedBy(key.secret, file, query)) throw new AppError("forbidden");
    const expiry = linkExpiry(query);
    if (expiry !== undefined && !(now() <= expiry)) throw new AppError("forbidden");
    signingKeys.touch(key).catch((error: unknown) => {
      logger.warn({ requestId, kid: key.id, err: error }, "use of a signing key not noted");
    });
  }

  const draw: RequestHandler<PathParameters> = async (req, res) => {
    const { file } = req.params;
    const requestId = requestIdOf(res);
    const [template, format] = [file.slice(0, file.lastIndexOf(".")), file.slice(file.lastIndexOf(".") + 1)];
    if (!file.includes(".") || !(imageFormats as readonly string[]).includes(format)) {
      throw new AppError("not_found", {
        message: `The path has to end in one of ${imageFormats.map((known) => `.${known}`).join(", ")}.`,
      });
    }
    const query = parseLinkQuery(rawQueryOf(req));
    await verify(file, query, requestId);
    const { recipe } = parseGenerateRequest(linkRequest(template, format, query!));
    const id = deriveImageId(recipe);
    const link = { id, format: recipe.format, requestId, withBytes: req.method !== "HEAD" };
    const image = await obtainImage(link, recipe);
    countLink(image.source);
    res.setHeader("Content-Location", `${publicUrl}/og/${id}.${recipe.format}`);
    res.setHeader("X-Cache", image.drawnForThis ? "MISS" : "HIT");
    sendImage(req as never, res, image, { now: now(), until: linkExpiry(query!) });
  };

  return { "/og/sign/:file": { get: { about: getSignedImage, handlers: [draw] } } };
}

/** By hand: what Express makes of a query hides names that come twice, and mends what can't be decoded. */
function rawQueryOf({ url }: Request<PathParameters>): string {
  const at = url.indexOf("?");
  return at === -1 ? "" : url.slice(at + 1);
}
