import { checkRecentAuthentication, type Accounts } from "@placard/accounts";
import { AppError, type ApiKeyScope } from "@placard/contracts";
import type { Request, RequestHandler, Response } from "express";
import type { Platform } from "../platform.ts";
import type { Access } from "./access.ts";
import { accountIdOf, sessionOf, type ChargePrice } from "./caller.ts";
import { addressOf } from "./client-address.ts";
import { findBearerToken, invalidApiKey, invalidSession, readCredential } from "./credential.ts";
import { limiterOf, type Limits, type RateLimiter } from "./rate-limit.ts";
import { requestIdOf } from "./request-id.ts";
import { addLogFields } from "./request-log.ts";
import type { SessionCookie } from "./session-cookie.ts";

/** Enforces the access classes of routes. */
export interface Guard {
  /** Checks a request before its body is read. */
  before: (access: Access) => RequestHandler;
  /** Charges the cost of a body after it was read. */
  chargeBody: (access: Access, body: unknown, res: Response) => Promise<void>;
}

/** Creates the guard of all routes. */
export function createGuard(
  { settings, logger, now }: Platform,
  { apiKeys, sessions, users }: Accounts,
  limits: Limits,
  cookie: SessionCookie,
): Guard {
  async function authenticateApiKey(
    token: string,
    res: Response,
    scope: ApiKeyScope | undefined,
  ): Promise<void> {
    const apiKey = await apiKeys.find(token);
    if (!apiKey) throw invalidApiKey();
    res.locals["keyId"] = apiKey.id;
    res.locals["accountId"] = apiKey.owner;
    addLogFields(res, { accountId: apiKey.owner, keyId: apiKey.id });
    apiKeys.touch(apiKey).catch((error: unknown) => {
      const fields = { requestId: requestIdOf(res), keyId: apiKey.id, err: error };
      logger.warn(fields, "last-used timestamp update failed");
    });
    if (scope !== undefined && !apiKey.scopes.includes(scope)) throw insufficientScope(scope);
  }

  async function authenticateSession(
    req: Request,
    res: Response,
    cookieToken: string | undefined,
  ): Promise<void> {
    const token = cookieToken ?? findBearerToken(req);
    const session = token === undefined ? undefined : await sessions.authenticate(token);
    if (!session) {
      // Throws, with a better message, if the form of the credential is wrong.
      if (cookieToken === undefined) readCredential(req, "session");
      throw invalidSession();
    }
    res.locals["session"] = session;
    res.locals["accountId"] = session.user.id;
    addLogFields(res, { accountId: session.user.id, sessionId: session.id });
    sessions.touch(session).catch((error: unknown) => {
      const fields = { requestId: requestIdOf(res), sessionId: session.id, err: error };
      logger.warn(fields, "last-seen timestamp update failed");
    });
  }

  async function authenticate(req: Request, res: Response, { credential, scope }: Access): Promise<void> {
    if (credential === "none" || credential === "signature") return;
    const cookieToken = credential === "apiKey" ? undefined : cookie.read(req, res);
    if (credential === "optionalSession") {
      const token = cookieToken ?? findBearerToken(req);
      res.locals["session"] = token === undefined ? undefined : await sessions.authenticate(token);
      return;
    }
    if (credential === "session" || cookieToken !== undefined)
      return authenticateSession(req, res, cookieToken);
    const { kind, token } = readCredential(req, credential);
    if (kind === "apiKey") await authenticateApiKey(token, res, scope);
    else await authenticateSession(req, res, undefined);
  }

  async function checkVerifiedEmail(res: Response): Promise<void> {
    const user = await users.findUserRecord(accountIdOf(res));
    if (user?.emailVerified !== true)
      throw new AppError("forbidden", {
        message: "Verify your email address first, with the link in the mail that was sent to it.",
      });
  }

  /** Charges a request. What it renders is charged to the same limit. */
  async function chargeRequest(
    res: Response,
    limiter: RateLimiter,
    subject: string,
    cost: number,
  ): Promise<void> {
    await limiter.charge(res, subject, cost);
    const chargePrice: ChargePrice = async (price) => {
      const rest = Math.min(price, limiter.perMinute) - 1; // the request was charged as 1
      if (rest > 0) await limiter.charge(res, subject, rest);
    };
    res.locals["chargePrice"] = chargePrice;
  }

  return {
    before(access) {
      const { credential, isRecent, isVerified, limit, cost = 1 } = access;
      return async (req, res, next) => {
        if (limit === "auth" || limit === "playground" || limit === "reviews")
          await chargeRequest(res, limits[limit], addressOf(req), 1);
        await authenticate(req, res, access);
        if (limit === "account") await chargeRequest(res, limiterOf(limits, res), accountIdOf(res), cost);
        const hasSession = credential !== "optionalSession" && sessionOf(res) !== undefined;
        if (hasSession && isVerified === true && settings.REQUIRE_VERIFIED_EMAIL)
          await checkVerifiedEmail(res);
        if (hasSession && isRecent === true) checkRecentAuthentication(sessionOf(res), now());
        next();
      };
    },

    async chargeBody({ countCost }, body, res) {
      const limiter = limiterOf(limits, res);
      if (!countCost || limiter.perMinute === 0) return;
      const rest = countCost(body, limiter.perMinute) - 1;
      if (rest > 0) await limiter.charge(res, accountIdOf(res), rest);
    },
  };
}

/** The challenge follows RFC 6750, clause 3.1. */
function insufficientScope(scope: ApiKeyScope): AppError {
  return new AppError("insufficient_scope", {
    message:
      `The API key does not have the scope \`${scope}\`, which this request needs. ` +
      "Create a key with this scope and use it instead.",
    headers: { "WWW-Authenticate": `Bearer error="insufficient_scope", scope="${scope}"` },
  });
}
