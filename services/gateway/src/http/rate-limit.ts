import type { ChargedLimit } from "@placard/accounts";
import { AppError } from "@placard/contracts";
import type { RedisClient } from "@placard/runtime";
import type { Request, RequestHandler, Response } from "express";
import {
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
  type RateLimiterAbstract,
} from "rate-limiter-flexible";
import type { Middleware } from "./route.ts";

interface Options {
  /** Counts across all gateways. Without it, each gateway counts by itself, also while Redis is unavailable. */
  redis?: RedisClient;
  /** The name of the policy in header fields and Redis keys. */
  name: string;
  /** Requests per minute; 0 turns the limit off. */
  perMinute: number;
}

/** A limit on requests per minute. */
export interface RateLimiter {
  /** Requests per minute; 0 if the limit is off. */
  readonly perMinute: number;
  /**
   * Counts a number of requests for a subject, and reports the remaining quota in the header fields `RateLimit` and
   * `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers-10), unless the response was sent in the meantime. Rejects with AppError `rate_limited` past the limit.
   */
  charge: (res: Response, subject: string, requests: number) => Promise<void>;
  /** Reports a limit to which a request has already been charged, as `charge` does. Throws AppError `rate_limited` past the limit. */
  report: (res: Response, limit: ChargedLimit) => void;
  /** The Redis key of the requests of a subject: an integer that expires with the window. */
  keyOf: (subject: string) => string;
  /** Counts a request for a subject without a response. Returns false past the limit. */
  take: (subject: string) => Promise<boolean>;
  /** Whether the next request of a subject would be past the limit. */
  isExhausted: (subject: string) => Promise<boolean>;
}

/** The length of a window, in seconds. */
export const windowSeconds = 60;

/** Creates a rate limiter. */
export function createRateLimiter({ redis, name, perMinute }: Options): RateLimiter {
  const keyPrefix = `{placard}:rate:${name}`;
  const keyOf = (subject: string) => `${keyPrefix}:${subject}`; // as RateLimiterRedis derives it

  function report(res: Response, { consumed, msBeforeNext }: ChargedLimit): void {
    const seconds = Math.ceil(msBeforeNext / 1000);
    if (!res.headersSent) {
      res.setHeader("RateLimit-Policy", `"${name}";q=${perMinute};w=${windowSeconds}`);
      res.setHeader("RateLimit", `"${name}";r=${Math.max(0, perMinute - consumed)};t=${seconds}`);
    }
    if (consumed > perMinute) throw new AppError("rate_limited", { retryAfterSeconds: Math.max(1, seconds) });
  }

  if (perMinute === 0)
    return {
      perMinute,
      report: () => {},
      keyOf,
      charge: () => Promise.resolve(),
      take: () => Promise.resolve(true),
      isExhausted: () => Promise.resolve(false),
    };
  const options = { points: perMinute, duration: windowSeconds };
  const limiter = redis
    ? new RateLimiterRedis({
        ...options,
        storeClient: redis,
        keyPrefix,
        inMemoryBlockOnConsumed: perMinute + 1, // callers over the limit are rejected without Redis until the window ends
      })
    : new RateLimiterMemory(options);

  return {
    perMinute,
    report,
    keyOf,
    async charge(res, subject, requests) {
      const { state, isOver } = await consume(limiter, subject, requests);
      const consumed = isOver ? perMinute + 1 : perMinute - state.remainingPoints; // a blocked subject is not counted further
      report(res, { consumed, msBeforeNext: state.msBeforeNext });
    },
    async take(subject) {
      return !(await consume(limiter, subject, 1)).isOver;
    },
    async isExhausted(subject) {
      return (await limiter.get(subject))?.remainingPoints === 0;
    },
  };
}

/**
 * Charges every request to a subject: an account or an address. `cost` is the number of requests that a request counts as,
 * 1 by default; 0 is not charged. It may throw an AppError.
 */
export function rateLimit(
  limiter: RateLimiter,
  subject: (req: Request, res: Response) => string,
  cost: (req: Request) => number = () => 1,
): Middleware {
  const charge: RequestHandler = async (req, res, next) => {
    const requests = cost(req);
    if (requests > 0) await limiter.charge(res, subject(req, res), requests);
    next();
  };
  return {
    handlers: limiter.perMinute === 0 ? [] : [charge],
    errors: ["rate_limited", "unavailable"],
    headers: { RateLimit: "the remaining requests, and the seconds until the limit resets" },
  };
}

async function consume(limiter: RateLimiterAbstract, subject: string, points: number) {
  try {
    return { state: await limiter.consume(subject, points), isOver: false };
  } catch (error) {
    if (error instanceof RateLimiterRes) return { state: error, isOver: true };
    throw error; // Redis failed
  }
}
