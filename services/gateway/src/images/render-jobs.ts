import type { RenderQuota, RenderToCharge } from "@placard/accounts";
import {
  AppError,
  remoteImageQueue,
  renderJobId,
  renderJobPolicy,
  renderQueues,
  type RenderJob,
  type RenderQueueName,
  type RenderResult,
  type RenderSuccess,
} from "@placard/contracts";
import type { Logger } from "@placard/runtime";
import type { Job, Queue } from "bullmq";
import type { GatewayMetrics } from "../metrics/gateway-metrics.ts";
import type { ImageRequest } from "./image-requests.ts";
import type { QueueAdmission } from "./queue-admission.ts";
import { ResultExistsError } from "./render-backend.ts";

interface Deps {
  queues: Readonly<Record<RenderQueueName, Pick<Queue<RenderJob>, "add" | "getJob" | "toKey">>>;
  admission: Pick<QueueAdmission, "admit">;
  /** Charges renders to the accounts of the images. */
  quota: RenderQuota;
  /** Whether an account has used up its daily quota of bytes of remote images. */
  isOverRemoteQuota: (account: string) => Promise<boolean>;
  countRejection: GatewayMetrics["countRenderRejection"];
  logger: Logger;
  /** Epoch ms. */
  now: () => number;
}

/** The parts of an ImageRequest that decide how its job is enqueued. */
type QueuedRequest = Pick<ImageRequest, "queue" | "isBulk" | "isCharged">;

/** The priority of watermarked previews, which visitors without an account request: all jobs without a priority precede them. */
const watermarkedPriority = 1;

/** The jobs in the render queues. Every method rejects while Redis is unavailable. */
export function createRenderJobs(deps: Deps) {
  const { queues, admission, quota, isOverRemoteQuota, countRejection, logger, now } = deps;

  /** Charges a render to its account; returns undefined if it was charged before. Rejects with AppError `quota_exceeded`. */
  async function charge(
    { id, recipe }: RenderJob,
    queue: RenderQueueName,
  ): Promise<RenderToCharge | undefined> {
    const jobKey = queues[queue].toKey(renderJobId(id));
    const render = { account: recipe.owner, imageId: id, jobKey };
    try {
      return (await quota.charge(render)) ? render : undefined;
    } catch (error) {
      if (error instanceof AppError) countRejection("daily_renders");
      throw error;
    }
  }

  /** A failure is only logged: the caller reports the error for which the render was not enqueued. */
  async function refund(render: RenderToCharge, requestId: string): Promise<void> {
    try {
      await quota.refund(render);
    } catch (error) {
      logger.warn({ requestId, imageId: render.imageId, err: error }, "refund of a render failed");
    }
  }

  function jobOptions({ id, isWatermarked }: RenderJob) {
    return {
      ...renderJobPolicy,
      jobId: renderJobId(id),
      timestamp: now(),
      ...(isWatermarked && { priority: watermarkedPriority }),
    };
  }

  /** Adds a job, unless its image has been rendered or has crashed its renderers: then it returns the result. */
  async function add(queue: RenderQueueName, job: RenderJob): Promise<RenderResult | undefined> {
    try {
      await queues[queue].add("render", job, jobOptions(job));
      return undefined;
    } catch (error) {
      if (error instanceof ResultExistsError) return error.result;
      throw error;
    }
  }

  return {
    /**
     * Adds the job of an image to its queue, and charges the render to its account if it is charged. Returns the result instead if
     * the image has been rendered in the meantime. Rejects with AppError `unavailable`, `overloaded` or `quota_exceeded`, or
     * `render_failed` if it has recently crashed the processes that rendered it.
     */
    async enqueue(
      job: RenderJob,
      { queue, isBulk = false, isCharged = false }: QueuedRequest,
    ): Promise<RenderSuccess | undefined> {
      const charged = isCharged ? await charge(job, queue) : undefined;
      try {
        await admission.admit(queue, { imageId: job.id, isBulk });
      } catch (error) {
        if (charged) await refund(charged, job.requestId);
        throw error;
      }
      const isOver = queue === remoteImageQueue && (await isOverRemoteQuota(job.recipe.owner));
      const existing = await add(queue, { ...job, ...(isOver && { isOverRemoteQuota: isOver }) });
      if (existing === undefined) return undefined;
      if (charged) await refund(charged, job.requestId);
      if ("failure" in existing) throw new AppError("render_failed");
      return existing;
    },

    /**
     * Adds a job that Redis may have lost, which was admitted and charged before. Returns the result instead if the image has been
     * rendered in the meantime, or has crashed its renderers.
     */
    enqueueAgain: add,

    /** The jobs of an image: one, or none if it has finished. */
    async find(imageId: string): Promise<Job<RenderJob>[]> {
      const jobs = await Promise.all(renderQueues.map((queue) => queues[queue].getJob(renderJobId(imageId))));
      return jobs.filter((job) => job !== undefined);
    },
  };
}
export type RenderJobs = ReturnType<typeof createRenderJobs>;
