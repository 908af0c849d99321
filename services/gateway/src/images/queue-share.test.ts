import assert from "node:assert/strict";
import { checkQueueShare } from "./queue-share.ts";

const limit = 100;

/** Accounts that enqueue jobs by name, and the jobs of each that wait. */
function createQueue() {
  const jobs = new Map<string, number>();
  const of = (account: string) => jobs.get(account) ?? 0;
  const waiting = () => [...jobs.values()].reduce((sum, count) => sum + count, 0);
  const check = (account: string, isBulk = false) =>
    checkQueueShare({ limit, waiting: waiting(), ofAccount: of(account), isBulk });
  return {
    of,
    waiting,
    check,
    /** Enqueues jobs until one is rejected. Returns the number of waiting jobs, and the reason. */
    fill(account: string, isBulk = false): [number, string] {
      for (;;) {
        const rejection = check(account, isBulk);
        if (rejection !== undefined) return [of(account), rejection];
        jobs.set(account, of(account) + 1);
      }
    },
    finish: (account: string, count: number) => jobs.set(account, of(account) - count),
  };
}

describe("checkQueueShare", () => {
  it("lets a single account fill the queue up to the limit", () => {
    assert.deepEqual(createQueue().fill("ada"), [limit, "queue_full"]);
  });

  it("lets no account fill more than half of the queue while another one waits", () => {
    const queue = createQueue();
    queue.fill("ada");
    queue.finish("ada", limit - 1);
    assert.deepEqual(queue.fill("bob"), [limit / 2, "account_share"]);
    assert.deepEqual(queue.fill("ada"), [limit / 2, "account_share"]);
  });

  it("admits accounts with few waiting jobs although another one has filled the queue", () => {
    const queue = createQueue();
    queue.fill("ada");
    assert.deepEqual(queue.fill("bob"), [limit / 4, "queue_full"]);
    assert.deepEqual(queue.fill("cleo"), [Math.ceil(limit / 8), "queue_full"]);
    assert.equal(queue.check("ada"), "account_share");
    assert.equal(queue.check("dan"), undefined);
  });

  it("bounds the queue by the limit and a reserve of half of it, however many accounts there are", () => {
    const queue = createQueue();
    for (let i = 0; i < 1_000; i++) queue.fill(`account ${i}`);
    assert.equal(queue.waiting(), 1.5 * limit);
  });

  it("lets batches fill half of what the account may fill, and then still admits single requests", () => {
    const alone = createQueue();
    assert.deepEqual(alone.fill("ada", true), [limit / 2, "batch_share"]);
    assert.deepEqual(alone.fill("ada"), [limit, "queue_full"]);
    const shared = createQueue();
    shared.fill("ada", true);
    assert.deepEqual(shared.fill("bob", true), [limit / 4, "batch_share"]);
    assert.deepEqual(shared.fill("bob"), [limit / 2, "account_share"]);
  });

  it("admits a batch of an account with few waiting jobs although another one has filled the queue", () => {
    const queue = createQueue();
    queue.fill("ada");
    assert.ok(queue.fill("bob", true)[0] >= limit / 10);
  });

  it("admits a job of another account to a queue of one job", () => {
    const share = (ofAccount: number, waiting: number) =>
      checkQueueShare({ limit: 1, waiting, ofAccount, isBulk: false });
    assert.deepEqual([share(0, 0), share(1, 1)], [undefined, "queue_full"]);
    assert.deepEqual([share(0, 1), share(0, 2)], [undefined, "queue_full"]);
  });
});
