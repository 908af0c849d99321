import { setMaxListeners } from "node:events";
import { lanes, queuePrefix, webhookQueue, type WebhookJob } from "@placard/contracts";
import { isRedisOutage, Lane, type Logger } from "@placard/runtime";
import { DelayedError, Worker, type ConnectionOptions, type Job } from "bullmq";
import type { SendAttempt } from "./send-attempt.ts";
import type { WebhookAttempt, WebhookDeliveries, WebhookDelivery } from "./delivery-store.ts";
import type { Webhooks } from "./webhook-store.ts";

/** The result of an attempt: `retried` if it failed and another one follows, `failed` if none does. */
export const attemptOutcomes = ["delivered", "retried", "failed"] as const;
export type AttemptOutcome = (typeof attemptOutcomes)[number];

interface Deps {
  connection: ConnectionOptions;
  deliveries: Pick<WebhookDeliveries, "startRun" | "replace">;
  webhooks: Pick<Webhooks, "find" | "disableByServer">;
  isAccountDisabled: (accountId: string) => Promise<boolean>;
  send: SendAttempt;
  countAttempt: (outcome: AttemptOutcome) => void;
  logger: Pick<Logger, "info" | "warn" | "error">;
  /** Epoch ms. */
  now: () => number;
  /** The time between attempts, in ms. */
  delaysMs?: readonly number[];
}

/**
 * How long a delivery waits if its account can take no slot, in ms: a second more each time, up to a minute.
 * Thousands of waiting deliveries then take little time.
 */
const busyDelayMs = (runs: number): number => 1_000 * Math.min(Math.max(1, runs), 60);

const disabledMessage = "The webhook is disabled.";

/** Starts the worker that sends deliveries, and schedules their retries. */
export function startDeliveryWorker(deps: Deps) {
  const { connection, deliveries, webhooks, isAccountDisabled, send, countAttempt, logger, now, delaysMs } =
    deps;
  const lane = new Lane(lanes.webhooks);
  const stopping = new AbortController();
  setMaxListeners(lanes.webhooks.running, stopping.signal); // one of each attempt in progress

  /** Runs a job. If it runs again later, it ends with a `DelayedError`: this is not an attempt of BullMQ. */
  async function processJob(job: Job<WebhookJob>, token?: string): Promise<void> {
    const { webhookId, eventId, run } = job.data;
    const delivery = await deliveries.startRun(webhookId, eventId, run);
    if (delivery?.run !== run || delivery.state !== "waiting") return; // deleted, redelivered or ended
    const release = lane.take(delivery.owner);
    if (!release) {
      await job.moveToDelayed(Date.now() + busyDelayMs(job.attemptsStarted), token);
      throw new DelayedError();
    }
    try {
      const delayMs = await attempt(job.data, delivery);
      if (delayMs === undefined) return;
      await job.moveToDelayed(Date.now() + delayMs, token);
      throw new DelayedError();
    } finally {
      release();
    }
  }

  /** Attempts a delivery. Returns the time until the job runs again, in ms; undefined if it does not. */
  async function attempt(job: WebhookJob, delivery: WebhookDelivery): Promise<number | undefined> {
    const { owner } = delivery;
    const [webhook, isDisabled] = await Promise.all([
      webhooks.find(owner, job.webhookId),
      isAccountDisabled(owner),
    ]);
    if (!webhook) return undefined;
    const store = async (outcome: AttemptOutcome, next: WebhookDelivery, delayMs?: number) => {
      record(job, outcome, next);
      const isCurrent = await deliveries.replace(job.webhookId, delivery, next);
      return isCurrent ? delayMs : undefined; // deleted or redelivered since
    };
    const { nextAttemptAt: _due, ...ended } = delivery;
    if (!webhook.isEnabled || isDisabled) {
      const lastAttempt = { at: now(), durationMs: 0, error: disabledMessage };
      return await store("failed", { ...ended, state: "failed", lastAttempt });
    }
    let lastAttempt: WebhookAttempt;
    try {
      lastAttempt = await send(webhook, delivery, stopping.signal);
    } catch (error) {
      if (stopping.signal.aborted) return 0; // another gateway attempts it, or this one after its restart
      throw error;
    }
    const { status } = lastAttempt;
    const attempts = delivery.attempts + 1;
    const time = now();
    if (status !== undefined && status >= 200 && status < 300)
      return await store("delivered", { ...ended, state: "delivered", attempts, lastAttempt });
    // Standard Webhooks, "Delivery success and failure": 410 disables the webhook.
    if (status === 410) await webhooks.disableByServer(owner, job.webhookId);
    const delayMs = status === 410 ? undefined : nextRetryDelay(attempts, Math.random(), delaysMs);
    if (delayMs === undefined)
      return await store("failed", { ...ended, state: "failed", attempts, lastAttempt });
    const nextAttemptAt = time + delayMs;
    return await store("retried", { ...delivery, attempts, nextAttemptAt, lastAttempt }, delayMs);
  }

  function record(
    { webhookId, eventId }: WebhookJob,
    outcome: AttemptOutcome,
    { owner: accountId, lastAttempt }: WebhookDelivery,
  ): void {
    const { status, error, durationMs } = lastAttempt ?? {};
    countAttempt(outcome);
    logger.info({ accountId, webhookId, eventId, outcome, status, error, durationMs }, "webhook attempt");
  }

  const worker = new Worker<WebhookJob>(webhookQueue, processJob, {
    connection,
    prefix: queuePrefix,
    concurrency: lanes.webhooks.running,
    maxStalledCount: 1_000, // an attempt whose gateway exits is repeated
  });
  worker.on("error", (error) => {
    if (isRedisOutage(error)) return; // logged by the connection
    logger.error({ err: error, queue: webhookQueue }, "worker failed");
  });
  worker.on("failed", (job, error) => logger.error({ ...job?.data, err: error }, "webhook attempt failed"));

  return {
    /**
     * Takes no more jobs, and waits for attempts in progress. After `timeoutMs`, they are repeated later.
     * With 0, as without Redis, it waits for none.
     */
    async stop(timeoutMs: number): Promise<void> {
      const timer = setTimeout(() => stopping.abort(), timeoutMs);
      await worker.close(timeoutMs === 0);
      clearTimeout(timer);
    },
  };
}

/** The time from each attempt of a delivery to the next one, in ms: 8 attempts within about 25 hours. */
export const retryDelaysMs: readonly number[] = [
  5_000,
  5 * 60_000,
  30 * 60_000,
  2 * 3_600_000,
  5 * 3_600_000,
  7 * 3_600_000,
  10 * 3_600_000,
];

/** Retries are later by up to this part of their delay, so that they don't come all at once. */
const jitter = 0.1;

/**
 * The time until the next attempt, in ms; undefined if there is none.
 * @param attempts the attempts so far
 * @param random 0 to 1
 */
export function nextRetryDelay(
  attempts: number,
  random: number,
  delaysMs = retryDelaysMs,
): number | undefined {
  const delayMs = delaysMs[attempts - 1];
  return delayMs === undefined ? undefined : Math.round(delayMs * (1 + jitter * random));
}
