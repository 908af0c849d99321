import {
  assetQueue,
  previewQueue,
  proofQueue,
  queueOptions,
  remoteImageQueue,
  renderQueue,
  sweepQueue,
  webhookQueue,
  type AssetJob,
  type ProofJob,
  type RenderJob,
  type WebhookJob,
} from "@placard/contracts";
import type { RedisClient } from "@placard/runtime";
import { createRedisBackend, Queue } from "bullmq";
import { createRenderBackend } from "./images/render-backend.ts";

/** Opens all queues: those to which gateways add jobs, and the sweeps, which they only show. */
export function openQueues(connection: RedisClient) {
  const open = <Job>(name: string, createBackend = createRedisBackend): Queue<Job> => {
    const queue = new Queue<Job>(name, { connection, ...queueOptions }, createBackend);
    queue.on("error", () => {}); // the connection logs its own outages
    return queue;
  };
  const renderBackend = createRenderBackend(connection);
  const render = {
    [renderQueue]: open<RenderJob>(renderQueue, renderBackend),
    [remoteImageQueue]: open<RenderJob>(remoteImageQueue, renderBackend),
    [previewQueue]: open<RenderJob>(previewQueue, renderBackend),
  };
  const uploads = open<AssetJob>(assetQueue);
  const proofs = open<ProofJob>(proofQueue);
  const webhooks = open<WebhookJob>(webhookQueue);
  const all: Queue[] = [...Object.values(render), open(sweepQueue), uploads, proofs, webhooks];
  return { render, uploads, proofs, webhooks, all };
}
