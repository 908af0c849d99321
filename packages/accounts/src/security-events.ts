import { storedUserAgent } from "./client-info.ts";
import { defineScript, type Logger, type RedisClient } from "@placard/runtime";
import Type, { type Static } from "typebox";
import { v7 as createOrderedId } from "uuid";
import { eventKeys, userKeys } from "./redis-keys.ts";
import type { UserRecord } from "./user-store.ts";

/** The log message of each type of security event. */
const messages = {
  account_registered: "account registered",
  session_created: "session created",
  session_revoked: "session revoked",
  other_sessions_revoked: "other sessions revoked",
  reauthenticated: "reauthenticated",
  passkey_added: "passkey added",
  passkey_renamed: "passkey renamed",
  passkey_deleted: "passkey deleted",
  api_key_created: "API key created",
  api_key_revoked: "API key revoked",
  signing_key_created: "signing key created",
  signing_key_revoked: "signing key revoked",
  webhook_created: "webhook created",
  webhook_changed: "webhook changed",
  webhook_secret_rotated: "webhook secret rotated",
  webhook_deleted: "webhook deleted",
  template_created: "template created",
  template_published: "template published",
  template_archived: "template archived",
  template_restored: "template restored",
  template_deleted: "template deleted",
  review_created: "review created",
  review_deleted: "review deleted",
  asset_created: "asset created",
  asset_deleted: "asset deleted",
  brand_changed: "brand changed",
  brand_deleted: "brand deleted",
  site_created: "site created",
  site_verified: "site verified",
  site_deleted: "site deleted",
  recovery_codes_created: "recovery codes created",
  recovery_codes_revoked: "recovery codes revoked",
  recovery_code_issued: "recovery code issued",
  account_recovered: "account recovered",
  name_changed: "name changed",
  email_changed: "email changed",
  email_verified: "email verified",
  account_exported: "account exported",
  account_disabled: "account disabled",
  account_enabled: "account enabled",
  account_deleted: "account deleted",
  event_reported: "security event reported",
} as const;

/** What happened to an account, in the past tense. */
export type SecurityEventType = keyof typeof messages;

/** All types of security events. */
export const securityEventTypes = Object.keys(messages) as SecurityEventType[];

/** Who caused a security event: the user, the operator on the command line, or a program with an API key. */
export type EventActor = "user" | "operator" | "api_key";

/** The objects of a security event: the members of its schema. */
export const eventObjects = {
  sessionId: Type.Optional(Type.String()),
  passkeyId: Type.Optional(Type.String()),
  keyId: Type.Optional(Type.String({ description: "the ID of an API key", examples: ["q0Zs3VbNf1xYtR7K"] })),
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
};

const objects = Type.Object(eventObjects);

/** A security event of an account. */
export interface SecurityEvent extends Static<typeof objects> {
  id: string;
  type: SecurityEventType;
  /** Epoch ms. */
  at: number;
  actor: EventActor;
  /** The client's address as rate limits count it: for IPv6, the /64 network. Undefined for the operator. */
  address?: string | undefined;
  /** The first 256 characters of the client's `User-Agent`. */
  userAgent?: string | undefined;
}

/** A security event that has just happened. */
export interface NewSecurityEvent extends Omit<SecurityEvent, "id" | "at"> {
  accountId: string;
  /** The id of the HTTP request; undefined on the command line. */
  requestId?: string | undefined;
  /**
   * The user before the event, if the event changes the email address or deletes the account. For the notice
   * to that address; neither logged nor stored.
   */
  formerUser?: UserRecord | undefined;
}

interface Deps {
  redis: RedisClient;
  logger: Pick<Logger, "info" | "warn">;
  /** Epoch ms. */
  now: () => number;
  /** Called after an event has been recorded, to notify the user. */
  onRecorded?: ((event: NewSecurityEvent & { at: number }) => void) | undefined;
}

/** How many events of an account are kept. */
const maxEvents = 200;

// Past the limit, each event replaces the oldest one of the most frequent type. Otherwise, a thief of a
// session token could remove all traces with 200 renames. An event that is recorded while the account is
// being deleted must not recreate the list.
const appendScript = defineScript(`
if redis.call("EXISTS", keys.user) == 0 then return end
if redis.call("LPUSH", keys.events, args.event) <= args.max then return end
local events, types, counts, most = redis.call("LRANGE", keys.events, 0, -1), {}, {}, 0
for i, json in ipairs(events) do
  local type = json:match('"type":"([%l_]+)"') -- in texts of clients, quotes are escaped
  types[i] = type
  counts[type] = (counts[type] or 0) + 1
  most = math.max(most, counts[type])
end
local oldest = #events
while counts[types[oldest]] < most do oldest = oldest - 1 end
redis.call("LREM", keys.events, -1, events[oldest])`);

/** The security events of accounts: the audit trail, in the log and in Redis. */
export function createSecurityEvents({ redis, logger, now, onRecorded }: Deps) {
  return {
    /**
     * Logs an event, and stores it if the account exists. Call this after the action. Never rejects: an event
     * that cannot be stored is logged with a warning.
     */
    async recordEvent(newEvent: NewSecurityEvent): Promise<void> {
      const { accountId, requestId, formerUser: _notStored, ...event } = newEvent;
      const { type, actor, address, userAgent, ...details } = event;
      const request = requestId === undefined ? {} : { requestId };
      logger.info({ ...request, accountId, userId: accountId, actor, ...details }, messages[type]);
      const stored: SecurityEvent = {
        id: createOrderedId(), // RFC 9562, clause 5.7: events of the same millisecond keep their order
        type,
        at: now(),
        actor,
        address,
        userAgent: storedUserAgent(userAgent),
        ...details,
      };
      try {
        const keys = { user: userKeys.user(accountId), events: eventKeys.eventsOf(accountId) };
        await appendScript(redis, keys, { event: JSON.stringify(stored), max: maxEvents });
      } catch (error) {
        logger.warn({ ...request, accountId, type, err: error }, "security event storage failed");
      }
      onRecorded?.({ ...newEvent, at: stored.at });
    },

    /** The events of an account, at most 200, newest first. Rejects while Redis is unavailable. */
    async listEvents(accountId: string): Promise<SecurityEvent[]> {
      const stored = await redis.lrange(eventKeys.eventsOf(accountId), 0, -1);
      return stored.map((json) => JSON.parse(json) as SecurityEvent).toSorted((a, b) => b.at - a.at);
    },
  };
}
export type SecurityEvents = ReturnType<typeof createSecurityEvents>;
