import type { SecurityEvents, Session, Sessions } from "@placard/accounts";
import { exactObject, notFound } from "@placard/contracts";
import type { Response } from "express";
import Type, { type Static } from "typebox";
import { sessionOf } from "../http/caller.ts";
import { emptyData, sendData } from "../http/envelope.ts";
import { nextCursorField, pageQuery, paginate } from "../http/pagination.ts";
import type { Endpoint } from "../http/route.ts";
import { formatTime, timeField, userField, actorOf } from "../account/account-fields.ts";
import { jsonResponse, emptyResponse } from "../docs/operation.ts";

const sessionId = Type.String({ examples: ["6f3d2c1b-0a49-4d8e-9f7a-5b6c7d8e9f01"] });
const currentSession = exactObject(
  {
    user: userField,
    session: exactObject({ id: sessionId, createdAt: timeField, expiresAt: timeField }),
  },
  { title: "CurrentSession" },
);
const sessionList = exactObject({
  sessions: Type.Array(
    exactObject(
      {
        id: sessionId,
        createdAt: timeField,
        lastSeenAt: timeField,
        expiresAt: timeField,
        userAgent: Type.Union([Type.String(), Type.Null()], {
          description:
            "the first 256 characters of the `User-Agent` of the client that signed in; null if it sent none",
          examples: ["Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0"],
        }),
        address: Type.Union([Type.String(), Type.Null()], {
          description: "the address of the client that signed in; for IPv6, its /64 network",
          examples: ["203.0.113.7"],
        }),
        current: Type.Boolean({ description: "whether the request uses this session" }),
      },
      { title: "Session" },
    ),
  ),
  nextCursor: nextCursorField,
});

/** The endpoints of sessions. */
export function sessionEndpoints(sessions: Sessions, events: SecurityEvents) {
  /** False if the user of the request has no such session. */
  async function revoke(res: Response, id: string): Promise<boolean> {
    const isRevoked = await sessions.revokeSession(sessionOf(res).user.id, id);
    if (isRevoked) await events.recordEvent({ ...actorOf(res), type: "session_revoked", sessionId: id });
    return isRevoked;
  }

  const get: Endpoint = {
    operation: {
      id: "getSession",
      tag: "accounts",
      summary: "Get the current session and its user",
      description: "Returns the user and the session of the token, or 401 if the session has ended.",
      responses: {
        200: jsonResponse("The session", currentSession),
      },
    },
    handler(_req, res) {
      const { id, user, createdAt, expiresAt } = sessionOf(res);
      const session = { id, createdAt: formatTime(createdAt), expiresAt: formatTime(expiresAt) };
      sendData<Static<typeof currentSession>>(res, { user, session });
    },
  };

  const logout: Endpoint = {
    operation: {
      id: "logout",
      tag: "accounts",
      summary: "Revoke the current session",
      description: "Signs out. The token is rejected from then on.",
      responses: { 200: emptyResponse("The session is revoked") },
    },
    async handler(_req, res) {
      await revoke(res, sessionOf(res).id);
      sendData<Static<typeof emptyData>>(res, {});
    },
  };

  const list: Endpoint = {
    operation: {
      id: "listSessions",
      tag: "accounts",
      summary: "List your sessions",
      description: "Lists the sessions of your account that have not expired, newest first.",
      query: pageQuery,
      responses: {
        200: jsonResponse("The sessions", sessionList),
      },
      errors: ["validation_failed"],
    },
    async handler({ query }, res) {
      const current = sessionOf(res);
      const { items, nextCursor } = paginate(query, await sessions.listSessions(current.user.id), {
        order: "newest first",
        timeOf: ({ createdAt }) => createdAt,
      });
      const views = items.map((session) => ({ ...toView(session), current: session.id === current.id }));
      sendData<Static<typeof sessionList>>(res, { sessions: views, nextCursor });
    },
  };

  const deleteSession: Endpoint = {
    operation: {
      id: "deleteSession",
      tag: "accounts",
      summary: "Revoke a session",
      description: "Signs out another browser or device. Its token is rejected from then on.",
      parameters: [{ in: "path", name: "id", description: "The ID of the session", schema: Type.String() }],
      responses: { 200: emptyResponse("The session is revoked") },
      errors: ["not_found"],
    },
    async handler(req, res) {
      if (!(await revoke(res, req.params.id))) throw notFound("Session");
      sendData<Static<typeof emptyData>>(res, {});
    },
  };

  const deleteOthers: Endpoint = {
    operation: {
      id: "deleteOtherSessions",
      tag: "accounts",
      summary: "Revoke all other sessions",
      description:
        "Signs out all browsers and devices but this one. The request counts against no rate limit.",
      responses: { 200: emptyResponse("The other sessions are revoked") },
    },
    async handler(_req, res) {
      const current = sessionOf(res);
      const count = await sessions.revokeOtherSessions(current.user.id, current.id);
      await events.recordEvent({
        ...actorOf(res),
        type: "other_sessions_revoked",
        sessionId: current.id,
        count,
      });
      sendData<Static<typeof emptyData>>(res, {});
    },
  };

  return { get, logout, list, delete: deleteSession, deleteOthers };
}

function toView({ id, createdAt, lastSeenAt, expiresAt, userAgent, address }: Session) {
  return {
    id,
    createdAt: formatTime(createdAt),
    lastSeenAt: formatTime(lastSeenAt),
    expiresAt: formatTime(expiresAt),
    userAgent: userAgent ?? null,
    address: address ?? null,
  };
}
