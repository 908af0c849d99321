import { setMaxListeners } from "node:events";
import type { WebhookDeliveries, WebhookDelivery, Webhooks } from "@placard/accounts";
import { queuePrefix, webhookQueue, type WebhookJob } from "@placard/contracts";
import { isRedisOutage, type Logger } from "@placard/runtime";
import { DelayedError, Worker, type ConnectionOptions, type Job } from "bullmq";
import { createAttemptSlots, maxAttempts } from "./attempt-slots.ts";
import type { AttemptResult, SendAttempt } from "./send-attempt.ts";
import { nextRetryDelay } from "./retry-schedule.ts";

/** The result of an attempt: `retried` if it failed and there is another one, `failed` if it was the last one. */
export const attemptOutcomes = ["delivered", "retried", "failed"] as const;
export type AttemptOutcome = (typeof attemptOutcomes)[number];

interface Deps {
  connection: ConnectionOptions;
  deliveries: Pick<WebhookDeliveries, "load" | "update">;
  webhooks: Pick<Webhooks, "disableByServer">;
  send: SendAttempt;
  countAttempt: (outcome: AttemptOutcome) => void;
  logger: Pick<Logger, "info" | "warn" | "error">;
  /** Epoch ms. */
  now: () => number;
  /** The time between attempts, in ms. */
  delaysMs?: readonly number[];
}

/**
 * How long a delivery waits if its account can take no slot, in ms: a second, and a second more each time, up to
 * a minute, so that the thousands of an account whose servers do not respond take little time.
 */
const busyDelayMs = (runs: number): number => 1_000 * Math.min(Math.max(1, runs), 60);

const disabledMessage = "The webhook is disabled.";

/** Starts the worker that sends deliveries, and schedules their retries. */
export function startDeliveryWorker(deps: Deps) {
  const { connection, deliveries, webhooks, send, countAttempt, logger, now, delaysMs } = deps;
  const slots = createAttemptSlots();
  const stopping = new AbortController();
  setMaxListeners(maxAttempts, stopping.signal); // one of each attempt in progress

  async function processJob(job: Job<WebhookJob>, token?: string): Promise<void> {
    const release = slots.take(job.data.owner);
    if (!release) return delay(job, token, busyDelayMs(job.attemptsStarted));
    try {
      const delayMs = await attempt(job.data);
      if (delayMs !== undefined) await delay(job, token, delayMs);
    } finally {
      release();
    }
  }

  /** Attempts a delivery. Returns the time until the next attempt, in ms; undefined if there is none. */
  async function attempt(job: WebhookJob): Promise<number | undefined> {
    const { webhook, delivery, isAccountDisabled } = await deliveries.load(job);
    if (!webhook || delivery?.state !== "waiting") return undefined; // deleted, or delivered by an earlier run of this job
    if (!webhook.isEnabled || isAccountDisabled) {
      await finish(job, delivery, "failed", {
        at: now(),
        durationMs: 0,
        error: disabledMessage,
        retryAfter: undefined,
      });
      return undefined;
    }
    let result: AttemptResult;
    try {
      result = await send(webhook, delivery, stopping.signal);
    } catch (error) {
      if (stopping.signal.aborted) return 0; // another gateway attempts it, or this one after its restart
      throw error;
    }
    const attempted = { ...delivery, attempts: delivery.attempts + 1 };
    if (result.status !== undefined && result.status >= 200 && result.status < 300) {
      await finish(job, attempted, "delivered", result);
      return undefined;
    }
    if (result.status === 410) {
      // Standard Webhooks, "Delivery success and failure": 410 disables the webhook.
      await webhooks.disableByServer(job.owner, job.webhookId);
      await finish(job, attempted, "failed", result);
      return undefined;
    }
    const { retryAfter, ...lastAttempt } = result;
    const { attempts } = attempted;
    const time = now();
    const delayMs = nextRetryDelay(
      { attempts, retryAfter },
      { now: time, random: Math.random(), ...(delaysMs && { delaysMs }) },
    );
    if (delayMs === undefined) {
      await finish(job, attempted, "failed", result);
      return undefined;
    }
    await deliveries.update(job.webhookId, { ...attempted, nextAttemptAt: time + delayMs, lastAttempt });
    record(job, "retried", result);
    return delayMs;
  }

  async function finish(
    job: WebhookJob,
    delivery: WebhookDelivery,
    state: "delivered" | "failed",
    { retryAfter: _ignored, ...lastAttempt }: AttemptResult,
  ): Promise<void> {
    const { nextAttemptAt: _none, ...finished } = delivery;
    await deliveries.update(job.webhookId, { ...finished, state, lastAttempt });
    record(job, state, lastAttempt);
  }

  function record(
    { owner: accountId, webhookId, eventId }: WebhookJob,
    outcome: AttemptOutcome,
    { status, error, durationMs }: Pick<AttemptResult, "status" | "error" | "durationMs">,
  ): void {
    countAttempt(outcome);
    logger.info({ accountId, webhookId, eventId, outcome, status, error, durationMs }, "webhook attempt");
  }

  const worker = new Worker<WebhookJob>(webhookQueue, processJob, {
    connection,
    prefix: queuePrefix,
    concurrency: maxAttempts,
    maxStalledCount: 1_000, // an attempt whose gateway exits is repeated
  });
  worker.on("error", (error) => {
    if (isRedisOutage(error)) return; // logged by the connection
    logger.error({ err: error, queue: webhookQueue }, "worker failed");
  });
  worker.on("failed", (job, error) => logger.error({ ...job?.data, err: error }, "webhook attempt failed"));

  return {
    /** Takes no more jobs, and waits for the attempts in progress; those that take longer than `timeoutMs` are repeated later. */
    async stop(timeoutMs: number): Promise<void> {
      const timer = setTimeout(() => stopping.abort(), timeoutMs);
      await worker.close();
      clearTimeout(timer);
    },
  };
}

/** Ends the run of a job, which runs again after `delayMs`. This is not an attempt of BullMQ. */
async function delay(job: Job, token: string | undefined, delayMs: number): Promise<never> {
  await job.moveToDelayed(Date.now() + delayMs, token);
  throw new DelayedError();
}
