import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import { setImmediate as nextTurn } from "node:timers/promises";
import { imageKey, randomImageId } from "@placard/contracts";
import { createLogger } from "@placard/runtime";
import type { ImageStore, ObjectMeta } from "@placard/storage";
import type { Platform } from "../platform.ts";
import { createImageMemory, type ImageMemory } from "./image-memory.ts";

const imageBytes = 100_000;
const id = randomImageId("account");
const key = imageKey(id, "png");

/** The memories of two gateways with one Redis, in front of a store whose reads can be delayed. */
async function createFixture({ maxBytes = 64 * 1024 * 1024 } = {}) {
  let time = 1_000_000;
  let age = 0;
  let reads = 0;
  let delay: Promise<unknown> = Promise.resolve();
  const stored = new Map<string, { bytes: Buffer; meta: ObjectMeta }>();
  const channels = new EventEmitter();
  const store = {
    async get(path: string) {
      reads++;
      const image = stored.get(path);
      await delay;
      return image;
    },
  } satisfies Pick<ImageStore, "get">;

  function connect() {
    const connection = Object.assign(new EventEmitter(), { status: "ready", subscribe: async () => 1 });
    channels.on("message", (channel, message) => connection.emit("message", channel, message));
    const redis = {
      publish: async (channel: string, message: string) => Number(channels.emit("message", channel, message)),
    };
    const logger = createLogger("gateway");
    const platform = { store, redis, subscriber: connection, logger, now: () => time };
    const memory = createImageMemory(platform as unknown as Platform, maxBytes, { now: () => age });
    return { memory, connection };
  }

  const { memory, connection } = connect();
  const { memory: other } = connect();
  await nextTurn(); // both are subscribed
  return {
    memory,
    connection,
    other,
    put(path = key, lifetimeMs = 1_000_000) {
      const meta = {
        contentType: "image/png",
        storedAt: time,
        expiresAt: time + lifetimeMs,
        etag: "a".repeat(27),
        size: imageBytes,
        userMetadata: {},
      };
      stored.set(path, { bytes: Buffer.alloc(imageBytes), meta });
    },
    remove: (path = key) => stored.delete(path),
    delayReads: (until: Promise<unknown>) => void (delay = until),
    advance(ms: number) {
      time += ms;
      age += ms;
    },
    setBack: (ms: number) => (time -= ms),
    /** The reads of storage since the last call. */
    takeReads() {
      const count = reads;
      reads = 0;
      return count;
    },
  };
}

/** Makes an image hot. */
async function readTwice(memory: ImageMemory, path = key): Promise<void> {
  await memory.get(path);
  await memory.get(path);
}

describe("the memory of images", () => {
  it("reads a hot image from storage once in 5 s, also for concurrent requests", async () => {
    const { memory, put, advance, takeReads } = await createFixture();
    put();
    await readTwice(memory);
    for (let i = 0; i < 3; i++) {
      takeReads();
      advance(4_999);
      assert.ok(memory.peek(key));
      assert.ok(await memory.get(key));
      assert.equal(takeReads(), 0);
      advance(1);
      assert.equal(memory.peek(key), undefined);
      const images = await Promise.all(Array.from({ length: 20 }, () => memory.get(key)));
      assert.equal(new Set(images.map((image) => image?.bytes)).size, 1);
      assert.equal(takeReads(), 1);
    }
  });

  it("does so after the shared clock is set back, too", async () => {
    const { memory, put, advance, setBack, takeReads } = await createFixture();
    put();
    await readTwice(memory);
    takeReads();
    setBack(60_000);
    advance(5_000);
    assert.ok(await memory.get(key));
    assert.equal(takeReads(), 1);
  });

  it("keeps no image that is requested less often than once in 5 s", async () => {
    const { memory, put, advance, takeReads } = await createFixture();
    put();
    for (let i = 0; i < 3; i++) {
      assert.ok(await memory.get(key));
      advance(5_000);
    }
    assert.deepEqual([takeReads(), memory.size()], [3, 0]);
  });

  it("never serves an image after its expiry", async () => {
    const { memory, put, advance, takeReads } = await createFixture();
    put(key, 2_000);
    await readTwice(memory);
    assert.ok(memory.peek(key));
    advance(2_000);
    assert.equal(memory.peek(key), undefined);
    put(key);
    assert.ok((await memory.get(key))!.meta.storedAt === 1_002_000);
    assert.equal(takeReads(), 3);
  });

  it("drops a deleted image at every gateway, and keeps no read from before the deletion", async () => {
    const { memory, other, put, remove, delayReads } = await createFixture();
    put();
    for (const each of [memory, other]) {
      await readTwice(each);
      assert.ok(each.peek(key));
    }
    let finish = () => {};
    const second = imageKey(randomImageId("account"), "png");
    put(second);
    await other.get(second);
    delayReads(new Promise<void>((resolve) => (finish = resolve)));
    const early = other.get(second);
    delayReads(Promise.resolve());
    for (const path of [key, second]) {
      remove(path);
      await memory.dropEverywhere(path.slice("images/".length, -".png".length));
    }
    for (const each of [memory, other])
      for (const path of [key, second]) assert.equal(await each.get(path), undefined);
    finish();
    assert.ok(await early);
    assert.equal(other.peek(second), undefined);
    assert.equal(await other.get(second), undefined);
  });

  it("serves nothing from memory while Redis is unavailable", async () => {
    const { memory, connection, put, remove, takeReads } = await createFixture();
    put();
    await readTwice(memory);
    assert.ok(memory.size() > imageBytes);
    takeReads();
    connection.emit("close");
    assert.equal(memory.size(), 0);
    for (let i = 0; i < 3; i++) assert.ok(await memory.get(key));
    assert.equal(takeReads(), 3);
    remove();
    assert.equal(await memory.get(key), undefined);
    put();
    connection.emit("ready");
    await nextTurn();
    await readTwice(memory);
    takeReads();
    await memory.get(key);
    assert.equal(takeReads(), 0);
  });

  it("takes no more memory than IMAGE_MEMORY_MB, and keeps the images that were requested last", async () => {
    const maxBytes = 10 * (imageBytes + 2_000);
    const { memory, put } = await createFixture({ maxBytes });
    const keys = Array.from({ length: 30 }, () => imageKey(randomImageId("account"), "png"));
    for (const path of keys) {
      put(path);
      await readTwice(memory, path);
      assert.ok(memory.peek(keys[0]!));
      assert.ok(memory.size() <= maxBytes);
    }
    assert.equal(keys.filter((path) => memory.peek(path)).length, 10);
  });

  it("is off if its size is 0", async () => {
    const { memory, put, takeReads } = await createFixture({ maxBytes: 0 });
    put();
    for (let i = 0; i < 3; i++) assert.ok(await memory.get(key));
    assert.deepEqual([takeReads(), memory.size()], [3, 0]);
  });
});
