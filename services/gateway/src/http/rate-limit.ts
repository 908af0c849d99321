import { AppError } from "@placard/contracts";
import type { RedisClient } from "@placard/runtime";
import type { Request, RequestHandler, Response } from "express";
import { LRUCache } from "lru-cache";
import { RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import type { Middleware } from "./route.ts";

interface Options {
  redis: RedisClient;
  /** The name of the policy in header fields and Redis keys. */
  name: string;
  /** Requests per minute; 0 turns the limit off. */
  perMinute: number;
}

/** A limit on requests per minute, counted in Redis across all gateways. */
export interface RateLimiter {
  /** Requests per minute; 0 if the limit is off. */
  readonly perMinute: number;
  /**
   * Counts a number of requests for a subject, and reports the remaining quota in the header fields `RateLimit` and
   * `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers-10). Rejects with AppError `rate_limited` past the limit.
   */
  charge: (res: Response, subject: string, requests: number) => Promise<void>;
}

const windowSeconds = 60;

/** The most subjects that a local limit counts; with more, those that were counted least recently start again. */
const maxLocalSubjects = 10_000;

/** Creates a rate limiter. */
export function createRateLimiter({ redis, name, perMinute }: Options): RateLimiter {
  if (perMinute === 0) return { perMinute, charge: () => Promise.resolve() };
  const limiter = new RateLimiterRedis({
    storeClient: redis,
    points: perMinute,
    duration: windowSeconds,
    keyPrefix: `{placard}:rate:${name}`,
    inMemoryBlockOnConsumed: perMinute + 1, // callers over the limit are rejected without Redis until the window ends
  });

  return {
    perMinute,
    async charge(res, subject, requests) {
      const { state, isOver } = await consume(limiter, subject, requests);
      const seconds = Math.ceil(state.msBeforeNext / 1000);
      reportQuota(res, { name, perMinute, remaining: state.remainingPoints, seconds });
      if (isOver) throw new AppError("rate_limited", { retryAfterSeconds: Math.max(1, seconds) });
    },
  };
}

/** A limit per minute that this gateway counts by itself, so that it works while Redis is unavailable. */
export interface LocalRateLimiter {
  /** Whether a subject has reached the limit. */
  isReached: (subject: string) => boolean;
  /** Throws AppError `rate_limited` if a subject has reached the limit. */
  check: (res: Response, subject: string) => void;
  /** Counts one event of a subject. */
  count: (subject: string) => void;
}

/** Creates a local rate limiter. `now` returns epoch ms. */
export function createLocalRateLimiter({
  name,
  perMinute,
  now,
}: Pick<Options, "name" | "perMinute"> & { now: () => number }): LocalRateLimiter {
  const windows = new LRUCache<string, { count: number; endsAt: number }>({ max: maxLocalSubjects });
  const findWindow = (subject: string) => {
    const window = windows.get(subject);
    return window && window.endsAt > now() ? window : undefined;
  };
  const findReached = (subject: string) => {
    const window = perMinute === 0 ? undefined : findWindow(subject);
    return window && window.count >= perMinute ? window : undefined;
  };

  return {
    isReached: (subject) => findReached(subject) !== undefined,
    check(res, subject) {
      const window = findReached(subject);
      if (!window) return;
      const seconds = Math.ceil((window.endsAt - now()) / 1000);
      reportQuota(res, { name, perMinute, remaining: 0, seconds });
      throw new AppError("rate_limited", { retryAfterSeconds: seconds });
    },
    count(subject) {
      const window = findWindow(subject);
      if (window) window.count++;
      else windows.set(subject, { count: 1, endsAt: now() + 1000 * windowSeconds });
    },
  };
}

/** Sets the header fields of draft-ietf-httpapi-ratelimit-headers-10. */
function reportQuota(
  res: Response,
  {
    name,
    perMinute,
    remaining,
    seconds,
  }: Record<"perMinute" | "remaining" | "seconds", number> & { name: string },
): void {
  res.setHeader("RateLimit-Policy", `"${name}";q=${perMinute};w=${windowSeconds}`);
  res.setHeader("RateLimit", `"${name}";r=${Math.max(0, remaining)};t=${seconds}`);
}

/**
 * Charges every request to a subject: an account or an address. `cost` is the number of requests that a request counts as,
 * 1 by default; it may throw an AppError.
 */
export function rateLimit(
  limiter: RateLimiter,
  subject: (req: Request, res: Response) => string,
  cost: (req: Request) => number = () => 1,
): Middleware {
  const charge: RequestHandler = async (req, res, next) => {
    await limiter.charge(res, subject(req, res), cost(req));
    next();
  };
  return {
    handlers: limiter.perMinute === 0 ? [] : [charge],
    errors: ["rate_limited", "unavailable"],
    headers: { RateLimit: "the remaining requests, and the seconds until the limit resets" },
  };
}

async function consume(limiter: RateLimiterRedis, subject: string, points: number) {
  try {
    return { state: await limiter.consume(subject, points), isOver: false };
  } catch (error) {
    if (error instanceof RateLimiterRes) return { state: error, isOver: true };
    throw error; // Redis failed
  }
}
