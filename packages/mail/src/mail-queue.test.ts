import assert from "node:assert/strict";
import { lanes, type LaneSize } from "@placard/contracts";
import { createMailQueue, type MailResult } from "./mail-queue.ts";
import type { Mail } from "./smtp-transport.ts";

describe("the mail queue", () => {
  const mailTo = (to: string): Mail => ({ to, subject: "Subject", text: "Text" });

  /** A queue whose deliveries settle when the test decides. */
  function createTestQueue(size: LaneSize = lanes.mails) {
    const deliveries: PromiseWithResolvers<void>[] = [];
    const lines: { fields: object; message: string }[] = [];
    const results: MailResult[] = [];
    const log = (fields: object, message: string) => void lines.push({ fields, message });
    const queue = createMailQueue({
      transport: {
        deliver() {
          const delivery = withResolvers();
          deliveries.push(delivery);
          return delivery.promise;
        },
      },
      logger: { info: log, warn: log } as never,
      countMail: (result) => void results.push(result),
      size,
    });
    return { queue, deliveries, lines, results };
  }

  it("logs and counts every mail that was sent or failed, without its text and addresses", async () => {
    const { queue, deliveries, lines, results } = createTestQueue();
    assert.equal(queue.enqueue(mailTo("a@example.com"), { accountId: "1" }), true);
    assert.equal(queue.enqueue(mailTo("b@example.com"), { accountId: "2" }), true);
    deliveries[0]?.resolve();
    deliveries[1]?.reject(new Error("the server is down"));
    await queue.drain(1_000);
    assert.deepEqual(results, ["sent", "failed"]);
    assert.deepEqual(lines[0], { fields: { accountId: "1" }, message: "mail sent" });
    assert.equal(lines[1]?.message, "mail delivery failed");
    assert.equal(lines.length, 2);
  });

  it("delivers two mails at a time, and drops mails past the limit", async () => {
    const { queue, deliveries, lines, results } = createTestQueue({ ...lanes.mails, waiting: 3 });
    const accepted = Array.from({ length: 7 }, (_, i) => queue.enqueue(mailTo(`${i}@example.com`), {}));
    assert.deepEqual(accepted, [true, true, true, true, true, false, false]);
    assert.equal(deliveries.length, 2);
    assert.deepEqual(results, ["dropped", "dropped"]);
    assert.match(lines[0]?.message ?? "", /^mail dropped/);
    deliveries[0]?.resolve();
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(deliveries.length, 3);
    assert.equal(queue.enqueue(mailTo("again@example.com"), {}), true);
  });

  it("is drained within the time limit, and logs how many mails were not sent", async () => {
    const { queue, deliveries, lines } = createTestQueue();
    for (let i = 0; i < 5; i++) queue.enqueue(mailTo(`${i}@example.com`), {});
    const start = performance.now();
    await queue.drain(50);
    assert.ok(performance.now() - start < 30_000);
    assert.deepEqual(lines.at(-1), { fields: { count: 5 }, message: "mails not sent before the stop" });
    for (const { resolve } of deliveries) resolve();
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(deliveries.length, 2, "no further mail is sent");
  });
});

interface PromiseWithResolvers<T> {
  promise: Promise<T>;
  resolve: (value: T) => void;
  reject: (error: Error) => void;
}

/** Promise.withResolvers, which Node.js 20 does not have. */
function withResolvers(): PromiseWithResolvers<void> {
  let resolve = () => {};
  let reject = (_error: Error) => {};
  const promise = new Promise<void>((onResolve, onReject) => ([resolve, reject] = [onResolve, onReject]));
  return { promise, resolve, reject };
}
