import type { Accounts, SecurityEvents } from "@placard/accounts";
import { exactObject, notFound } from "@placard/contracts";
import type { Response } from "express";
import Type from "typebox";
import type { Feature } from "../feature.ts";
import { access } from "../http/access.ts";
import { route } from "../http/route.ts";
import type { SessionCookie } from "../http/session-cookie.ts";
import { sessionOf } from "../http/caller.ts";
import { nextCursorField, pageQuery, paginate } from "../http/pagination.ts";
import { clientFields } from "./client-fields.ts";
import { jsonEndpoint } from "../http/json-endpoint.ts";
import { userField, actorOf } from "../account/account-fields.ts";
import { timeField } from "../http/present.ts";
import { jsonResponse, emptyResponse, pathParameter } from "../docs/operation.ts";

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
        ...clientFields,
        current: Type.Boolean({ description: "whether the request uses this session" }),
      },
      { title: "Session" },
    ),
  ),
  nextCursor: nextCursorField,
});

interface Deps {
  accounts: Accounts;
  events: SecurityEvents;
  cookie: SessionCookie;
}

/** The sessions of accounts. */
export function createSessions({ accounts: { sessions }, events, cookie }: Deps): Feature {
  /** False if the user of the request does not have this session. */
  async function revoke(res: Response, id: string): Promise<boolean> {
    const isRevoked = await sessions.revokeSession(sessionOf(res).user.id, id);
    if (isRevoked) await events.recordEvent({ ...actorOf(res), type: "session_revoked", sessionId: id });
    return isRevoked;
  }

  const get = jsonEndpoint({
    id: "getSession",
    summary: "Get the current session and its user",
    description: "Returns the user and the session of the token, or 401 if the session has ended.",
    responses: { 200: jsonResponse("The session", currentSession) },
    handle({ res }) {
      const session = sessionOf(res);
      return { user: session.user, session };
    },
  });

  const logout = jsonEndpoint({
    id: "logout",
    summary: "Revoke the current session",
    description:
      "Signs out. The token is rejected from then on. If the session is in a cookie, the cookie is deleted.",
    responses: { 200: emptyResponse("The session is revoked") },
    async handle({ res }) {
      await revoke(res, sessionOf(res).id);
      cookie.clear(res);
      return {};
    },
  });

  const list = jsonEndpoint({
    id: "listSessions",
    summary: "List your sessions",
    description: "Lists the sessions of your account that have not expired, newest first.",
    query: pageQuery,
    responses: { 200: jsonResponse("The sessions", sessionList) },
    async handle({ query, res }) {
      const current = sessionOf(res);
      const { items, nextCursor } = paginate(
        query,
        await sessions.listSessions(current.user.id),
        "newest first",
        "createdAt",
      );
      const all = items.map((session) => ({ ...session, current: session.id === current.id }));
      return { sessions: all, nextCursor };
    },
  });

  const deleteSession = jsonEndpoint({
    id: "deleteSession",
    summary: "Revoke a session",
    description: "Signs out another browser or device. Its token is rejected from then on.",
    parameters: [pathParameter("id", "The ID of the session")],
    responses: { 200: emptyResponse("The session is revoked") },
    errors: ["not_found"],
    async handle({ params, res }) {
      if (!(await revoke(res, params.id))) throw notFound("Session");
      return {};
    },
  });

  const deleteOthers = jsonEndpoint({
    id: "deleteOtherSessions",
    summary: "Revoke all other sessions",
    description: "Signs out all browsers and devices but this one. The request counts against no rate limit.",
    responses: { 200: emptyResponse("The other sessions are revoked") },
    async handle({ res }) {
      const current = sessionOf(res);
      const count = await sessions.revokeOtherSessions(current.user.id, current.id);
      await events.recordEvent({
        ...actorOf(res),
        type: "other_sessions_revoked",
        sessionId: current.id,
        count,
      });
      return {};
    },
  });

  return {
    tag: "accounts",
    routes: [
      route("get", "/api/v1/auth/session", access.session, get),
      route("post", "/api/v1/auth/logout", access.endSession, logout),
      route("delete", "/api/v1/auth/sessions", access.endSession, deleteOthers),
      route("get", "/api/v1/auth/sessions", access.session, list),
      route("delete", "/api/v1/auth/sessions/:id", access.session, deleteSession),
    ],
  };
}
