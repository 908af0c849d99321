import { randomBytes } from "node:crypto";
import {
  accountDisabled,
  accountFunctions,
  accountKeysOf,
  limitReached,
  randomBase62,
} from "@placard/accounts";
import { AppError, webhookKeys, type WebhookEventType } from "@placard/contracts";
import { defineScript } from "@placard/runtime";
import type { Platform } from "../platform.ts";

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

/** How long the previous secret signs deliveries after a rotation, in ms. */
const rotationMs = 86_400_000;

const createScript = defineScript(`${accountFunctions}
if not hasAccount(args.owner) then return "no_account" end
if isDisabled() then return "disabled" end
if redis.call("HLEN", keys.webhooks) >= args.max then return "limit_reached" end
redis.call("HSET", keys.webhooks, args.id, args.json)
for _, key in ipairs({ keys.webhooks, keys.deliveries, keys.times }) do addDataKey(key) end
return "done"`);

// A change is repeated if another one came first, so that none is lost. A deleted webhook is not created
// again.
const replaceScript = defineScript(`
if redis.call("HGET", keys.webhooks, args.id) ~= args.previous then return 0 end
redis.call("HSET", keys.webhooks, args.id, args.next)
return 1`);

const deleteScript = defineScript(`${accountFunctions}
if redis.call("HDEL", keys.webhooks, args.id) == 0 then return 0 end
redis.call("DEL", keys.deliveries, keys.times)
removeDataKey(keys.deliveries)
removeDataKey(keys.times)
return 1`);

const keysOf = (owner: string, id: string) => ({
  ...accountKeysOf(owner),
  webhooks: webhookKeys.webhooksOf(owner),
  deliveries: webhookKeys.deliveriesOf(id),
  times: webhookKeys.deliveryTimesOf(id),
});

/** The webhooks of accounts. Every method rejects while Redis is unavailable. */
export function createWebhooks({ redis, now }: Pick<Platform, "redis" | "now">, maxPerAccount: number) {
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
      const replacement = { id, previous: json, next: JSON.stringify(changed) };
      if ((await replaceScript(redis, { webhooks: key }, replacement)) === 1) return changed;
    }
  }

  return {
    /**
     * Creates a webhook. Throws AppError `limit_reached` if the account has `maxPerAccount` of them,
     * `forbidden` if it is disabled, or `unauthorized` if it does not exist.
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
      const outcome = await createScript(redis, keysOf(owner, id), {
        owner,
        id,
        json: JSON.stringify(webhook),
        max: maxPerAccount,
      });
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

    /** Deletes a webhook and its deliveries. Their jobs then do nothing. Returns false if the account has no such webhook. */
    async delete(owner: string, id: string): Promise<boolean> {
      return (await deleteScript(redis, keysOf(owner, id), { id })) === 1;
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
