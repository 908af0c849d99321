import { AppError } from "@placard/contracts";
import type { Logger } from "@placard/runtime";
import type { RequestHandler } from "express";
import type { Session, Sessions } from "../accounts/sessions.ts";
import { sendData } from "../envelope.ts";
import { sessionIn } from "../middleware/authenticate-session.ts";
import { requestIdOf } from "../middleware/request-id.ts";
import { isoTime } from "./account-fields.ts";
import type { Routes } from "./routes.ts";

interface Deps {
  sessions: Sessions;
  /** Authenticates the session. */
  guard: RequestHandler;
  logger: Logger;
}

/** The session a request bears, and the others of its user. */
export function sessionRoutes({ sessions, guard, logger }: Deps): Routes {
  const show: RequestHandler = (_req, res) => {
    const { id, user, createdAt, expiresAt } = sessionIn(res);
    sendData(res, { user, session: { id, createdAt: isoTime(createdAt), expiresAt: isoTime(expiresAt) } });
  };

  const list: RequestHandler = async (_req, res) => {
    const current = sessionIn(res);
    const found = await sessions.list(current.user.id);
    sendData(res, { sessions: found.map((session) => view(session, current)) });
  };

  const end = async (current: Session, id: string, requestId: string) => {
    const ended = await sessions.end(current.user.id, id);
    if (ended) logger.info({ requestId, userId: current.user.id, sessionId: id }, "session ended");
    return ended;
  };

  const logout: RequestHandler = async (_req, res) => {
    const current = sessionIn(res);
    await end(current, current.id, requestIdOf(res));
    sendData(res, {});
  };

  const remove: RequestHandler<{ id: string }> = async (req, res) => {
    if (!(await end(sessionIn(res), req.params.id, requestIdOf(res)))) {
      throw new AppError("not_found", { message: "You have no such session." });
    }
    sendData(res, {});
  };

  return {
    "/api/v1/auth/session": { get: [guard, show] },
    "/api/v1/auth/logout": { post: [guard, logout] },
    "/api/v1/auth/sessions": { get: [guard, list] },
    "/api/v1/auth/sessions/:id": { delete: [guard, remove as RequestHandler] },
  };
}

function view({ id, createdAt, lastSeenAt, expiresAt }: Session, current: Session) {
  return {
    id,
    createdAt: isoTime(createdAt),
    lastSeenAt: isoTime(lastSeenAt),
    expiresAt: isoTime(expiresAt),
    current: id === current.id,
  };
}
