import { randomBytes } from "node:crypto";
import { createOwnedRecords, randomBase62, requirePasskey } from "@placard/accounts";
import { webhookKeys, type WebhookEventType } from "@placard/contracts";
import type { Platform } from "../platform.ts";

/** A URL that is called for events of an account. Times are epoch ms. */
export interface Webhook {
  id: string;
  url: string;
  /** The types of events that it is called for. */
  events: readonly WebhookEventType[];
  isEnabled: boolean;
  /** Who disabled it: a user, or its server with 410. Undefined while it is enabled. */
  disabledBy?: "user" | "server" | undefined;
  /** `whsec_` and 32 random bytes in base64. */
  secret: string;
  /** The passkey of the session that created it. */
  passkeyId?: string | undefined;
  /** The secret before the last rotation. Deliveries have its signature until `expiresAt`. */
  previousSecret?: { secret: string; expiresAt: number } | undefined;
  createdAt: number;
}

/** What a user can change. */
export type WebhookChanges = Partial<Pick<Webhook, "events" | "isEnabled">>;

/** How long the previous secret signs deliveries after a rotation, in ms. */
const rotationMs = 86_400_000;

/** The keys of a webhook's deliveries, which are deleted with it. Their jobs then do nothing. */
const deliveriesOf = (id: string) => ({
  keys: [webhookKeys.deliveriesOf(id), webhookKeys.deliveryTimesOf(id)],
});

/** The webhooks of accounts. Every method rejects while Redis is unavailable. */
export function createWebhooks({ redis, now }: Pick<Platform, "redis" | "now">, max: number) {
  const keyOf = webhookKeys.webhooksOf;
  const records = createOwnedRecords<Webhook>({ redis, keyOf, noun: "webhook", max });
  const { change } = records;

  return {
    find: records.find,

    /** Creates a webhook. Throws the errors of `put`, or `unauthorized` if the passkey does not exist. */
    async create(
      owner: string,
      { url, events, passkeyId }: Pick<Webhook, "url" | "events" | "passkeyId">,
    ): Promise<Webhook> {
      const id = randomBase62(16);
      const secret = createSecret();
      const webhook = { id, url, events, isEnabled: true, secret, passkeyId, createdAt: now() };
      const required = passkeyId === undefined ? {} : { required: requirePasskey(passkeyId) };
      await records.put(owner, id, webhook, { ...deliveriesOf(id), ...required });
      return webhook;
    },

    /** The webhooks of an account, newest first. */
    async list(owner: string): Promise<Webhook[]> {
      return (await records.list(owner)).toSorted((a, b) => b.createdAt - a.createdAt);
    },

    /** Changes a webhook. Undefined if it does not exist. */
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

    /**
     * Creates another secret; the previous one is valid for 24 hours. Undefined if the webhook does not
     * exist.
     */
    async rotateSecret(owner: string, id: string): Promise<Webhook | undefined> {
      const secret = createSecret();
      const expiresAt = now() + rotationMs;
      return change(owner, id, (webhook) => ({
        ...webhook,
        secret,
        previousSecret: { secret: webhook.secret, expiresAt },
      }));
    },

    /** Deletes a webhook and its deliveries. Returns false if it does not exist. */
    async delete(owner: string, id: string): Promise<boolean> {
      return records.delete(owner, id, deliveriesOf(id));
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
