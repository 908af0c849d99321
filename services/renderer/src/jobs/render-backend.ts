import { createRequire } from "node:module";
import { defineScript, type RedisClient } from "@placard/runtime";
import { createRedisBackend, raw2NextJobData, type BackendFactory, type RedisQueueBackend } from "bullmq";
import { publishLua, type Publication } from "./results.ts";

/** BullMQ's script that ends a job. The version of BullMQ is pinned. */
const { moveToFinished } = createRequire(import.meta.url)("bullmq/dist/cjs/scripts/moveToFinished-14.js") as {
  moveToFinished: { content: string; keys: number };
};

/** Publishes a result, then ends its job and takes the next one as BullMQ does. KEYS and ARGV: those of BullMQ, then those of publishLua. */
const completeScript = defineScript(`${publishLua}\n${moveToFinished.content}`);

/**
 * Creates the backend of the workers that render. Their jobs return a Publication, which is published by the script that
 * removes the job: that saves a round trip, and a renderer that crashes has either done both or neither.
 * @param redis the connection of the workers
 */
export function createRenderBackend(redis: RedisClient): BackendFactory<RedisQueueBackend> {
  return (...options) => {
    const backend = createRedisBackend(...options);
    const moveToCompleted: RedisQueueBackend["moveToCompleted"] = async (job, publication, ...how) => {
      const { keys, args } = publication as Publication;
      const all = backend.moveToCompletedArgs(job, "" as never, ...how).map((arg) => arg ?? "");
      const ownKeys = all.slice(0, moveToFinished.keys) as string[];
      const ownArgs = all.slice(moveToFinished.keys) as (string | number | Buffer)[];
      const reply = await completeScript(redis, [...ownKeys, ...keys], [...ownArgs, ...args]);
      if (typeof reply === "number" && reply < 0)
        throw backend.finishedErrors({
          code: reply,
          command: "moveToFinished",
          state: "active",
          ...(job.id !== undefined && { jobId: job.id }),
        });
      return { result: raw2NextJobData(reply as unknown[]), finishedOn: ownArgs[1] as number };
    };
    return Object.assign(backend, { moveToCompleted });
  };
}
