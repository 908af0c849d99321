import {
  assetQueue,
  previewQueue,
  proofQueue,
  queuePrefix,
  remoteImageQueue,
  renderQueue,
  renderWorkerPolicy,
  sweepQueue,
  type AssetJob,
  type ProofJob,
  type RenderJob,
} from "@placard/contracts";
import { isRedisOutage } from "@placard/runtime";
import { Worker, type Job, type Processor, type WorkerOptions } from "bullmq";
import type { Platform } from "../platform.ts";
import type { createFailureHandler } from "./render-failures.ts";
import type { createSweepProcessor } from "./sweep.ts";

interface Deps {
  processRenderJob: (job: Job<RenderJob>) => Promise<void>;
  onRenderFailed: ReturnType<typeof createFailureHandler>;
  processSweepJob: ReturnType<typeof createSweepProcessor>;
  processUpload: (job: Job<AssetJob>) => Promise<void>;
  processProof: (job: Job<ProofJob>) => Promise<void>;
}

/**
 * Jobs without remote images that are processed while others are painted. Without them, the process would be
 * idle while an image is stored.
 */
const jobsBeyondPainting = 2;

/**
 * Jobs with a remote image that are processed at a time. They mostly wait, for up to 6 s, which is cheap.
 * With fewer, jobs behind many slow images would miss their deadlines.
 */
const remoteImageConcurrency = 64;

/** Previews that are processed at a time, remote images included. */
const previewConcurrency = 4;

/**
 * Sweeps and deletions of accounts' images that are processed at a time. Each takes a few seconds at most.
 */
const sweepConcurrency = 3;

export function startWorkers({ settings, queueRedis: connection, logger }: Platform, deps: Deps) {
  const { processRenderJob, onRenderFailed } = deps;

  function start<Data>(queue: string, process: Processor<Data>, options: Partial<WorkerOptions>) {
    const worker = new Worker<Data>(queue, process, { connection, prefix: queuePrefix, ...options });
    worker.on("error", (error) => {
      if (isRedisOutage(error)) return; // logged by the connection
      logger.error({ err: error, queue }, "worker failed");
    });
    return worker;
  }

  const { lockDuration, lockRenewTime, stalledInterval } = renderWorkerPolicy;
  const repeated = { lockDuration, lockRenewTime, stalledInterval }; // a job whose renderer exits is repeated
  const renderWorkers = [
    { queue: renderQueue, jobs: settings.RENDER_CONCURRENCY + jobsBeyondPainting },
    { queue: remoteImageQueue, jobs: remoteImageConcurrency },
    { queue: previewQueue, jobs: previewConcurrency },
  ].map(({ queue, jobs }) =>
    start<RenderJob>(queue, processRenderJob, { ...renderWorkerPolicy, concurrency: jobs }),
  );
  const otherWorkers = [
    start(sweepQueue, deps.processSweepJob, { concurrency: sweepConcurrency }),
    start<AssetJob>(assetQueue, deps.processUpload, repeated),
    start<ProofJob>(proofQueue, deps.processProof, repeated),
  ];
  for (const worker of renderWorkers) worker.on("failed", onRenderFailed);
  for (const worker of otherWorkers)
    worker.on("failed", (_job, error) => logger.error({ err: error, queue: worker.name }, "job failed"));
  const workers = [...renderWorkers, ...otherWorkers];

  return {
    /** Resolves once all workers can take jobs. */
    async waitUntilReady(): Promise<void> {
      await Promise.all(workers.map((worker) => worker.waitUntilReady()));
    },
    /** Takes no more jobs, and resolves once those in progress have ended, or at once if `isForced`. */
    async close(isForced: boolean): Promise<void> {
      await Promise.all(workers.map((worker) => worker.close(isForced)));
    },
  };
}
