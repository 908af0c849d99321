import assert from "node:assert/strict";
import {
  ownerTag,
  previewQueue,
  randomImageId,
  remoteImageQueue,
  renderJobId,
  renderQueue,
  type RenderQueueName,
} from "@placard/contracts";
import { startRedis, type TestRedis } from "@placard/testing";
import { Redis } from "ioredis";
import { openQueues } from "../queues.ts";
import { readOccupancy } from "./queue-admission.ts";

describe("readOccupancy", () => {
  let server: TestRedis;
  let connection: Redis;
  let queues: ReturnType<typeof openQueues>;
  before(async () => {
    server = await startRedis();
    connection = new Redis(server.url, { maxRetriesPerRequest: null });
    queues = openQueues(connection);
  });
  beforeEach(() => connection.flushall());
  after(async () => {
    await Promise.all(queues.all.map((queue) => queue.close()));
    connection.disconnect();
    await server.stop();
  });

  const enqueue = (queue: RenderQueueName, account: string, count: number, priority = 0) =>
    queues.render[queue].addBulk(
      Array.from({ length: count }, () => {
        const opts = { jobId: renderJobId(randomImageId(account)), priority };
        return { name: "render", data: {} as never, opts };
      }),
    );

  it("counts the waiting jobs of each account and queue, with and without a priority", async () => {
    await enqueue(renderQueue, "ada", 3);
    await enqueue(renderQueue, "bob", 5);
    await enqueue(previewQueue, "ada", 1);
    await enqueue(previewQueue, "ada", 1, 1);
    const [ada, bob] = [ownerTag("ada"), ownerTag("bob")];
    assert.deepEqual(await readOccupancy(queues.render), {
      [renderQueue]: {
        waiting: 8,
        byAccount: new Map([
          [bob, 5],
          [ada, 3],
        ]),
      },
      [remoteImageQueue]: { waiting: 0, byAccount: new Map() },
      [previewQueue]: { waiting: 2, byAccount: new Map([[ada, 2]]) },
    });
  });

  it("estimates the counts of a long queue from its newest and its oldest 1,000 jobs", async () => {
    await enqueue(renderQueue, "ada", 1_500);
    await enqueue(renderQueue, "bob", 1_000);
    const { waiting, byAccount } = (await readOccupancy(queues.render))[renderQueue];
    assert.equal(waiting, 2_500);
    assert.equal(byAccount.get(ownerTag("ada")), 1_250);
  });
});
