import assert from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import { isAccountDisabled } from "@placard/accounts";
import {
  createWebhookEvent,
  maxOutboxEvents,
  randomImageId,
  queueOptions,
  webhookKeys,
  webhookQueue,
  type WebhookJob,
} from "@placard/contracts";
import { poll, startRedis, type TestRedis } from "@placard/testing";
import { Queue } from "bullmq";
import { Redis } from "ioredis";
import { createDeliveryQueue } from "./delivery-queue.ts";
import { startDeliveryWorker, type AttemptOutcome } from "./delivery-worker.ts";
import { createOutbox } from "./outbox.ts";
import { createWebhookDeliveries, type WebhookDelivery, type WebhookAttempt } from "./delivery-store.ts";
import { createWebhooks, type Webhook } from "./webhook-store.ts";

const owner = "ada";
const webhookSettings = { url: "https://example.com/", events: ["image.rendered", "image.failed"] } as const;
/** An attempt that gets no response until it is stopped, which may have happened already. */
const unanswered = (signal: AbortSignal) => delay(3_600_000, undefined as never, { signal });
const message = (id: string) => ({ id, type: "webhook.test", payload: "{}" }) as const;

describe("webhook deliveries", () => {
  let server: TestRedis;
  let redis: Redis;
  let worker: Redis;
  let queue: Queue<WebhookJob>;
  let time: number;
  before(async () => {
    server = await startRedis();
    redis = new Redis(server.url);
    worker = new Redis(server.url, { maxRetriesPerRequest: null });
    queue = new Queue(webhookQueue, { connection: redis, ...queueOptions });
  });
  beforeEach(async () => {
    await redis.flushall();
    await redis.hset(`{placard}:user:${owner}`, "id", owner);
    time = Date.now();
  });
  after(async () => {
    await queue?.close();
    redis?.disconnect();
    worker?.disconnect();
    await server?.stop();
  });

  const now = () => time;
  const createStores = () => {
    const webhooks = createWebhooks({ redis, now }, 5);
    const deliveries = createWebhookDeliveries({ redis, now });
    return { webhooks, deliveries, deliveryQueue: createDeliveryQueue(queue, deliveries, now) };
  };
  const createWebhook = ({ webhooks }: ReturnType<typeof createStores>) =>
    webhooks.create(owner, webhookSettings);

  /** Runs a worker with these results of attempts, until deliveries have ended after `minSent` attempts. */
  async function run(
    stores: ReturnType<typeof createStores>,
    webhook: Webhook,
    resultOf: (attempt: number) => Partial<WebhookAttempt> | Promise<Partial<WebhookAttempt>>,
    minSent = 0,
  ) {
    const outcomes: AttemptOutcome[] = [];
    let sent = 0;
    const { stop } = startDeliveryWorker({
      ...stores,
      connection: worker,
      isAccountDisabled: (id) => isAccountDisabled(redis, id),
      send: async () => ({ at: time, durationMs: 1, ...(await resultOf(sent++)) }),
      countAttempt: (outcome) => void outcomes.push(outcome),
      logger: { info: () => {}, warn: () => {}, error: () => {} } as never,
      now,
      delaysMs: [1, 1],
    });
    try {
      const ended = await poll("the deliveries to end", async () => {
        const ids = (await stores.deliveries.list(webhook.id)).map(({ id }) => id);
        const found: WebhookDelivery[] = await stores.deliveries.read(webhook.id, ids);
        return sent >= minSent && found.every(({ state }) => state !== "waiting") && found;
      });
      return { ended, outcomes, sent };
    } finally {
      await stop(1_000);
    }
  }

  it("fail after the last attempt, and can be redelivered with as many attempts", async () => {
    const stores = createStores();
    const webhook = await createWebhook(stores);
    await stores.deliveryQueue.deliver(owner, webhook.id, message("msg_1"));
    const failed = await run(stores, webhook, () => ({ status: 500 }));
    assert.deepEqual(failed.outcomes, ["retried", "retried", "failed"]);
    const [delivery] = failed.ended;
    assert.deepEqual(
      [delivery?.state, delivery?.attempts, delivery?.nextAttemptAt],
      ["failed", 3, undefined],
    );
    await stores.deliveryQueue.redeliver(webhook.id, "msg_1");
    const again = await run(stores, webhook, (attempt) => ({ status: attempt === 2 ? 200 : 500 }));
    assert.deepEqual(again.outcomes, ["retried", "retried", "delivered"]);
    await poll("the jobs to end", async () => (await queue.getJobCountByTypes()) === 0);
  });

  for (const [moment, status] of [
    ["their success", 200],
    ["a retry", 500],
  ] as const)
    it(`are sent again if redelivered between storing ${moment} and the end of their job`, async () => {
      const stores = createStores();
      const webhook = await createWebhook(stores);
      await stores.deliveryQueue.deliver(owner, webhook.id, message("msg_1"));
      let isFirst = true;
      const deliveries: typeof stores.deliveries = {
        ...stores.deliveries,
        async replace(webhookId, previous, next) {
          const wasReplaced = await stores.deliveries.replace(webhookId, previous, next);
          if (isFirst) {
            isFirst = false;
            await stores.deliveryQueue.redeliver(webhookId, next.id);
          }
          return wasReplaced;
        },
      };
      const results = [{ status }, { status: 200 }];
      const again = await run({ ...stores, deliveries }, webhook, (attempt) => results[attempt] ?? {}, 2);
      assert.deepEqual([again.sent, again.ended[0]?.state, again.ended[0]?.attempts], [2, "delivered", 1]);
    });

  it("have jobs that say nothing of the account, and do nothing after its deletion", async () => {
    const stores = createStores();
    const webhook = await createWebhook(stores);
    await stores.deliveryQueue.deliver(owner, webhook.id, message("msg_1"));
    const [job] = await queue.getJobs();
    assert.deepEqual(job?.data, { webhookId: webhook.id, eventId: "msg_1", run: 0 });
    await stores.webhooks.delete(owner, webhook.id);
    const other = await createWebhook(stores);
    await stores.deliveryQueue.deliver(owner, other.id, message("msg_2"));
    assert.equal((await run(stores, other, () => ({ status: 200 }))).sent, 1);
    await poll("the jobs to end", async () => (await queue.getJobCountByTypes()) === 0);
  });

  it("are sent again, with as many attempts, if they are redelivered during an attempt", async () => {
    const stores = createStores();
    const webhook = await createWebhook(stores);
    await stores.deliveryQueue.deliver(owner, webhook.id, message("msg_1"));
    const { sent, ended } = await run(stores, webhook, async (attempt) => {
      time++;
      if (attempt === 0) await stores.deliveryQueue.redeliver(webhook.id, "msg_1");
      return { status: 500 };
    });
    assert.deepEqual([sent, ended[0]?.state, ended[0]?.attempts], [4, "failed", 3]);
  });

  for (const [step, sent] of [
    ["their job is not stored", 0],
    ["their job is stored", 1],
  ] as const)
    it(`have a job while they wait, also if a redelivery is interrupted when ${step}`, async () => {
      const stores = createStores();
      const webhook = await createWebhook(stores);
      await stores.deliveryQueue.deliver(owner, webhook.id, message("msg_1"));
      await run(stores, webhook, () => ({ status: 200 }));
      const interrupted = () => Promise.reject(new Error("interrupted"));
      const failing = createDeliveryQueue(
        sent === 0 ? ({ add: interrupted } as never) : queue,
        { ...stores.deliveries, startRun: interrupted },
        now,
      );
      await assert.rejects(failing.redeliver(webhook.id, "msg_1"), /interrupted/);
      const { ended, sent: again } = await run(stores, webhook, () => ({ status: 200 }), sent);
      assert.deepEqual([ended[0]?.state, again], ["delivered", sent]);
    });

  it("fail without a request if their webhook or their account is disabled", async () => {
    const stores = createStores();
    const webhook = await createWebhook(stores);
    await stores.deliveryQueue.deliver(owner, webhook.id, message("msg_1"));
    await stores.webhooks.update(owner, webhook.id, { isEnabled: false });
    const disabled = await run(stores, webhook, () => ({ status: 200 }));
    assert.deepEqual([disabled.sent, disabled.outcomes], [0, ["failed"]]);
    assert.equal(disabled.ended[0]?.lastAttempt?.error, "The webhook is disabled.");
    await stores.webhooks.update(owner, webhook.id, { isEnabled: true });
    await redis.hset(`{placard}:user:${owner}`, "disabledAt", time);
    await stores.deliveryQueue.redeliver(webhook.id, "msg_1");
    assert.equal((await run(stores, webhook, () => ({ status: 200 }))).sent, 0);
  });

  it("are attempted eight at a time for an account, and the others wait longer each time", async () => {
    const stores = createStores();
    const webhook = await createWebhook(stores);
    const ids = Array.from({ length: 9 }, (_, i) => `msg_${i}`);
    for (const id of ids) await stores.deliveryQueue.deliver(owner, webhook.id, message(id));
    let sent = 0;
    const { stop } = startDeliveryWorker({
      ...stores,
      connection: worker,
      isAccountDisabled: (id) => isAccountDisabled(redis, id),
      send(_webhook, _delivery, signal) {
        sent++;
        return unanswered(signal);
      },
      countAttempt: () => {},
      logger: { info: () => {}, warn: () => {}, error: () => {} } as never,
      now,
    });
    try {
      await poll("a longer wait", async () => {
        const [delayed] = await queue.getDelayed();
        return delayed !== undefined && delayed.delay > 1_000;
      });
      assert.equal(sent, 8);
    } finally {
      await stop(1);
    }
  });

  it("are attempted while the servers of ten other accounts do not respond", async () => {
    const stores = createStores();
    for (let account = 0; account < 10; account++) {
      const other = `other-${account}`;
      await redis.hset(`{placard}:user:${other}`, "id", other);
      const { id } = await stores.webhooks.create(other, webhookSettings);
      for (let i = 0; i < 8; i++) await stores.deliveryQueue.deliver(other, id, message(`msg_${i}`));
    }
    const webhook = await createWebhook(stores);
    await stores.deliveryQueue.deliver(owner, webhook.id, message("msg_1"));
    const { stop } = startDeliveryWorker({
      ...stores,
      connection: worker,
      isAccountDisabled: (id) => isAccountDisabled(redis, id),
      send: async ({ id }, _delivery, signal) =>
        id === webhook.id ? { at: time, durationMs: 1, status: 200 } : await unanswered(signal),
      countAttempt: () => {},
      logger: { info: () => {}, warn: () => {}, error: () => {} } as never,
      now,
    });
    try {
      await poll("the delivery", async () => {
        return (await stores.deliveries.find(webhook.id, "msg_1"))?.state === "delivered";
      });
    } finally {
      await stop(1);
    }
  });

  it("are stored once, however often their event is taken from the outbox", async () => {
    const stores = createStores();
    const webhook = await createWebhook(stores);
    const event = createWebhookEvent({
      type: "image.rendered",
      account: owner,
      at: time,
      data: { id: "A".repeat(32), format: "png" },
    });
    let isInterrupted = true;
    const outbox = createOutbox({
      redis,
      webhooks: stores.webhooks,
      linkOf: (id) => `https://og.example.com/og/${id}.png`,
      countDropped: () => {},
      logger: { error: () => {} },
      async deliver(...delivery) {
        await stores.deliveryQueue.deliver(...delivery);
        if (isInterrupted) throw new Error("interrupted");
      },
    });
    outbox.start();
    try {
      await outbox.emit(event);
      await poll("the first delivery", async () => (await stores.deliveries.list(webhook.id)).length === 1);
      assert.equal(await redis.llen(webhookKeys.outbox), 1);
      isInterrupted = false;
      await poll("the event to be taken", async () => (await redis.llen(webhookKeys.outbox)) === 0);
      assert.equal((await stores.deliveries.list(webhook.id)).length, 1);
      assert.equal(await queue.getJobCountByTypes(), 1);
      const delivery = await stores.deliveries.find(webhook.id, event.id);
      const { data } = JSON.parse(delivery?.payload ?? "");
      assert.deepEqual(data, {
        id: "A".repeat(32),
        url: `https://og.example.com/og/${"A".repeat(32)}.png`,
        format: "png",
      });
    } finally {
      await outbox.stop();
    }
  });

  it("are not created of events that a renderer forges: other types, images of other accounts, and invalid ones", async () => {
    const stores = createStores();
    const webhook = await createWebhook(stores);
    const errors: unknown[] = [];
    const outbox = createOutbox({
      redis,
      ...stores.deliveryQueue,
      webhooks: stores.webhooks,
      linkOf: (id) => id,
      countDropped: () => {},
      logger: { error: (line: unknown) => void errors.push(line) },
    });
    const image = { id: randomImageId(owner), template: "blog", requestId: "1" };
    const failed = { type: "image.failed", account: owner, at: time, data: { ...image, reason: "crashed" } };
    const event = (number: number, changes: object = {}) =>
      JSON.stringify({ ...failed, id: `msg_${String(number).padStart(32, "0")}`, ...changes });
    const forged = [
      event(1, { type: "quota.reached", data: { quota: "daily_renders", limit: 1, resetsAt: "now" } }),
      event(2, { type: "batch.finished", data: { requestId: "1", results: [] } }),
      event(3, { type: "image.rendered" }),
      event(4, { data: { ...failed.data, id: randomImageId("another account") } }),
      event(5, { data: { ...failed.data, url: "https://example.com/" } }),
      event(6, { at: 1e300 }),
      event(7, { id: "msg_1" }),
      "{",
      "null",
    ];
    await redis.lpush(webhookKeys.renderOutbox, ...forged, event(8));
    outbox.start();
    try {
      await poll("the events to be taken", async () => (await redis.exists(webhookKeys.renderOutbox)) === 0);
      const events = await redis.hkeys(webhookKeys.deliveriesOf(webhook.id));
      assert.deepEqual(events, [`msg_${"8".padStart(32, "0")}`]);
      assert.deepEqual(
        errors,
        Array.from(forged, () => "webhook event is invalid"),
      );
    } finally {
      await outbox.stop();
    }
  });

  it("of events past 100,000 are missing, and their number is counted and logged", async () => {
    const stores = createStores();
    const webhook = await createWebhook(stores);
    const counts: number[] = [];
    const errors: unknown[][] = [];
    let release = () => {};
    const isReleased = new Promise<void>((resolve) => (release = resolve));
    const outbox = createOutbox({
      redis,
      ...stores.deliveryQueue,
      webhooks: {
        async list(account) {
          await isReleased;
          return stores.webhooks.list(account);
        },
      },
      linkOf: (id) => id,
      countDropped: (events) => void counts.push(events),
      logger: { error: (...line: unknown[]) => void errors.push(line) },
    });
    const emit = (id: string) =>
      outbox.emit({ id, type: "image.failed", account: owner, at: time, data: { id } });
    try {
      await emit("msg_first");
      const other = JSON.stringify({
        id: "msg_other",
        type: "image.failed",
        account: "eve",
        at: time,
        data: {},
      });
      const fill = `for i = 2, ${maxOutboxEvents} do redis.call("LPUSH", KEYS[1], ARGV[1]) end`;
      await redis.eval(fill, 1, webhookKeys.outbox, other);
      for (const id of ["msg_second", "msg_third", "msg_fourth"]) await emit(id);
      outbox.start();
      await poll("the events to be dropped", () => counts.length > 0);
      assert.equal(await redis.llen(webhookKeys.outbox), maxOutboxEvents);
      await redis.lrem(webhookKeys.outbox, 0, other);
      release();
      await poll("the events to be taken", async () => (await redis.exists(webhookKeys.outbox)) === 0);
      assert.deepEqual(await redis.hkeys(webhookKeys.deliveriesOf(webhook.id)), ["msg_first"]);
      assert.deepEqual(counts, [3]);
      assert.deepEqual(errors, [[{ events: 3 }, "webhook events dropped"]]);
    } finally {
      await outbox.stop();
    }
  });

  it("are limited to the latest 1,000 of a webhook, for 30 days, with their jobs", async () => {
    const stores = createStores();
    const webhook = await createWebhook(stores);
    for (let i = 0; i < 1_002; i++) {
      time++;
      await stores.deliveryQueue.deliver(owner, webhook.id, message(`msg_${i}`));
    }
    const ids = new Set((await stores.deliveries.list(webhook.id)).map(({ id }) => id));
    assert.deepEqual([ids.size, ids.has("msg_1"), ids.has("msg_2")], [1_000, false, true]);
    assert.equal(await queue.getJobCountByTypes(), 1_000);
    time += 30 * 86_400_000 + 1;
    assert.deepEqual(await stores.deliveries.list(webhook.id), []);
    await stores.deliveryQueue.deliver(owner, webhook.id, message("msg_new"));
    assert.deepEqual(await redis.hkeys(webhookKeys.deliveriesOf(webhook.id)), ["msg_new"]);
    assert.equal(await queue.getJobCountByTypes(), 1);
    assert.equal(await stores.webhooks.delete(owner, webhook.id), true);
    assert.deepEqual(await redis.keys(`*${webhook.id}*`), [`{placard}:webhooks:${webhook.id}-msg_new-0`]);
  });
});
