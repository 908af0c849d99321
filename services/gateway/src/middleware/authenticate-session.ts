import { AppError } from "@placard/contracts";
import type { Logger } from "@placard/runtime";
import type { Request, RequestHandler, Response } from "express";
import type { Session, Sessions } from "../accounts/sessions.ts";
import { bearerOf } from "./bearer.ts";
import { requestIdOf } from "./request-id.ts";

interface Deps {
  sessions: Pick<Sessions, "authenticate" | "touch">;
  logger: Logger;
}

/** Lets a request pass that bears the token of a session that is there still; else AppError `unauthorized`. */
export function authenticateSession({ sessions, logger }: Deps): RequestHandler {
  return async (req, res, next) => {
    const session = await sessionOf(req, sessions);
    if (!session) throw new AppError("unauthorized");
    res.locals["session"] = session;
    sessions.touch(session).catch((error: unknown) => {
      logger.warn(
        { requestId: requestIdOf(res), sessionId: session.id, err: error },
        "use of a session not noted",
      );
    });
    next();
  };
}

/** The session whose token a request bears, if it bears a good one. */
export async function sessionOf(
  req: Request,
  sessions: Pick<Sessions, "authenticate">,
): Promise<Session | undefined> {
  const token = bearerOf(req);
  return token === undefined ? undefined : sessions.authenticate(token);
}

/** The session that the request behind this response bore. */
export function sessionIn(res: Response): Session {
  return res.locals["session"];
}
