import { setTimeout as delay } from "node:timers/promises";
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
import { Queue } from "bullmq";

/** The interval between two looks for an outcome, in ms. It doubles up to the longest. */
const firstPollMs = 10;
const longestPollMs = 200;

interface Wait {
  redis: RedisClient;
  /** Rejects if no renderer is left that could take the job. */
  checkRenderer: () => Promise<void>;
  timeoutMs: number;
  /** Removes the job if no renderer has started it, and rejects with its reason. */
  signal: AbortSignal | undefined;
}

/** BullMQ options of the jobs of `runJob`. They are repeated only if their renderer exits. */
const jobPolicy = { attempts: 1, removeOnComplete: true, removeOnFail: true } as const;

/**
 * Adds a job to a queue, and returns its outcome, which a renderer stores as JSON under a key; undefined
 * after `timeoutMs`. Polls: such jobs are rare, and no message can be missed.
 */
export async function runJob<Outcome>(
  queue: Queue,
  data: { id: string },
  key: string,
  { redis, checkRenderer, timeoutMs, signal }: Wait,
): Promise<Outcome | undefined> {
  const job = await queue.add(queue.name, data, { ...jobPolicy, jobId: `${queue.name}-${data.id}` });
  const giveUpAt = performance.now() + timeoutMs;
  const removeWaiting = () =>
    job.remove().then(
      () => true,
      () => false, // its renderer has locked it
    );
  for (let pollMs = firstPollMs; performance.now() < giveUpAt; pollMs = Math.min(2 * pollMs, longestPollMs)) {
    await delay(pollMs);
    if (signal?.aborted && (await removeWaiting())) throw signal.reason;
    const json = await redis.get(key);
    if (json !== null) return JSON.parse(json) as Outcome;
    if (pollMs === longestPollMs) await checkRenderer();
  }
  return undefined;
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
