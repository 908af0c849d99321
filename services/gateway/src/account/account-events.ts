import {
  eventObjects,
  securityEventTypes,
  type SecurityEvent,
  type SecurityEvents,
  type UserStore,
} from "@placard/accounts";
import Type from "typebox";
import { nextCursorField, pageQuery, paginate } from "../http/pagination.ts";
import { jsonEndpoint } from "../http/json-endpoint.ts";
import { sessionOf } from "../http/caller.ts";
import { actorOf } from "./account-fields.ts";
import { timeField } from "../http/present.ts";
import { exactObject, notFound } from "@placard/contracts";
import { jsonResponse, pathParameter } from "../docs/operation.ts";
import { recordRevoked } from "./revoked.ts";

/** A security event, in a response. */
export const eventView = exactObject(
  {
    id: Type.String({ examples: ["6f3d2c1b-0a49-4d8e-9f7a-5b6c7d8e9f01"] }),
    type: Type.Unsafe<SecurityEvent["type"]>({
      type: "string",
      enum: securityEventTypes,
      examples: ["api_key_created"],
    }),
    at: timeField,
    actor: Type.Unsafe<SecurityEvent["actor"]>({
      type: "string",
      enum: ["user", "operator", "api_key"],
      description: "who caused the event",
    }),
    address: Type.Union([Type.String(), Type.Null()], {
      description: "the client's address; for IPv6, its /64 network",
      examples: ["203.0.113.7"],
    }),
    userAgent: Type.Union([Type.String({ maxLength: 256, examples: ["Mozilla/5.0"] }), Type.Null()]),
    ...eventObjects,
  },
  { title: "SecurityEvent" },
);

const eventList = exactObject({ events: Type.Array(eventView), nextCursor: nextCursorField });

const count = Type.Integer({ minimum: 0 });
const reported = exactObject(
  {
    passkeys: count,
    sessions: count,
    apiKeys: count,
    signingKeys: count,
    webhooks: count,
    recoveryCodes: count,
  },
  { title: "ReportedEvent", description: "how many of each were revoked" },
);

/** An event is recorded after its action, which may have created something before. In ms. */
const leewayMs = 60_000;

/** The endpoints of security events. */
export function accountEventEndpoints(
  events: SecurityEvents,
  { revokeSince }: Pick<UserStore, "revokeSince">,
) {
  const { listEvents } = events;
  const list = jsonEndpoint({
    id: "listAccountEvents",
    summary: "List security events",
    description:
      "Lists up to 200 logins, changes of passkeys and keys, and other security events, newest first. Past that, each event replaces the oldest one of the most frequent type.",
    query: pageQuery,
    responses: { 200: jsonResponse("The events", eventList) },
    async handle({ query, owner }) {
      const { items, nextCursor } = paginate(query, await listEvents(owner), "newest first", "at");
      return { events: items, nextCursor };
    },
  });

  const report = jsonEndpoint({
    id: "reportAccountEvent",
    summary: "Report a security event that was not you",
    description:
      "Revokes all sessions of the account, the current one included, and what sessions have created since a minute before the event: API keys, signing keys, webhooks and recovery codes. Also deletes the passkeys that were added since, but not the one that the current session was created with.",
    parameters: [pathParameter("id", "The ID of the event")],
    responses: { 200: jsonResponse("How much was revoked", reported) },
    errors: ["not_found"],
    async handle({ params: { id }, owner, res }) {
      const event = (await listEvents(owner)).find((each) => each.id === id);
      if (!event) throw notFound("Security event");
      const { passkeyId: keptPasskeyId } = sessionOf(res);
      const revoked = await revokeSince(owner, { since: event.at - leewayMs, keptPasskeyId });
      await events.recordEvent({ ...actorOf(res), type: "event_reported", count: revoked.sessions });
      await recordRevoked(events, actorOf(res), revoked);
      return {
        passkeys: revoked.passkeyIds.length,
        sessions: revoked.sessions,
        apiKeys: revoked.apiKeyIds.length,
        signingKeys: revoked.signingKeyIds.length,
        webhooks: revoked.webhookIds.length,
        recoveryCodes: revoked.recoveryCodes,
      };
    },
  });

  return { list, report };
}
