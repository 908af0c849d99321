import { AppError } from "@placard/contracts";
import type { RedisClient } from "@placard/runtime";
import type { Request, RequestHandler, Response } from "express";
import { RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";

interface Options {
  redis: RedisClient;
  /** Names the policy in the header fields and in Redis. */
  name: string;
  /** Requests a minute; 0 turns the limit off. */
  perMinute: number;
  /** Whose requests are counted together. */
  subject: (req: Request, res: Response) => string;
  /** How many requests one counts as; 1 unless told. */
  cost?: (req: Request) => number;
}

const windowSeconds = 60;

/**
 * Counts requests in Redis, over all gateways, and tells how many are left in the fields `RateLimit` and
 * `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers-10). Past the limit: AppError `rate_limited`.
 */
export function rateLimit({ redis, name, perMinute, subject, cost = () => 1 }: Options): RequestHandler {
  if (perMinute === 0) return (_req, _res, next) => next();
  const limiter = new RateLimiterRedis({
    storeClient: redis,
    points: perMinute,
    duration: windowSeconds,
    keyPrefix: `{placard}:rate:${name}`,
    inMemoryBlockOnConsumed: perMinute + 1, // whoever is over the limit costs Redis nothing until the window ends
  });
  const policy = `"${name}";q=${perMinute};w=${windowSeconds}`;
  return async (req, res, next) => {
    const { state, over } = await consume(limiter, subject(req, res), cost(req));
    const seconds = Math.ceil(state.msBeforeNext / 1000);
    res.setHeader("RateLimit-Policy", policy);
    res.setHeader("RateLimit", `"${name}";r=${Math.max(0, state.remainingPoints)};t=${seconds}`);
    if (over) throw new AppError("rate_limited", { retryAfterSeconds: Math.max(1, seconds) });
    next();
  };
}

async function consume(limiter: RateLimiterRedis, subject: string, points: number) {
  try {
    return { state: await limiter.consume(subject, points), over: false };
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return { state: refusal, over: true };
    throw refusal; // Redis itself
  }
}
