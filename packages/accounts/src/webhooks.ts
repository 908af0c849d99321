import { randomBytes } from "node:crypto";
import { AppError, webhookJobId, webhookKeys, type WebhookEventType } from "@placard/contracts";
import { defineScript, type RedisClient } from "@placard/runtime";
import { accountDisabled, limitReached } from "./account-errors.ts";
import { randomBase62 } from "./random-base62.ts";
import { operatorAccountKey, userKeys } from "./redis-keys.ts";

/** A URL that is called for events of an account. Times are epoch ms. */
export interface Webhook {
  id: string;
  url: string;
  /** The types of events that it is called for. */
  events: readonly WebhookEventType[];
  isEnabled: boolean;
  /** Why it is disabled: by a user, or because its server responded with 410. Undefined while it is enabled. */
  disabledBy?: "user" | "server" | undefined;
  /** `whsec_` and 32 random bytes in base64. */
  secret: string;
  /** The secret before the last rotation. Deliveries have its signature until `expiresAt`. */
  previousSecret?: { secret: string; expiresAt: number } | undefined;
  createdAt: number;
}

/** What a user can change. */
export type WebhookChanges = Partial<Pick<Webhook, "events" | "isEnabled">>;

interface Deps {
  redis: RedisClient;
  /** Epoch ms. */
  now: () => number;
  /** MAX_WEBHOOKS: the limit on the webhooks of one account. */
  maxPerAccount: number;
}

/** How long the previous secret signs deliveries after a rotation, in ms. */
const rotationMs = 86_400_000;

const createScript = defineScript(`
if redis.call("EXISTS", KEYS[2]) == 0 and redis.call("GET", KEYS[3]) ~= ARGV[1] then return "no_account" end
if redis.call("HEXISTS", KEYS[2], "disabledAt") == 1 then return "disabled" end
if redis.call("HLEN", KEYS[1]) >= tonumber(ARGV[2]) then return "limit_reached" end
redis.call("HSET", KEYS[1], ARGV[3], ARGV[4])
return "done"`);

// A change is repeated if another one came first, so that none is lost. A deleted webhook is not created again.
const replaceScript = defineScript(`
if redis.call("HGET", KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
redis.call("HSET", KEYS[1], ARGV[1], ARGV[3])
return 1`);

const deleteScript = defineScript(`
if redis.call("HDEL", KEYS[1], ARGV[1]) == 0 then return nil end
local ids = redis.call("HKEYS", KEYS[2])
redis.call("DEL", KEYS[2], KEYS[3])
return ids`);

/** The webhooks of accounts. Every method rejects while Redis is unavailable. */
export function createWebhooks({ redis, now, maxPerAccount }: Deps) {
  /** Replaces a webhook by what `change` returns for it. Undefined if the account has no such webhook. */
  async function change(
    owner: string,
    id: string,
    apply: (webhook: Webhook) => Webhook,
  ): Promise<Webhook | undefined> {
    const key = webhookKeys.webhooksOf(owner);
    for (;;) {
      const json = await redis.hget(key, id);
      if (json === null) return undefined;
      const changed = apply(parse(json));
      if ((await replaceScript(redis, [key], [id, json, JSON.stringify(changed)])) === 1) return changed;
    }
  }

  return {
    /**
     * Creates a webhook. Throws AppError `limit_reached` if the account has `maxPerAccount` of them, `forbidden` if it is
     * disabled, or `unauthorized` if it does not exist.
     */
    async create(owner: string, { url, events }: Pick<Webhook, "url" | "events">): Promise<Webhook> {
      const id = randomBase62(16);
      const webhook: Webhook = {
        id,
        url,
        events,
        isEnabled: true,
        secret: createSecret(),
        createdAt: now(),
      };
      const keys = [webhookKeys.webhooksOf(owner), userKeys.user(owner), operatorAccountKey];
      const outcome = await createScript(redis, keys, [owner, maxPerAccount, id, JSON.stringify(webhook)]);
      if (outcome === "no_account") throw new AppError("unauthorized");
      if (outcome === "disabled") throw accountDisabled();
      if (outcome === "limit_reached") throw limitReached(maxPerAccount, "webhook", "Delete");
      return webhook;
    },

    /** The webhooks of an account, newest first. */
    async list(owner: string): Promise<Webhook[]> {
      const webhooks = (await redis.hvals(webhookKeys.webhooksOf(owner))).map(parse);
      return webhooks.toSorted((a, b) => b.createdAt - a.createdAt);
    },

    /** Undefined if the account has no such webhook. */
    async find(owner: string, id: string): Promise<Webhook | undefined> {
      const json = await redis.hget(webhookKeys.webhooksOf(owner), id);
      return json === null ? undefined : parse(json);
    },

    /** Changes a webhook. Undefined if the account has no such webhook. */
    async update(owner: string, id: string, changes: WebhookChanges): Promise<Webhook | undefined> {
      return change(owner, id, (webhook) => {
        const { disabledBy, ...changed } = { ...webhook, ...changes };
        return changed.isEnabled ? changed : { ...changed, disabledBy: disabledBy ?? "user" };
      });
    },

    /** Disables a webhook whose server responded with 410. */
    async disableByServer(owner: string, id: string): Promise<void> {
      await change(owner, id, (webhook) => ({ ...webhook, isEnabled: false, disabledBy: "server" }));
    },

    /** Creates another secret; the previous one is valid for 24 hours. Undefined if the account has no such webhook. */
    async rotateSecret(owner: string, id: string): Promise<Webhook | undefined> {
      const secret = createSecret();
      const expiresAt = now() + rotationMs;
      return change(owner, id, (webhook) => ({
        ...webhook,
        secret,
        previousSecret: { secret: webhook.secret, expiresAt },
      }));
    },

    /**
     * Deletes a webhook and its deliveries. Returns the ids of the BullMQ jobs that may exist for them; undefined if the account
     * has no such webhook.
     */
    async delete(owner: string, id: string): Promise<string[] | undefined> {
      const keys = [
        webhookKeys.webhooksOf(owner),
        webhookKeys.deliveriesOf(id),
        webhookKeys.deliveryTimesOf(id),
      ];
      const eventIds = (await deleteScript(redis, keys, [id])) as string[] | null;
      return eventIds?.map((eventId) => webhookJobId({ webhookId: id, eventId }));
    },
  };
}
export type Webhooks = ReturnType<typeof createWebhooks>;

/** The secrets that sign a delivery at a time (epoch ms), the current one first. */
export function validSecrets({ secret, previousSecret }: Webhook, time: number): string[] {
  const isPreviousValid = previousSecret !== undefined && time < previousSecret.expiresAt;
  return isPreviousValid ? [secret, previousSecret.secret] : [secret];
}

/** Standard Webhooks, "Signature scheme": `whsec_` and 24 to 64 random bytes in base64. */
function createSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}

function parse(json: string): Webhook {
  return JSON.parse(json) as Webhook;
}
