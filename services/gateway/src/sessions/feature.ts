import type { Accounts, SecurityEvents } from "@placard/accounts";
import type { Feature } from "../feature.ts";
import { access } from "../http/access.ts";
import { route } from "../http/route.ts";
import type { SessionCookie } from "../http/session-cookie.ts";
import { sessionEndpoints } from "./sessions.ts";

/** The sessions of accounts. */
export function createSessions({
  accounts,
  events,
  cookie,
}: {
  accounts: Accounts;
  events: SecurityEvents;
  cookie: SessionCookie;
}): Feature {
  const sessions = sessionEndpoints(accounts.sessions, events, cookie);
  return {
    routes: [
      route("get", "/api/v1/auth/session", access.session, sessions.get),
      route("post", "/api/v1/auth/logout", access.endSession, sessions.logout),
      route("delete", "/api/v1/auth/sessions", access.endSession, sessions.deleteOthers),
      route("get", "/api/v1/auth/sessions", access.session, sessions.list),
      route("delete", "/api/v1/auth/sessions/:id", access.session, sessions.delete),
    ],
  };
}
