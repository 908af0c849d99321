import { strict as assert } from "node:assert";
import { createHash, randomBytes } from "node:crypto";
import type { ImageStore, ObjectAttributes } from "./image-store.ts";

/** A store opened for a test. */
export interface OpenStore {
  store: ImageStore;
  /** Closes the store and removes what it kept. */
  dispose(): Promise<void>;
}

/**
 * Registers the tests that every ImageStore passes.
 * @param name of the implementation, for the report
 * @param open gives an empty store; called once
 */
export function describeImageStore(name: string, open: () => Promise<OpenStore>): void {
  describe(`ImageStore: ${name}`, function () {
    this.timeout(20_000);
    let opened: OpenStore;
    let store: ImageStore;

    before(async function () {
      this.timeout(120_000);
      opened = await open();
      store = opened.store;
    });
    after(() => opened?.dispose());

    it("gives back the bytes as they were put", async () => {
      for (const bytes of [randomBytes(60_000), Buffer.alloc(0), Buffer.alloc(1), randomBytes(5_000_000)]) {
        const key = newKey();
        await store.put(key, bytes, about);
        assert.deepEqual((await store.get(key))?.bytes, bytes, `${bytes.length} bytes`);
      }
    });

    it("takes plain Uint8Arrays, parts of larger buffers included", async () => {
      const key = newKey();
      await store.put(key, new Uint8Array([9, 1, 2, 3, 9]).subarray(1, 4), about);
      assert.deepEqual((await store.get(key))?.bytes, Buffer.from([1, 2, 3]));
    });

    it("keeps type, age and expiry with the bytes, and tells them without the bytes", async () => {
      const key = newKey();
      const bytes = randomBytes(1000);
      const facts = { contentType: "image/webp", storedAt: 1_700_000_000_123, expiresAt: 1_700_000_060_456 };
      const etag = createHash("sha256").update(bytes).digest("base64url").slice(0, 27);
      const meta = { ...facts, etag, size: 1000 };

      assert.deepEqual(await store.put(key, bytes, facts), meta);
      assert.deepEqual((await store.get(key))?.meta, meta);
      assert.deepEqual(await store.head(key), meta);
    });

    it("replaces bytes and metadata together", async () => {
      const key = newKey();
      await store.put(key, randomBytes(5000), about);
      const second = await store.put(key, Buffer.from("second"), {
        contentType: "text/plain",
        storedAt: 5,
        expiresAt: 6,
      });
      assert.deepEqual(await store.get(key), { bytes: Buffer.from("second"), meta: second });
      assert.deepEqual(await store.head(key), second);
    });

    it("knows nothing of what was never put", async () => {
      assert.equal(await store.get(newKey()), undefined);
      assert.equal(await store.head(newKey()), undefined);
    });

    it("forgets what was removed, and removes twice without complaint", async () => {
      const key = newKey();
      await store.put(key, Buffer.from("x"), about);
      await store.delete(key);
      assert.equal(await store.get(key), undefined);
      assert.equal(await store.head(key), undefined);
      await store.delete(key);
    });

    it("tells ids apart that differ only in case", async () => {
      const id = randomBytes(16).toString("hex");
      await store.put(`images/a${id}.png`, Buffer.from("lower"), about);
      await store.put(`images/A${id}.png`, Buffer.from("upper"), about);
      assert.equal((await store.get(`images/a${id}.png`))?.bytes.toString(), "lower");
      assert.equal((await store.get(`images/A${id}.png`))?.bytes.toString(), "upper");
    });

    it("ends many writers of one key with one writer's whole object, and shows readers nothing else", async () => {
      const key = newKey();
      const versions = Array.from({ length: 20 }, (_, index) => Buffer.alloc(50_000 + index * 5000, index));
      let writing = true;
      const reading = (async () => {
        for (let seen = false; writing;) {
          const object = await store.get(key);
          assert.ok(object || !seen, "an object that was there is never missing");
          if (!object) continue;
          seen = true;
          assertOneOf(versions, object.bytes);
          assert.equal(object.meta.storedAt, object.bytes[0], "metadata of the same writer");
        }
      })();
      await Promise.all(
        versions.map((bytes, index) => store.put(key, bytes, { ...about, storedAt: index })),
      ).finally(() => (writing = false));
      await reading;
      assertOneOf(versions, (await store.get(key))!.bytes);
    });

    it("lists the keys under a prefix, and all of them past a thousand", async () => {
      const started = Date.now();
      const keys = new Set(Array.from({ length: 1050 }, () => newKey("listed")));
      const queue = [...keys];
      const writer = async () => {
        for (let key = queue.pop(); key; key = queue.pop()) await store.put(key, Buffer.from("x"), about);
      };
      await Promise.all(Array.from({ length: 30 }, writer));

      const listed = await collect(store.list("listed/"));
      assert.deepEqual(new Set(listed.map(({ key }) => key)), keys);
      assert.equal(listed.length, keys.size, "none of them twice");
      for (const { modifiedAt } of listed) {
        assert.ok(modifiedAt > started - 1500 && modifiedAt < Date.now() + 1500, `written at ${modifiedAt}`);
      }

      const [one] = keys;
      assert.deepEqual(
        (await collect(store.list(one!.slice(0, 20)))).map(({ key }) => key),
        [one],
      );
      assert.ok((await collect(store.list(""))).length >= keys.size);
      assert.deepEqual(await collect(store.list("nothing/")), []);
    });

    it("goes on listing while what it lists is removed", async () => {
      const keys = Array.from({ length: 20 }, () => newKey("swept"));
      await Promise.all(keys.map((key) => store.put(key, Buffer.from("x"), about)));
      for await (const { key } of store.list("swept/")) await store.delete(key);
      assert.deepEqual(await collect(store.list("swept/")), []);
    });

    it("refuses malformed keys as faults of the caller", async () => {
      const id = "a".repeat(22);
      const malformed = ["", id, `images/${id}`, `../${id}.png`, `images/../${id}.png`, `images/a/${id}.png`];
      malformed.push(`/images/${id}.png`, `images/${id}.png\n`, `images/${id}\0.png`, `images/${id}.png/..`);
      malformed.push(
        `.tmp/${id}.png`,
        `images/.${id}.png`,
        `images/${"a".repeat(5000)}.png`,
        `images/é${id}.png`,
      );
      for (const key of malformed) {
        await assert.rejects(store.put(key, Buffer.from("x"), about), TypeError, key);
        await assert.rejects(store.get(key), TypeError, key);
        await assert.rejects(store.head(key), TypeError, key);
        await assert.rejects(store.delete(key), TypeError, key);
      }
    });

    it("is ready", () => store.check());
  });
}

/** Metadata for tests that do not care. */
export const about: ObjectAttributes = { contentType: "image/png", storedAt: 1000, expiresAt: 2000 };

/** A well-formed key that nothing lies under. */
export function newKey(kind = "images"): string {
  return `${kind}/${randomBytes(24).toString("base64url")}.png`;
}

/** Everything that an async iterable yields. */
export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

function assertOneOf(versions: Buffer[], bytes: Buffer): void {
  assert.ok(
    versions.some((version) => version.equals(bytes)),
    `${bytes.length} bytes that nobody wrote`,
  );
}
