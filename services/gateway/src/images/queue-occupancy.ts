import { imageIdOf, ownerTagOf, queuePrefix, renderKeys, renderQueues } from "@placard/contracts";
import type { RenderQueueName } from "@placard/contracts";
import { defineScript, type RedisClient } from "@placard/runtime";

/** The waiting jobs of a queue. */
export interface Occupancy {
  waiting: number;
  /** By owner tag. The values of a queue that is longer than the sample are estimates. */
  byAccount: Map<string, number>;
}

/** The state of the queues. */
export interface QueueState {
  occupancy: Record<RenderQueueName, Occupancy>;
  hasRenderer: boolean;
}

/** The job ids that are read from each end of both lists of a queue. Reading them takes about a millisecond. */
const sampleSize = 1_000;

// KEYS: the heartbeat of renderers, then of each queue the list and the sorted set of waiting jobs. ARGV: the sample size.
const stateScript = defineScript(`
local size = tonumber(ARGV[1])
local function read(key, lengthOf, range, ids)
  local length = redis.call(lengthOf, key)
  local ranges = length > 2 * size and {{0, size - 1}, {-size, -1}} or {{0, -1}}
  for _, ends in ipairs(length > 0 and ranges or {}) do
    for _, id in ipairs(redis.call(range, key, ends[1], ends[2])) do ids[#ids + 1] = id end
  end
  return length
end
local state = {redis.call("EXISTS", KEYS[1])}
for i = 2, #KEYS, 2 do
  local ids = {}
  local waiting = read(KEYS[i], "LLEN", "LRANGE", ids) + read(KEYS[i + 1], "ZCARD", "ZRANGE", ids)
  state[#state + 1] = {waiting, ids}
end
return state`);

// BullMQ keeps waiting jobs that have a priority in a set of their own.
const stateKeys = [
  renderKeys.rendererAlive,
  ...renderQueues.flatMap((queue) => [`${queuePrefix}:${queue}:wait`, `${queuePrefix}:${queue}:prioritized`]),
];

/**
 * Reads, in one round trip, whether a renderer is running, how many jobs wait in each queue, and of which accounts: image ids
 * start with the tag of their account. Of a list of more than 2,000 jobs, the newest and the oldest 1,000 are taken as a
 * sample. Rejects if Redis is unavailable.
 */
export async function readQueueState(redis: RedisClient): Promise<QueueState> {
  const [heartbeats, ...queues] = (await stateScript(redis, stateKeys, [sampleSize])) as [
    number,
    ...(readonly [number, readonly string[]])[],
  ];
  const occupancies = renderQueues.map((queue, i) => [queue, countByAccount(...queues[i]!)] as const);
  return {
    occupancy: Object.fromEntries(occupancies) as QueueState["occupancy"],
    hasRenderer: heartbeats > 0,
  };
}

function countByAccount(waiting: number, jobIds: readonly string[]): Occupancy {
  const counts = new Map<string, number>();
  for (const jobId of jobIds) {
    const account = ownerTagOf(imageIdOf(jobId));
    counts.set(account, (counts.get(account) ?? 0) + 1);
  }
  if (waiting <= jobIds.length) return { waiting, byAccount: counts };
  const scaled = [...counts].map(
    ([account, count]) => [account, Math.ceil((count * waiting) / jobIds.length)] as const,
  );
  return { waiting, byAccount: new Map(scaled) };
}
