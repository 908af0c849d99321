import { AppError } from "@placard/contracts";
import type { GatewaySettings, RedisClient } from "@placard/runtime";
import type { Response } from "express";
import { RateLimiterRedis, RateLimiterRes, type RateLimiterAbstract } from "rate-limiter-flexible";
import { keyIdOf } from "./caller.ts";

/** A limit on requests per minute. */
export interface RateLimiter {
  /** Requests per minute; 0 if the limit is off. */
  readonly perMinute: number;
  /**
   * Counts a number of requests for a subject: at most as many as the limit. Reports the remaining quota in
   * the header fields `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers-10), unless
   * the response was sent already. Rejects with AppError `rate_limited` past the limit.
   */
  charge: (res: Response, subject: string, requests: number) => Promise<void>;
  /** Counts a request for a subject without a response. Returns false past the limit. */
  take: (subject: string) => Promise<boolean>;
}

/** The length of a window, in seconds. */
const windowSeconds = 60;

/** The rate limits of a gateway. */
export interface Limits {
  /** Requests to sign in, by client address. */
  auth: RateLimiter;
  /** Requests with sessions, by account. */
  account: RateLimiter;
  /** Requests with API keys, and renders of signed links, by account. */
  api: RateLimiter;
  /** Previews of the public playground, by client address. */
  playground: RateLimiter;
  /** Requests for reviews, by client address and by link. */
  reviews: RateLimiter;
  /** Requests for pages, by account. */
  pages: RateLimiter;
  /** Renders of the cards of pages, by account. */
  pageRenders: RateLimiter;
  /** Both, by account and client address: at most half of what the account's sites have. */
  visitors: RateLimiter;
}

/** The limiter of an account's credential: a program that uses up its limit cannot block its user. */
export function limiterOf(limits: Limits, res: Response): RateLimiter {
  return keyIdOf(res) === undefined ? limits.account : limits.api;
}

/** Creates the rate limits of a gateway. */
export function createLimits(settings: GatewaySettings, redis: RedisClient): Limits {
  const create = (name: string, perMinute: number) => createRateLimiter(redis, name, perMinute);
  return {
    auth: create("auth", settings.RATE_LIMIT_AUTH),
    account: create("account", settings.RATE_LIMIT_ACCOUNT),
    api: create("api", settings.RATE_LIMIT_API),
    playground: create("playground", settings.RATE_LIMIT_PLAYGROUND),
    reviews: create("reviews", settings.RATE_LIMIT_PAGES),
    pages: create("pages", settings.RATE_LIMIT_PAGES),
    pageRenders: create("page-renders", settings.RATE_LIMIT_PAGES),
    visitors: create("visitors", settings.RATE_LIMIT_PAGES),
  };
}

/** `name` is part of header fields and Redis keys. */
function createRateLimiter(redis: RedisClient, name: string, perMinute: number): RateLimiter {
  if (perMinute === 0)
    return { perMinute, charge: () => Promise.resolve(), take: () => Promise.resolve(true) };
  const limiter = new RateLimiterRedis({
    points: perMinute,
    duration: windowSeconds,
    storeClient: redis,
    keyPrefix: `{placard}:rate:${name}`,
    // Callers over the limit are rejected without Redis until the window ends.
    inMemoryBlockOnConsumed: perMinute + 1,
  });

  return {
    perMinute,
    async charge(res, subject, requests) {
      const { state, isOver } = await consume(limiter, subject, Math.min(requests, perMinute));
      const seconds = Math.max(1, Math.ceil(state.msBeforeNext / 1000));
      if (!res.headersSent) {
        const remaining = isOver ? 0 : state.remainingPoints;
        res.setHeader("RateLimit-Policy", `"${name}";q=${perMinute};w=${windowSeconds}`);
        res.setHeader("RateLimit", `"${name}";r=${remaining};t=${seconds}`);
      }
      if (!isOver) return;
      const message = `Rate limit of ${perMinute} requests per minute exceeded. Retry after ${seconds} s.`;
      throw new AppError("rate_limited", { message, retryAfterSeconds: seconds });
    },
    async take(subject) {
      return !(await consume(limiter, subject, 1)).isOver;
    },
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
