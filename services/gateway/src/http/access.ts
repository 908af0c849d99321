import type { Accounts } from "@placard/accounts";
import type { ApiKeyScope } from "@placard/contracts";
import type { Logger } from "@placard/runtime";
import type { Request, Response } from "express";
import {
  accountIdOf,
  optionalSession,
  recentAuthentication,
  requireApiKey,
  requireSession,
  requireSessionOrApiKey,
  requireVerifiedEmail,
} from "./authenticate.ts";
import { addressOf } from "./client-address.ts";
import { rateLimit, type RateLimiter } from "./rate-limit.ts";

export interface AccessDeps {
  accounts: Accounts;
  /** Whether creating keys requires a verified email address. */
  requireVerifiedEmail: boolean;
  /** Counts requests by client address. */
  authLimiter: RateLimiter;
  /**
   * Counts requests with session tokens by account. Separate from `apiLimiter`, so that a program that exhausts the limit
   * of an account's API keys cannot prevent the user from revoking them.
   */
  accountLimiter: RateLimiter;
  /** Counts requests with API keys, and renders of signed links, by account. */
  apiLimiter: RateLimiter;
  logger: Logger;
  /** Epoch ms. */
  now: () => number;
}

/** The middleware that decides who may send a request, and how many. Handlers run in the order in which a route lists them. */
export type Access = ReturnType<typeof createAccess>;

/** Creates the middleware of credentials and rate limits that several areas use. */
export function createAccess(deps: AccessDeps) {
  const { accounts, apiLimiter, accountLimiter, logger, now } = deps;
  const apiKey = (scope?: ApiKeyScope) => requireApiKey({ ...accounts, logger }, scope);
  const session = requireSession({ ...accounts, logger });

  return {
    apiKey,
    session,
    /** A session or an API key with the scope. The request counts `cost` times toward the limit of its credential. */
    sessionOrKey(scope?: ApiKeyScope, cost = 1) {
      const limit = (limiter: RateLimiter) => perAccount(limiter, () => Math.min(cost, limiter.perMinute));
      return requireSessionOrApiKey({
        session: [session, limit(accountLimiter)],
        apiKey: [apiKey(scope), limit(apiLimiter)],
      });
    },
    sessionIfAny: optionalSession(accounts),
    recentAuth: recentAuthentication(now),
    verified: requireVerifiedEmail({ ...accounts, isRequired: deps.requireVerifiedEmail }),
    perAddress: rateLimit(deps.authLimiter, addressOf),
    /** Of requests with a session. */
    perUser: perAccount(accountLimiter),
    /** Of requests with an API key. */
    perKeyOwner: perAccount(apiLimiter),
  };
}

/** Counts requests toward a limit by the account that sends them. */
export function perAccount(limiter: RateLimiter, cost?: (req: Request) => number) {
  return rateLimit(limiter, (_req: Request, res: Response) => accountIdOf(res), cost);
}
