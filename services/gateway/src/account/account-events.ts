import { securityEventTypes, type SecurityEvent, type SecurityEvents } from "@placard/accounts";
import Type, { type Static, type TSchema } from "typebox";
import { nextCursorField, pageQuery, paginate } from "../http/pagination.ts";
import { jsonEndpoint } from "../http/json-endpoint.ts";
import { formatTime, timeField } from "./account-fields.ts";
import { exactObject } from "@placard/contracts";
import { jsonResponse } from "../docs/operation.ts";

const eventView = exactObject(
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
    sessionId: Type.Optional(Type.String()),
    passkeyId: Type.Optional(Type.String()),
    keyId: Type.Optional(
      Type.String({ description: "the ID of an API key", examples: ["q0Zs3VbNf1xYtR7K"] }),
    ),
    signingKeyId: Type.Optional(Type.String()),
    webhookId: Type.Optional(Type.String()),
    assetId: Type.Optional(Type.String()),
    brand: Type.Optional(Type.String({ description: "the name of a brand" })),
    siteId: Type.Optional(Type.String()),
    template: Type.Optional(
      Type.String({ description: "the ID of a template, with the version if the event is about one" }),
    ),
    revokedSessionIds: Type.Optional(
      Type.Array(Type.String(), { description: "sessions that a login revoked to stay within the limit" }),
    ),
    deletedPasskeyId: Type.Optional(
      Type.String({ description: "the passkey that a recovery deleted to stay within the limit" }),
    ),
    count: Type.Optional(Type.Integer({ description: "how many objects the event is about" })),
  },
  { title: "SecurityEvent" },
);
/** The schema of a security event. */
export const eventSchema: TSchema = eventView;

const eventList = exactObject({ events: Type.Array(eventView), nextCursor: nextCursorField });

/** The endpoints of security events. */
export function accountEventEndpoints({ listEvents }: Pick<SecurityEvents, "listEvents">) {
  const list = jsonEndpoint({
    id: "listAccountEvents",
    tag: "account",
    summary: "List security events",
    description:
      "Lists up to 200 logins, changes of passkeys and keys, and other security events, newest first. Past that, each event replaces the oldest one of the most frequent type.",
    query: pageQuery,
    responses: { 200: jsonResponse("The events", eventList) },
    async handle({ query, owner }) {
      const { items, nextCursor } = paginate(query, await listEvents(owner), "newest first", "at");
      return { events: items.map(toEventView), nextCursor };
    },
  });

  return { list };
}

/** A security event, in a response. */
export function toEventView({ at, address, userAgent, ...event }: SecurityEvent): Static<typeof eventView> {
  return { ...event, at: formatTime(at), address: address ?? null, userAgent: userAgent ?? null };
}
