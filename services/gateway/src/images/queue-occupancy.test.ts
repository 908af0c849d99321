import assert from "node:assert/strict";
import { ownerTag, randomImageId, renderJobId } from "@placard/contracts";
import type { JobType } from "bullmq";
import { readOccupancy } from "./queue-occupancy.ts";

const jobsOf = (account: string, count: number) =>
  Array.from({ length: count }, () => renderJobId(randomImageId(account)));

/** A queue with these jobs, newest first; `reads` are the ranges that were read. */
function createQueue(jobIds: readonly string[]) {
  const reads: [number, number][] = [];
  return {
    reads,
    getJobCountByTypes: async () => jobIds.length,
    getRanges: async (_types: unknown, start = 0, end = -1) => {
      reads.push([start, end]);
      return jobIds.slice(start, end === -1 ? undefined : end + 1);
    },
  };
}

describe("readOccupancy", () => {
  it("counts the waiting jobs of each account by the tag of their images", async () => {
    const queue = createQueue([...jobsOf("ada", 3), ...jobsOf("bob", 5)]);
    const { waiting, byAccount } = await readOccupancy(queue);
    assert.equal(waiting, 8);
    assert.deepEqual(
      byAccount,
      new Map([
        [ownerTag("ada"), 3],
        [ownerTag("bob"), 5],
      ]),
    );
  });

  it("counts jobs with a priority as well", async () => {
    const [first, second] = jobsOf("ada", 2);
    const lists: Partial<Record<JobType, string>> = { wait: first!, prioritized: second! };
    const { waiting, byAccount } = await readOccupancy({
      getJobCountByTypes: async (...types) => types.filter((type) => lists[type] !== undefined).length,
      getRanges: async (types) => types.flatMap((type) => lists[type] ?? []),
    });
    assert.deepEqual([waiting, byAccount.get(ownerTag("ada"))], [2, 2]);
  });

  it("reads no jobs of an empty queue", async () => {
    const queue = createQueue([]);
    assert.deepEqual(await readOccupancy(queue), { waiting: 0, byAccount: new Map() });
    assert.deepEqual(queue.reads, []);
  });

  it("reads at most 2,000 jobs of a long queue, and estimates the counts", async () => {
    const queue = createQueue([...jobsOf("ada", 60_000), ...jobsOf("bob", 40_000)]);
    const { waiting, byAccount } = await readOccupancy(queue);
    assert.equal(waiting, 100_000);
    assert.equal(byAccount.get(ownerTag("ada")), 50_000);
    assert.deepEqual(queue.reads, [
      [0, 999],
      [-1_000, -1],
    ]);
  });
});
