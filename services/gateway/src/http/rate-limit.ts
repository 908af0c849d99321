import { AppError } from "@placard/contracts";
import type { RedisClient } from "@placard/runtime";
import type { Request, RequestHandler, Response } from "express";
import { RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import type { Middleware } from "./route.ts";

interface Options {
  redis: RedisClient;
  /** Names the policy in the header fields and in Redis. */
  name: string;
  /** Requests a minute; 0 turns the limit off. */
  perMinute: number;
  /** The account or address whose requests are counted together. */
  subject: (req: Request, res: Response) => string;
  /** How many requests one request counts as; 1 by default. Throws AppError for more than `perMinute`. */
  cost?: (req: Request, perMinute: number) => number;
}

const windowSeconds = 60;

/**
 * Counts requests in Redis, over all gateways, and reports the rest of the limit in the fields `RateLimit` and
 * `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers-10). Past the limit: AppError `rate_limited`.
 */
export function rateLimit({ redis, name, perMinute, subject, cost = () => 1 }: Options): Middleware {
  const description = {
    errors: ["rate_limited", "unavailable"] as const,
    headers: { RateLimit: "the rest of the limit, and the seconds until it resets" },
  };
  if (perMinute === 0) return { handlers: [], ...description };
  const limiter = new RateLimiterRedis({
    storeClient: redis,
    points: perMinute,
    duration: windowSeconds,
    keyPrefix: `{placard}:rate:${name}`,
    inMemoryBlockOnConsumed: perMinute + 1, // a caller over the limit costs Redis nothing until the window ends
  });
  const policy = `"${name}";q=${perMinute};w=${windowSeconds}`;
  const limit: RequestHandler = async (req, res, next) => {
    const { state, isOver } = await consume(limiter, subject(req, res), cost(req, perMinute));
    const seconds = Math.ceil(state.msBeforeNext / 1000);
    res.setHeader("RateLimit-Policy", policy);
    res.setHeader("RateLimit", `"${name}";r=${Math.max(0, state.remainingPoints)};t=${seconds}`);
    if (isOver) throw new AppError("rate_limited", { retryAfterSeconds: Math.max(1, seconds) });
    next();
  };
  return { handlers: [limit], ...description };
}

async function consume(limiter: RateLimiterRedis, subject: string, points: number) {
  try {
    return { state: await limiter.consume(subject, points), isOver: false };
  } catch (error) {
    if (error instanceof RateLimiterRes) return { state: error, isOver: true };
    throw error; // Redis failed
  }
}
