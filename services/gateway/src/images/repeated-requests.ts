import { hash } from "node:crypto";
import {
  locateState,
  type ApiKey,
  type ChargedLimit,
  type ReadState,
  type RequestStates,
  type StateLocation,
} from "@placard/accounts";
import type { Request, RequestHandler, Response } from "express";
import { LRUCache } from "lru-cache";
import { takeBody } from "../http/complete-body.ts";
import { findBearerToken } from "../http/credential.ts";
import type { RateLimiter } from "../http/rate-limit.ts";
import { addLogFields } from "../http/request-log.ts";
import type { Middleware } from "../http/route.ts";
import type { GatewayMetrics } from "../metrics/gateway-metrics.ts";
import type { UsageRecorder } from "../account/usage-recorder.ts";
import { sendImages } from "./send-images.ts";

/** The response to a request for an existing image. */
interface ExistingImage {
  imageId: string;
  /** The body of the response. */
  json: string;
}

/** A response, and what it depends on. */
interface KeptResponse extends ExistingImage {
  accountId: string;
  keyId: string;
  location: StateLocation;
  /** The state that the response belongs to; undefined until it is known. */
  state?: string;
  /** The revision of the template catalog. */
  revision: number;
  /** Epoch ms. */
  validUntil: number;
}

/** A request that is handled in full, and whose response can be kept. */
interface Attempt {
  /** The hash of the request. */
  id: string;
  /** As the caller presents it. */
  apiKey: string;
  /** The revision of the template catalog. */
  revision: number;
  /** Epoch ms. */
  receivedAt: number;
  /** A state that was read before the request was handled. */
  before?: { location: StateLocation; state: string } | undefined;
}

type Next = (error?: unknown) => void;

interface Deps {
  states: RequestStates;
  /** The limit on requests with API keys. */
  apiLimiter: RateLimiter;
  /** See TemplateCatalog. */
  catalogRevision: () => number;
  countGenerate: GatewayMetrics["countGenerate"];
  recordCacheHit: UsageRecorder["recordCacheHit"];
  /** Epoch ms. */
  now: () => number;
}

/** The most memory for responses, in bytes. */
const maxBytes = 16 * 1024 * 1024;

/** What a response takes beside its texts, in bytes. */
const overheadBytes = 2_048;

const minuteMs = 60_000;

/**
 * Creates the middleware that answers repeated requests for existing images: those with the same API key, media type and body, byte
 * for byte. Such a response depends only on the request and on its state in Redis (see `createRequestStates`), so the previous
 * response is sent again if the state has not changed. In all other cases, the request is handled in full. A revoked key, a
 * changed brand or template, and a deleted image therefore take effect with the next request, at every gateway.
 *
 * One request per minute is handled in full, and records the last use of the key.
 */
export function answerRepeatedRequests(deps: Deps): Middleware {
  const { states, apiLimiter, catalogRevision, countGenerate, recordCacheHit, now } = deps;
  const responses = new LRUCache<string, KeptResponse>({
    maxSize: maxBytes,
    sizeCalculation: ({ json, state = "" }) => 2 * (json.length + state.length) + overheadBytes,
  });

  function answer(res: Response, kept: KeptResponse, limit: ChargedLimit | undefined): void {
    const { accountId, keyId, imageId, json } = kept;
    addLogFields(res, { accountId, keyId });
    if (limit) apiLimiter.report(res, limit);
    countGenerate("hit");
    recordCacheHit(accountId, keyId);
    addLogFields(res, { imageId });
    sendImages(res, { cache: "HIT" }, json);
  }

  /** Handles a request in full, and keeps the response if it is one about an existing image. */
  function handleInFull(attempt: Attempt, req: Request, res: Response, next: Next): void {
    res.locals["keepResponse"] = (image: ExistingImage) => keep(attempt, req, res, image);
    next();
  }

  /** Keeps a response. It is sent again once its state is known: if that was the same before and after the request was handled. */
  function keep(
    { id, apiKey, revision, receivedAt, before }: Attempt,
    req: Request,
    res: Response,
    image: ExistingImage,
  ): void {
    const { owner, id: keyId, expiresAt = Infinity } = res.locals["apiKey"] as ApiKey;
    const { template, options } = req.body as {
      template: string;
      options?: { brand?: string | null } | null;
    };
    const brand = options?.brand ?? undefined;
    const limitKey = apiLimiter.keyOf(owner);
    const location = locateState({ apiKey, owner, template, brand, imageId: image.imageId, limitKey });
    const nextMinute = (Math.floor(receivedAt / minuteMs) + 1) * minuteMs;
    const validUntil = Math.min(expiresAt, nextMinute);
    const kept = { ...image, accountId: owner, keyId, location, revision, validUntil };
    if (before && isSame(before.location, location)) {
      states.read(location, (_error, read) => {
        if (read?.state === before.state) responses.set(id, { ...kept, state: before.state });
      });
      return;
    }
    const previous = responses.get(id);
    const isUnchanged =
      previous?.json === image.json && previous.revision === revision && isSame(previous.location, location);
    if (isUnchanged) previous.validUntil = validUntil;
    else responses.set(id, kept);
  }

  function handle(req: Request, res: Response, next: Next): void {
    const apiKey = findBearerToken(req);
    const body = apiKey === undefined ? undefined : takeBody(req);
    if (apiKey === undefined || body === undefined) {
      next();
      return;
    }
    const type = req.headers["content-type"] ?? "";
    const id = hash("sha256", `${apiKey}\n${type}\n${body.toString("latin1")}`, "base64");
    const attempt: Attempt = { id, apiKey, revision: catalogRevision(), receivedAt: now() };
    const kept = responses.get(id);
    const isCurrent =
      kept !== undefined && kept.revision === attempt.revision && kept.validUntil > attempt.receivedAt;
    if (!kept || (kept.state !== undefined && !isCurrent)) {
      handleInFull(attempt, req, res, next);
      return;
    }
    const { location } = kept;
    const receive = (error: unknown, read?: ReadState): void => {
      if (!read) {
        next(error);
        return;
      }
      const { state, limit } = read;
      try {
        if (state === kept.state) answer(res, kept, limit);
        else handleInFull({ ...attempt, before: { location, state } }, req, res, next);
      } catch (thrown) {
        next(thrown);
      }
    };
    states.read(location, receive, apiLimiter.perMinute === 0 ? undefined : kept.state);
  }

  const middleware: RequestHandler = (req, res, next) => {
    if (req.headers["prefer"] !== undefined) {
      next();
      return;
    }
    // Node calls this between the header and the body. A body in the same packet is there before the next tick.
    process.nextTick(() => {
      try {
        handle(req, res, next);
      } catch (thrown) {
        next(thrown);
      }
    });
  };
  return { handlers: [middleware] };
}

/** Keeps the response to a request with one existing image, if `answerRepeatedRequests` has passed the request on. */
export function keepResponse(res: Response, image: ExistingImage): void {
  (res.locals["keepResponse"] as ((image: ExistingImage) => void) | undefined)?.(image);
}

function isSame(a: StateLocation, b: StateLocation): boolean {
  return a.keys.every((key, i) => key === b.keys[i]) && a.fields.every((field, i) => field === b.fields[i]);
}
