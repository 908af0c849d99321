import {
  checkRecentAuthentication,
  type ApiKey,
  type ApiKeys,
  type Session,
  type Sessions,
  type UserStore,
} from "@placard/accounts";
import { AppError, type ApiKeyScope } from "@placard/contracts";
import type { Logger } from "@placard/runtime";
import { Router, type RequestHandler, type Response } from "express";
import { findBearerToken, invalidApiKey, invalidSession, readCredential } from "./credential.ts";
import { requestIdOf } from "./request-id.ts";
import { addLogFields } from "./request-log.ts";
import type { Middleware } from "./route.ts";

interface ApiKeyDeps {
  apiKeys: Pick<ApiKeys, "find" | "touch">;
  logger: Logger;
}

/**
 * Requires a valid API key; otherwise AppError `unauthorized`. If the route needs a scope, the key must have it; otherwise
 * AppError `insufficient_scope`.
 */
export function requireApiKey({ apiKeys, logger }: ApiKeyDeps, scope?: ApiKeyScope): Middleware {
  const authenticate: RequestHandler = async (req, res, next) => {
    const apiKey = await apiKeys.find(readCredential(req, "apiKey").token);
    if (!apiKey) throw invalidApiKey();
    res.locals["apiKey"] = apiKey;
    res.locals["accountId"] = apiKey.owner;
    addLogFields(res, { accountId: apiKey.owner, keyId: apiKey.id });
    apiKeys.touch(apiKey).catch((error: unknown) => {
      logger.warn(
        { requestId: requestIdOf(res), keyId: apiKey.id, err: error },
        "last-used timestamp update failed",
      );
    });
    if (scope !== undefined && !apiKey.scopes.includes(scope)) throw insufficientScope(scope);
    next();
  };
  const errors = ["unauthorized", "unavailable"] as const;
  if (scope === undefined) return { handlers: [authenticate], credential: "apiKey", errors };
  return { handlers: [authenticate], credential: "apiKey", scope, errors: [...errors, "insufficient_scope"] };
}

/** The challenge is that of RFC 6750, clause 3.1. */
function insufficientScope(scope: ApiKeyScope): AppError {
  return new AppError("insufficient_scope", {
    message: `The API key does not have the scope \`${scope}\`, which this request needs. Create a key with this scope and use it instead.`,
    headers: { "WWW-Authenticate": `Bearer error="insufficient_scope", scope="${scope}"` },
  });
}

interface SessionDeps {
  sessions: Pick<Sessions, "authenticate" | "touch">;
  logger: Logger;
}

/** Requires the token of an active session; otherwise AppError `unauthorized`. */
export function requireSession({ sessions, logger }: SessionDeps): Middleware {
  const authenticate: RequestHandler = async (req, res, next) => {
    const token = findBearerToken(req);
    const session = token === undefined ? undefined : await sessions.authenticate(token);
    if (!session) {
      readCredential(req, "session"); // throws, with a better message, if the form of the credential is wrong
      throw invalidSession();
    }
    res.locals["session"] = session;
    res.locals["accountId"] = session.user.id;
    addLogFields(res, { accountId: session.user.id, sessionId: session.id });
    sessions.touch(session).catch((error: unknown) => {
      logger.warn(
        { requestId: requestIdOf(res), sessionId: session.id, err: error },
        "last-seen timestamp update failed",
      );
    });
    next();
  };
  return { handlers: [authenticate], credential: "session", errors: ["unauthorized", "unavailable"] };
}

/**
 * Requires the token of a session, or an API key. Each credential has middleware of its own, which authenticates it first; the
 * scope is that of the middleware for API keys.
 */
export function requireSessionOrApiKey(middleware: {
  session: readonly Middleware[];
  apiKey: readonly Middleware[];
}): Middleware {
  const routerOf = (each: readonly Middleware[]) => Router().use(each.flatMap(({ handlers }) => handlers));
  const [session, apiKey] = [routerOf(middleware.session), routerOf(middleware.apiKey)];
  const all = [...middleware.session, ...middleware.apiKey];
  const scope = middleware.apiKey.find((each) => each.scope !== undefined)?.scope;
  return {
    handlers: [
      (req, res, next) => {
        const { kind } = readCredential(req, "sessionOrApiKey");
        (kind === "apiKey" ? apiKey : session)(req, res, next);
      },
    ],
    credential: "sessionOrApiKey",
    ...(scope !== undefined && { scope }),
    errors: all.flatMap(({ errors = [] }) => errors),
    headers: Object.assign({}, ...all.map(({ headers }) => headers)) as Record<string, string>,
  };
}

/**
 * Requires that the session's user was authenticated with a passkey at most 5 minutes ago; otherwise AppError
 * `reauthentication_required`. Runs after `requireSession`. `now` returns epoch ms.
 */
export function recentAuthentication(now: () => number): Middleware {
  const check: RequestHandler = (_req, res, next) => {
    checkRecentAuthentication(sessionOf(res), now());
    next();
  };
  return { handlers: [check], errors: ["reauthentication_required"] };
}

interface VerifiedEmailDeps {
  users: Pick<UserStore, "findUserRecord">;
  /** REQUIRE_VERIFIED_EMAIL. */
  isRequired: boolean;
}

/**
 * Requires that the email address of the account is verified, if the settings say so; otherwise AppError `forbidden`. Runs
 * after `requireSession`.
 */
export function requireVerifiedEmail({ users, isRequired }: VerifiedEmailDeps): Middleware {
  const check: RequestHandler = async (_req, res, next) => {
    const user = await users.findUserRecord(accountIdOf(res));
    if (user?.emailVerified !== true)
      throw new AppError("forbidden", {
        message: "Verify your email address first, with the link in the mail that was sent to it.",
      });
    next();
  };
  return { handlers: isRequired ? [check] : [], errors: ["forbidden"] };
}

/** Finds the session of a request that may have one. A missing or invalid token is not an error. */
export function optionalSession({ sessions }: Pick<SessionDeps, "sessions">): Middleware {
  const authenticate: RequestHandler = async (req, res, next) => {
    const token = findBearerToken(req);
    res.locals["session"] = token === undefined ? undefined : await sessions.authenticate(token);
    next();
  };
  return { handlers: [authenticate], credential: "optionalSession", errors: ["unavailable"] };
}

/** The id of the API key that a request was authenticated with; undefined if it was authenticated with a session. */
export function keyIdOf(res: Response): string | undefined {
  return (res.locals["apiKey"] as ApiKey | undefined)?.id;
}

/** The session that `requireSession` found. */
export function sessionOf(res: Response): Session {
  return res.locals["session"];
}

/** The session that `optionalSession` found, if any. */
export function optionalSessionOf(res: Response): Session | undefined {
  return res.locals["session"];
}

/** The id of the account that a request acts for: the owner of its API key, or the user of its session. */
export function accountIdOf(res: Response): string {
  return res.locals["accountId"];
}
