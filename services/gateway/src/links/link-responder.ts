import {
  type ImageFormat,
  type OutputFormat,
  type Recipe,
  imageFormatNames,
  imageFormats,
} from "@placard/contracts";
import { TimeoutError, withTimeout } from "@placard/runtime";
import { readPlainFallbacks } from "@placard/template-store";
import type { Request, Response } from "express";
import { hash } from "node:crypto";
import { requestIdOf } from "../http/request-id.ts";
import { addLogFields } from "../http/request-log.ts";
import { publicError } from "../http/send-error.ts";
import { sendFallback, sendImage } from "../http/send-image.ts";
import type { LinkProgress, LinkSource, StoredImage } from "../images/stored-images.ts";
import type { Platform } from "../platform.ts";
import type { BrandFallbacks } from "../brands/brand-fallbacks.ts";
import { fallbackReasonOf, type FallbackReason } from "./fallback-reasons.ts";

/** The image of a link. */
export interface LinkAnswer extends StoredImage {
  source: LinkSource;
  /** Epoch ms at which the link expires, if that is before the image expires. */
  expiresAt?: number | undefined;
  /** Whether the link can have another image before that. */
  isReplaceable?: boolean;
}

/** What is known so far, for a response with the image or the expired one. */
export interface ResponseProgress extends LinkProgress {
  /** Further header fields. */
  headers?: Readonly<Record<string, string>>;
}

/**
 * Finds the image of a link. Rejects with AppError `not_found`, `forbidden` or the like if the link is not
 * valid. Reports what it learns about the image on the way. It continues after a fallback image was sent: it
 * must not use the response then.
 */
type FindImage = (progress: ResponseProgress) => Promise<LinkAnswer>;

/** Responds to the request of a link in time, with its image or another one. Rejects if it is not valid. */
export type RespondToLink = (
  req: Request,
  res: Response,
  format: OutputFormat,
  find: FindImage,
) => Promise<void>;

/** The longest part of the budget in which the fallback image of a brand is read, in ms. */
const maxFallbackReadMs = 250;

/**
 * Creates the function that responds to links. The image may be late, or fail for a reason that is not the
 * link's. The response is then the expired image, else the fallback image of its brand, else the plain one.
 * Crawlers show no preview of a page whose image failed once. Rendering continues in the background.
 */
export function createLinkResponder(
  { settings, metrics, logger, now }: Platform,
  brandFallbacks: BrandFallbacks,
): RespondToLink {
  const budgetMs = settings.LINK_BUDGET_MS;
  const fallbackReadMs = Math.min(maxFallbackReadMs, budgetMs / 4);
  const findMs = budgetMs - fallbackReadMs;
  const plainFiles = readPlainFallbacks();
  const plainFallbacks = new Map(
    imageFormatNames.map((format) => [format, toStoredImage(plainFiles[format], format)]),
  );

  async function findFallback(
    recipe: Recipe | undefined,
    format: ImageFormat,
    requestId: string,
  ): Promise<StoredImage> {
    const plain = plainFallbacks.get(format)!;
    if (recipe?.brand === undefined) return plain;
    const { owner, brand } = recipe;
    try {
      const found = brandFallbacks.find({ owner, brand, format, requestId });
      return (await withTimeout(found, fallbackReadMs)) ?? plain;
    } catch (error) {
      logger.warn({ requestId, accountId: owner, err: error }, "fallback image of a brand not available");
      return plain;
    }
  }

  /** The reason for a fallback image. Throws the error if the response has to be the error itself. */
  function reasonOf(error: unknown, { recipe }: LinkProgress, requestId: string): FallbackReason {
    if (error instanceof LinkBudgetError) return "budget_exceeded";
    const reason = fallbackReasonOf(publicError(error, requestId, logger), recipe !== undefined);
    if (reason === undefined) throw error;
    return reason;
  }

  function logLateFailure(error: unknown, requestId: string): void {
    const { code, status } = publicError(error, requestId, logger);
    if (status >= 500)
      logger.warn({ requestId, errorCode: code }, "image failed after its fallback was sent");
  }

  function sendAnswer(req: Request, res: Response, answer: LinkAnswer, { headers }: ResponseProgress): void {
    metrics.countLink(answer.source);
    for (const [name, value] of Object.entries(headers ?? {})) res.setHeader(name, value);
    sendImage(req, res, answer, {
      now: now(),
      expiresAt: answer.expiresAt,
      isReplaceable: answer.isReplaceable,
    });
  }

  return async function respondToLink(req, res, format, find) {
    const requestId = requestIdOf(res);
    const progress: ResponseProgress = {};
    const finding = find(progress);
    const outcome = await withTimeout(finding, findMs, () => new LinkBudgetError()).catch((error: unknown) =>
      reasonOf(error, progress, requestId),
    );
    if (typeof outcome !== "string") {
      sendAnswer(req, res, outcome, progress);
      return;
    }
    if (outcome === "budget_exceeded") finding.catch((error: unknown) => logLateFailure(error, requestId));
    const { expired } = progress;
    if (expired) {
      logger.warn({ requestId, reason: outcome }, "stale image served");
      sendAnswer(req, res, { ...expired, source: "stale" }, progress);
      return;
    }
    const image = await findFallback(progress.recipe, format === "auto" ? "png" : format, requestId);
    metrics.countLink("fallback");
    metrics.countFallback(outcome);
    addLogFields(res, { fallbackReason: outcome });
    sendFallback(req, res, image);
  };
}

/** The image of a link was not available within the budget. */
class LinkBudgetError extends TimeoutError {}

/** A plain fallback image in the form of a stored image. */
function toStoredImage(bytes: Buffer, format: ImageFormat): StoredImage {
  const contentType = imageFormats[format].mediaType;
  const etag = hash("sha256", bytes, "base64url").slice(0, 27);
  const meta = { contentType, storedAt: 0, expiresAt: Infinity, etag, size: bytes.length, userMetadata: {} };
  return { bytes, meta };
}
