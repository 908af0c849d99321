import type { Session, Sessions } from "@placard/accounts";
import { AppError } from "@placard/contracts";
import type { Logger } from "@placard/runtime";
import type { RequestHandler } from "express";
import Type, { type Static } from "typebox";
import { nothing, sendData } from "../http/envelope.ts";
import { sessionOf } from "../http/authenticate.ts";
import { requestIdOf } from "../http/request-id.ts";
import type { Operation } from "../docs/operation.ts";
import { isoTime, timeField, userField } from "./account-fields.ts";
import type { Middleware, PathParameters, Routes } from "../http/route.ts";

interface Deps {
  sessions: Sessions;
  /** Authenticates the session. */
  guard: Middleware;
  logger: Logger;
}

const exact = { additionalProperties: false };
const current = Type.Object(
  {
    user: userField,
    session: Type.Object({ id: Type.String(), createdAt: timeField, expiresAt: timeField }, exact),
  },
  { ...exact, title: "CurrentSession" },
);
const listed = Type.Object(
  {
    id: Type.String(),
    createdAt: timeField,
    lastSeenAt: timeField,
    expiresAt: timeField,
    current: Type.Boolean({ description: "whether it is the one that asks" }),
  },
  { ...exact, title: "Session" },
);
const sessionList = Type.Object({ sessions: Type.Array(listed) }, exact);

const times = { createdAt: "2027-01-01T12:00:00.000Z", expiresAt: "2027-01-02T12:00:00.000Z" };
const example = { id: "6f3d2c1b-0a49-4d8e-9f7a-5b6c7d8e9f01", ...times };
const shared = { tag: "accounts" } as const;
const getSession: Operation = {
  ...shared,
  id: "getSession",
  summary: "The session of the token, and whose it is",
  responses: {
    200: {
      description: "The session",
      data: current,
      example: {
        user: { id: "iXxQx0m1S3q9u7Vb2Yc4Zg", email: "ada@example.com", name: "Ada Lovelace" },
        session: example,
      },
    },
  },
};
const logoutOperation: Operation = {
  ...shared,
  id: "logout",
  summary: "End the session of the token",
  responses: { 200: { description: "It has ended", data: nothing, example: {} } },
};
const listSessions: Operation = {
  ...shared,
  id: "listSessions",
  summary: "Your sessions, the newest first",
  responses: {
    200: {
      description: "All of them",
      data: sessionList,
      example: { sessions: [{ ...example, lastSeenAt: times.createdAt, current: true }] },
    },
  },
};
const endSession: Operation = {
  ...shared,
  id: "endSession",
  summary: "End one of your sessions",
  parameters: [{ in: "path", name: "id", description: "The session's id", schema: Type.String() }],
  responses: { 200: { description: "It has ended", data: nothing, example: {} } },
  errors: ["not_found"],
};

/** The session a request bears, and the others of its user. */
export function sessionRoutes({ sessions, guard, logger }: Deps): Routes {
  const show: RequestHandler<PathParameters> = (_req, res) => {
    const { id, user, createdAt, expiresAt } = sessionOf(res);
    const session = { id, createdAt: isoTime(createdAt), expiresAt: isoTime(expiresAt) };
    sendData<Static<typeof current>>(res, { user, session });
  };

  const list: RequestHandler<PathParameters> = async (_req, res) => {
    const own = sessionOf(res);
    const found = await sessions.listSessions(own.user.id);
    sendData<Static<typeof sessionList>>(res, { sessions: found.map((session) => view(session, own)) });
  };

  const end = async ({ user }: Session, id: string, requestId: string) => {
    const ended = await sessions.revokeSession(user.id, id);
    if (ended) logger.info({ requestId, userId: user.id, sessionId: id }, "session ended");
    return ended;
  };

  const logout: RequestHandler<PathParameters> = async (_req, res) => {
    const own = sessionOf(res);
    await end(own, own.id, requestIdOf(res));
    sendData<Static<typeof nothing>>(res, {});
  };

  const remove: RequestHandler<PathParameters> = async (req, res) => {
    if (!(await end(sessionOf(res), req.params.id, requestIdOf(res)))) {
      throw new AppError("not_found", { message: "You have no such session." });
    }
    sendData<Static<typeof nothing>>(res, {});
  };

  return {
    "/api/v1/auth/session": { get: { about: getSession, handlers: [guard, show] } },
    "/api/v1/auth/logout": { post: { about: logoutOperation, handlers: [guard, logout] } },
    "/api/v1/auth/sessions": { get: { about: listSessions, handlers: [guard, list] } },
    "/api/v1/auth/sessions/:id": {
      delete: { about: endSession, handlers: [guard, remove] },
    },
  };
}

function view({ id, createdAt, lastSeenAt, expiresAt }: Session, own: Session): Static<typeof listed> {
  return {
    id,
    createdAt: isoTime(createdAt),
    lastSeenAt: isoTime(lastSeenAt),
    expiresAt: isoTime(expiresAt),
    current: id === own.id,
  };
}
