import {
  checkRecentAuthentication,
  type ApiKey,
  type ApiKeys,
  type Session,
  type Sessions,
} from "@placard/accounts";
import { AppError } from "@placard/contracts";
import type { Logger } from "@placard/runtime";
import type { Request, RequestHandler, Response } from "express";
import { requestIdOf } from "./request-id.ts";
import type { Middleware } from "./route.ts";

interface ApiKeyDeps {
  apiKeys: Pick<ApiKeys, "find" | "touch">;
  logger: Logger;
}

/** Requires a valid API key; otherwise AppError `unauthorized`. */
export function requireApiKey({ apiKeys, logger }: ApiKeyDeps): Middleware {
  const authenticate: RequestHandler = async (req, res, next) => {
    const token = bearerTokenOf(req);
    const apiKey = token === undefined ? undefined : await apiKeys.find(token);
    if (!apiKey) throw new AppError("unauthorized");
    res.locals["apiKey"] = apiKey;
    res.locals["accountId"] = apiKey.owner;
    apiKeys.touch(apiKey).catch((error: unknown) => {
      logger.warn(
        { requestId: requestIdOf(res), keyId: apiKey.id, err: error },
        "last-used timestamp update failed",
      );
    });
    next();
  };
  return { handlers: [authenticate], credential: "apiKey", errors: ["unauthorized", "unavailable"] };
}

interface SessionDeps {
  sessions: Pick<Sessions, "authenticate" | "touch">;
  logger: Logger;
}

/** Requires the token of an active session; otherwise AppError `unauthorized`. */
export function requireSession({ sessions, logger }: SessionDeps): Middleware {
  const authenticate: RequestHandler = async (req, res, next) => {
    const session = await findSession(req, sessions);
    if (!session) throw new AppError("unauthorized");
    res.locals["session"] = session;
    res.locals["accountId"] = session.user.id;
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

/** Finds the session of a request that may have one. A missing or invalid token is not an error. */
export function optionalSession({ sessions }: Pick<SessionDeps, "sessions">): Middleware {
  const authenticate: RequestHandler = async (req, res, next) => {
    res.locals["session"] = await findSession(req, sessions);
    next();
  };
  return { handlers: [authenticate], credential: "optionalSession", errors: ["unavailable"] };
}

/** The API key that `requireApiKey` found. */
export function apiKeyOf(res: Response): ApiKey {
  return res.locals["apiKey"];
}

/** Whether a request has been authenticated with an API key. */
export function isWithApiKey(res: Response): boolean {
  return res.locals["apiKey"] !== undefined;
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

async function findSession(
  req: Pick<Request, "headers">,
  sessions: Pick<Sessions, "authenticate">,
): Promise<Session | undefined> {
  const token = bearerTokenOf(req);
  return token === undefined ? undefined : sessions.authenticate(token);
}

/** The bearer token of a request (RFC 6750, clause 2.1), if it has one. */
function bearerTokenOf({ headers }: Pick<Request, "headers">): string | undefined {
  return /^Bearer +(\S+)$/i.exec(headers.authorization ?? "")?.[1];
}
