import type { RenderQuota, RenderToCharge } from "@placard/accounts";
import {
  AppError,
  remoteBytesQuota,
  renderJobId,
  renderJobPolicy,
  renderQueues,
  type RenderJob,
} from "@placard/contracts";
import type { Job } from "bullmq";
import type { ChargePrice } from "../http/caller.ts";
import type { Platform } from "../platform.ts";
import type { QueueAdmission } from "./queue-admission.ts";
import type { RenderTurns } from "./render-turns.ts";

interface Parts {
  admission: Pick<QueueAdmission, "admit">;
  turns: RenderTurns;
  /** Charges renders to the accounts of the images. */
  quota: RenderQuota;
  /** Applies the daily quota of kept results to a job. */
  limitResult: (job: RenderJob) => Promise<RenderJob>;
}

/** How a job is enqueued. */
export interface EnqueueOptions {
  /** Whether it is part of a batch: batches may fill only a part of the queue. */
  isBulk?: boolean;
  /**
   * Whether the render is charged to the account's daily quota. A link that was returned before is rendered
   * again without charge (decision 16).
   */
  isCharged?: boolean;
  /** Whether a visitor of a site causes it. It is then charged to the daily quota of visitors. */
  isVisit?: boolean;
  /** Charges the price to a rate limit, before the render is enqueued. */
  chargePrice?: ChargePrice | undefined;
  /** Removes the job when it aborts, unless a renderer has started it. For images with one request only. */
  signal?: AbortSignal;
}

/** The jobs in the render queues. Every method rejects while Redis is unavailable. */
export function createRenderJobs(
  {
    queues: { render: queues },
    metrics,
    logger,
    now,
    settings,
  }: Pick<Platform, "queues" | "metrics" | "logger" | "now" | "settings">,
  { admission, turns, quota, limitResult }: Parts,
) {
  function renderToCharge({ id, recipe, queue, price }: RenderJob, isVisit: boolean): RenderToCharge {
    const jobKey = queues[queue].toKey(renderJobId(id));
    return { isVisit, account: recipe.owner, imageId: id, jobKey, price };
  }

  /**
   * Charges a render to its account; returns false if another request was charged for it. Rejects with
   * AppError `quota_exceeded`.
   */
  async function charge(job: RenderJob, isVisit: boolean): Promise<boolean> {
    try {
      return await quota.charge(renderToCharge(job, isVisit));
    } catch (error) {
      if (error instanceof AppError) metrics.countRenderRejection("daily_renders");
      throw error;
    }
  }

  /** A failure is only logged: the caller reports why the render was not enqueued. */
  async function refund(job: RenderJob, isVisit: boolean): Promise<void> {
    try {
      await quota.refund(renderToCharge(job, isVisit));
    } catch (error) {
      const { id: imageId, requestId } = job;
      logger.warn({ requestId, imageId, err: error }, "refund of a render failed");
    }
  }

  /** Adds a job to its queue. Does nothing if the image has a job already. */
  async function add(job: RenderJob): Promise<void> {
    const [limited, priority] = await Promise.all([limitResult(job), turns.take(job)]);
    const options = { ...renderJobPolicy, jobId: renderJobId(job.id), timestamp: now(), priority };
    await queues[job.queue].add("render", limited, options);
  }

  return {
    /**
     * Charges the render of an image, and adds its job to the queue. If the image was rendered since the
     * caller looked for a result, nothing is charged, and the job publishes that result again. Rejects with
     * AppError `unavailable`, `overloaded`, `rate_limited` or `quota_exceeded`.
     */
    async enqueue(
      job: RenderJob,
      { isBulk = false, isCharged = false, isVisit = false, chargePrice }: EnqueueOptions,
    ): Promise<void> {
      await chargePrice?.(job.price);
      const wasCharged = isCharged && (await charge(job, isVisit));
      const remoteBytes = remoteBytesQuota(settings.DAILY_REMOTE_BYTES, job.recipe.owner, isVisit);
      try {
        await admission.admit(job.queue, { imageId: job.id, isBulk }, () => add({ ...job, remoteBytes }));
      } catch (error) {
        if (wasCharged) await refund(job, isVisit);
        throw error;
      }
    },

    /** Adds a job that was admitted and charged before, if Redis has lost it. */
    async enqueueAgain(job: RenderJob): Promise<void> {
      const existing = await queues[job.queue].getJob(renderJobId(job.id));
      if (!existing) await add(job);
    },

    /** Removes the job of an image, unless a renderer has started it. */
    async cancel({ id, queue }: RenderJob): Promise<void> {
      await queues[queue].remove(renderJobId(id));
    },

    /** The job of an image; undefined if there is none, or it has finished. */
    async find(imageId: string): Promise<Job<RenderJob> | undefined> {
      const jobs = await Promise.all(renderQueues.map((queue) => queues[queue].getJob(renderJobId(imageId))));
      return jobs.find((job) => job !== undefined);
    },
  };
}
export type RenderJobs = ReturnType<typeof createRenderJobs>;
