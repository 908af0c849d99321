import { proofQueue, queueOptions, renderQueues } from "@placard/contracts";
import { Queue } from "bullmq";
import { Redis } from "ioredis";

/** The queues of render jobs and proofs, of which tests can keep renderers from taking jobs. */
export interface TestRenderQueues {
  /** Jobs that are enqueued wait until `resume`. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** The jobs that wait. */
  countWaiting(): Promise<number>;
  close(): Promise<void>;
}

/** Connects to the render queues in a Redis. Call `close` at the end. */
export function openRenderQueues(redisUrl: string): TestRenderQueues {
  const connection = new Redis(redisUrl, { maxRetriesPerRequest: null });
  const queues = [...renderQueues, proofQueue].map(
    (name) => new Queue(name, { ...queueOptions, connection }),
  );
  const each = async (act: (queue: Queue) => Promise<void>) => {
    await Promise.all(queues.map(act));
  };
  return {
    pause: () => each((queue) => queue.pause()),
    resume: () => each((queue) => queue.resume()),
    async countWaiting() {
      const counts = queues.map((queue) => queue.getJobCountByTypes("wait", "prioritized"));
      return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
    },
    async close() {
      await each((queue) => queue.close());
      connection.disconnect();
    },
  };
}
