import {
  renderJobId,
  renderKeys,
  virtualTime,
  type RenderJob,
  type RenderQueueName,
} from "@placard/contracts";
import { defineScript, type RedisClient } from "@placard/runtime";
import type { Queue } from "bullmq";

/** The lowest priority that BullMQ has: watermarked previews, which visitors without an account request. */
const lowestPriority = 2 ** 21 - 1;

/** The highest turn. Past it, turns start at 1 again. An account's waiting jobs have much fewer. */
const maxTurn = 2 ** 20;

/** How long the turns are kept without new jobs, in ms: longer than a job can wait. */
const ttlMs = 3_600_000;

// Turns of waiting jobs are at least the virtual time. Accounts whose next turn is before it are forgotten. A
// job that is enqueued again takes no turn: its account would wait longer. BullMQ ignores its new priority.
const takeScript = defineScript(`
if redis.call("EXISTS", keys.job) == 1 then return {1, 0} end
local now = tonumber(redis.call("ZSCORE", keys.turns, args.virtualTime) or "1")
local turn = math.max(now, tonumber(redis.call("ZSCORE", keys.turns, args.account) or "1"))
redis.call("ZREMRANGEBYSCORE", keys.turns, "-inf", "(" .. now)
local shift = 0
if turn > args.maxTurn then
  shift = now - 1
  for _, member in ipairs(redis.call("ZRANGE", keys.turns, 0, -1)) do
    redis.call("ZINCRBY", keys.turns, -shift, member)
  end
  turn = math.min(turn - shift, args.maxTurn)
end
redis.call("ZADD", keys.turns, turn + args.price, args.account)
redis.call("PEXPIRE", keys.turns, args.ttlMs)
return {turn, shift}`);

/**
 * Creates the order in which jobs are rendered: start-time fair queueing (decision 80). A job's turn is its
 * priority in the queue. It is the virtual time, or the turn of the account's previous job plus its price if
 * that is later.
 */
export function createRenderTurns(
  redis: RedisClient,
  queues: Readonly<Record<RenderQueueName, Pick<Queue<RenderJob>, "getPrioritized" | "toKey">>>,
  limit = maxTurn,
) {
  /** Subtracts from the turns of all waiting jobs, in their order. */
  async function shiftWaiting(shift: number): Promise<void> {
    const waiting = await Promise.all(Object.values(queues).map((queue) => queue.getPrioritized()));
    for (const job of waiting.flat()) {
      if (job.priority === lowestPriority) continue;
      await job.changePriority({ priority: Math.max(1, job.priority - shift) }).catch(() => {}); // it has started
    }
  }

  return {
    /** Takes the next turn of a job's account. Returns the priority with which to add the job. */
    async take({ id, queue, recipe: { owner }, price, isWatermarked = false }: RenderJob): Promise<number> {
      if (isWatermarked) return lowestPriority;
      const [turn, shift] = (await takeScript(
        redis,
        { turns: renderKeys.turns, job: queues[queue].toKey(renderJobId(id)) },
        { account: owner, price, virtualTime, maxTurn: limit, ttlMs },
      )) as [number, number];
      if (shift > 0) await shiftWaiting(shift);
      return turn;
    },
  };
}
export type RenderTurns = ReturnType<typeof createRenderTurns>;
