import {
  assetQueue,
  previewQueue,
  proofQueue,
  remoteImageQueue,
  renderQueue,
  sweepQueue,
  webhookQueue,
  type AssetJob,
  type ProofJob,
  type RenderJob,
  type WebhookJob,
  queueOptions,
} from "@placard/contracts";
import type { RedisClient } from "@placard/runtime";
import { Queue, type Job as QueuedJob } from "bullmq";

/** Removes a job that no renderer has started. Returns false if it has started. */
export async function removeWaiting(job: Pick<QueuedJob, "remove">): Promise<boolean> {
  return job.remove().then(
    () => true,
    () => false, // its renderer has locked it
  );
}

/** Opens all queues: those to which gateways add jobs, and the sweeps, which they only show. */
export function openQueues(connection: RedisClient) {
  const open = <Job>(name: string): Queue<Job> => {
    const queue = new Queue<Job>(name, { connection, ...queueOptions });
    queue.on("error", () => {}); // the connection logs its own outages
    return queue;
  };
  const render = {
    [renderQueue]: open<RenderJob>(renderQueue),
    [remoteImageQueue]: open<RenderJob>(remoteImageQueue),
    [previewQueue]: open<RenderJob>(previewQueue),
  };
  const uploads = open<AssetJob>(assetQueue);
  const proofs = open<ProofJob>(proofQueue);
  const webhooks = open<WebhookJob>(webhookQueue);
  const all: Queue[] = [...Object.values(render), open(sweepQueue), uploads, proofs, webhooks];
  return { render, uploads, proofs, webhooks, all };
}
export type Queues = ReturnType<typeof openQueues>;
