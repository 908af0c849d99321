import { listWebhookJobs, type Accounts, type Webhooks } from "@placard/accounts";
import type { Logger, RedisClient } from "@placard/runtime";
import type { DeliveryQueue } from "./delivery-queue.ts";

interface Deps {
  redis: RedisClient;
  webhooks: Webhooks;
  accounts: Accounts;
  deliveryQueue: DeliveryQueue;
  logger: Pick<Logger, "warn">;
}

/** The deletions that also remove jobs from the queue of deliveries. */
export function createWebhookDeletion({ redis, webhooks, accounts, deliveryQueue, logger }: Deps) {
  /** A failure is only logged: a job whose delivery was deleted does nothing. */
  async function remove(owner: string, jobIds: readonly string[]): Promise<void> {
    try {
      await deliveryQueue.remove(jobIds);
    } catch (error) {
      logger.warn({ accountId: owner, err: error }, "webhook job removal failed");
    }
  }

  return {
    /** Deletes a webhook with its deliveries. Returns false if the account has no such webhook. */
    async deleteWebhook(owner: string, id: string): Promise<boolean> {
      const jobIds = await webhooks.delete(owner, id);
      if (jobIds) await remove(owner, jobIds);
      return jobIds !== undefined;
    },

    /** Deletes an account: see Accounts. */
    async deleteAccount(owner: string): Promise<"done" | "no_user"> {
      const jobIds = await listWebhookJobs(redis, owner);
      const outcome = await accounts.deleteAccount(owner);
      await remove(owner, jobIds);
      return outcome;
    },
  };
}
export type WebhookDeletion = ReturnType<typeof createWebhookDeletion>;
