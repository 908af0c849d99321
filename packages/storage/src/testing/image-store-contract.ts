import { strict as assert } from "node:assert";
import { createHash, randomBytes } from "node:crypto";
import type { ImageStore, ObjectAttributes } from "../image-store.ts";

export interface OpenStore {
  store: ImageStore;
  /** Closes the store and deletes its objects. */
  dispose(): Promise<void>;
}

/**
 * Registers the tests that every ImageStore must pass.
 * @param name of the implementation, for the report
 * @param open opens an empty store; called once
 */
export function describeImageStore(name: string, open: () => Promise<OpenStore>): void {
  describe(`ImageStore: ${name}`, () => {
    let opened: OpenStore;
    let store: ImageStore;

    before(async () => {
      opened = await open();
      store = opened.store;
    });
    after(() => opened?.dispose());

    /** Stores objects, a few at a time: a call must end within its timeout on a busy machine, too. */
    async function putAll(keys: Iterable<string>): Promise<void> {
      const queue = [...keys];
      const writer = async () => {
        for (let key = queue.pop(); key; key = queue.pop())
          await store.put(key, Buffer.from("x"), attributes);
      };
      await Promise.all(Array.from({ length: 4 }, writer));
    }

    it("returns the bytes that were put", async () => {
      for (const bytes of [randomBytes(60_000), Buffer.alloc(0), Buffer.alloc(1), randomBytes(5_000_000)]) {
        const key = newKey();
        await store.put(key, bytes, attributes);
        assert.deepEqual((await store.get(key))?.bytes, bytes, `${bytes.length} bytes`);
      }
    });

    it("accepts Uint8Arrays, including views of larger buffers", async () => {
      const key = newKey();
      await store.put(key, new Uint8Array([9, 1, 2, 3, 9]).subarray(1, 4), attributes);
      assert.deepEqual((await store.get(key))?.bytes, Buffer.from([1, 2, 3]));
    });

    it("stores metadata with the bytes, and returns it without the bytes", async () => {
      const key = newKey();
      const bytes = randomBytes(1000);
      const times = { storedAt: 1_700_000_000_123, expiresAt: 1_700_000_060_456 };
      const etag = createHash("sha256").update(bytes).digest("base64url").slice(0, 27);
      const meta = { contentType: "image/webp", ...times, etag, size: 1000, userMetadata: {} };

      assert.deepEqual(await store.put(key, bytes, { contentType: "image/webp", ...times }), meta);
      assert.deepEqual((await store.get(key))?.meta, meta);
      assert.deepEqual(await store.head(key), meta);
    });

    it("stores user metadata, whose names do not collide with the store's own", async () => {
      const key = newKey();
      const userMetadata = {
        owner: "operator",
        "stored-at": "5",
        warnings: '[{"code":"image_unavailable","field":"image"}]',
        "everything-in-ascii": Array.from({ length: 94 }, (_, i) => String.fromCharCode(0x21 + i)).join(""),
      };
      const put = await store.put(key, Buffer.from("x"), { ...attributes, userMetadata });
      assert.deepEqual(put.userMetadata, userMetadata);
      assert.deepEqual((await store.get(key))?.meta, put);
      assert.deepEqual(await store.head(key), put);

      const replaced = await store.put(key, Buffer.from("x"), attributes);
      assert.deepEqual(replaced.userMetadata, {});
      assert.deepEqual(await store.head(key), replaced);
    });

    it("stores 1,536 characters of user metadata", async () => {
      const key = newKey();
      const userMetadata = { long: "x".repeat(1_532) };
      await store.put(key, Buffer.from("x"), { ...attributes, userMetadata });
      assert.deepEqual((await store.head(key))?.userMetadata, userMetadata);
    });

    it("rejects malformed user metadata with a TypeError", async () => {
      const malformed = [
        { Owner: "upper-case name" },
        { "": "empty name" },
        { "a name": "with a space" },
        { ["n".repeat(33)]: "long name" },
        { owner: "" },
        { owner: " space in front" },
        { owner: "line\nbreak" },
        { owner: "Grüße" },
        { owner: "x".repeat(1_532) }, // one character too many
        { owner: 5 as unknown as string },
      ];
      for (const userMetadata of malformed)
        await assert.rejects(
          store.put(newKey(), Buffer.from("x"), { ...attributes, userMetadata }),
          TypeError,
          JSON.stringify(userMetadata),
        );
    });

    it("replaces bytes and metadata together", async () => {
      const key = newKey();
      await store.put(key, randomBytes(5000), attributes);
      const second = await store.put(key, Buffer.from("second"), {
        contentType: "text/plain",
        storedAt: 5,
        expiresAt: 6,
      });
      assert.deepEqual(await store.get(key), { bytes: Buffer.from("second"), meta: second });
      assert.deepEqual(await store.head(key), second);
    });

    it("returns nothing for a key that was never put", async () => {
      assert.equal(await store.get(newKey()), undefined);
      assert.equal(await store.head(newKey()), undefined);
    });

    it("deletes an object, and accepts a second delete", async () => {
      const key = newKey();
      await store.put(key, Buffer.from("x"), attributes);
      await store.delete(key);
      assert.equal(await store.get(key), undefined);
      assert.equal(await store.head(key), undefined);
      await store.delete(key);
    });

    it("deletes many objects, whether they exist or not, and no others", async () => {
      const keys = Array.from({ length: 600 }, () => newKey("many"));
      const other = newKey("many");
      const stored = [...keys.slice(0, 20), ...keys.slice(-20), other];
      await putAll(stored);
      await store.deleteAll(keys);
      assert.deepEqual(
        (await collect(store.list("many/"))).map(({ key }) => key),
        [other],
      );
      await store.deleteAll([]);
    });

    it("distinguishes ids that differ only in case", async () => {
      const id = randomBytes(16).toString("hex");
      await store.put(`images/a${id}.png`, Buffer.from("lower"), attributes);
      await store.put(`images/A${id}.png`, Buffer.from("upper"), attributes);
      assert.equal((await store.get(`images/a${id}.png`))?.bytes.toString(), "lower");
      assert.equal((await store.get(`images/A${id}.png`))?.bytes.toString(), "upper");
    });

    it("stores one writer's complete object when many write one key, and never shows another", async () => {
      const key = newKey();
      const versions = Array.from({ length: 20 }, (_, index) => Buffer.alloc(50_000 + index * 5000, index));
      let writing = true;
      const reading = (async () => {
        for (let seen = false; writing;) {
          const object = await store.get(key);
          assert.ok(object || !seen, "an object that was seen is never absent");
          if (!object) continue;
          seen = true;
          assertOneOf(versions, object.bytes);
          assert.equal(object.meta.storedAt, object.bytes[0], "the metadata is of the same writer");
        }
      })();
      await Promise.all(
        versions.map((bytes, index) => store.put(key, bytes, { ...attributes, storedAt: index })),
      ).finally(() => (writing = false));
      await reading;
      assertOneOf(versions, (await store.get(key))!.bytes);
    });

    it("lists all keys under a prefix in ascending order, and from any key on", async () => {
      const started = Date.now();
      // More than two pages of the S3 server: see ceph.sh.
      const keys = new Set(Array.from({ length: 105 }, () => newKey("listed")));
      await putAll(keys);
      const listed = await collect(store.list("listed/"));
      const sorted = [...keys].toSorted();
      const keysAfter = async (after: string) =>
        (await collect(store.list("listed/", { after }))).map(({ key }) => key);
      assert.deepEqual(
        listed.map(({ key }) => key),
        sorted,
      );
      for (const [i, key] of sorted.entries())
        if (i % 50 === 0) assert.deepEqual(await keysAfter(key), sorted.slice(i + 1));
      assert.deepEqual(await keysAfter(`${sorted[7]!.slice(0, -4)}-`), sorted.slice(7));
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

    it("continues to list while listed objects are deleted", async () => {
      const keys = Array.from({ length: 20 }, () => newKey("swept"));
      await putAll(keys);
      for await (const { key } of store.list("swept/")) await store.delete(key);
      assert.deepEqual(await collect(store.list("swept/")), []);
    });

    it("rejects malformed keys with a TypeError", async () => {
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
        await assert.rejects(store.put(key, Buffer.from("x"), attributes), TypeError, key);
        await assert.rejects(store.get(key), TypeError, key);
        await assert.rejects(store.head(key), TypeError, key);
        await assert.rejects(store.delete(key), TypeError, key);
        await assert.rejects(store.deleteAll([newKey(), key]), TypeError, key);
      }
    });

    it("passes its health check", () => store.check());
  });
}

/** Attributes for tests in which they do not matter. */
export const attributes: ObjectAttributes = { contentType: "image/png", storedAt: 1000, expiresAt: 2000 };

/** A well-formed key under which nothing is stored. */
export function newKey(kind = "images"): string {
  return `${kind}/${randomBytes(24).toString("base64url")}.png`;
}

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

function assertOneOf(versions: Buffer[], bytes: Buffer): void {
  assert.ok(
    versions.some((version) => version.equals(bytes)),
    `${bytes.length} bytes that no writer wrote`,
  );
}
