import { strict as assert } from "node:assert";
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, readFile, truncate, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createTempDirectory, type TempDirectory } from "@placard/testing";
import { createFileStore } from "./file-store.ts";
import { attributes, collect, describeImageStore, newKey } from "./testing/image-store-contract.ts";
import { encodeObject } from "./object-file.ts";
import { StorageUnavailableError } from "./storage-unavailable.ts";
import type { ImageStore } from "./image-store.ts";

describeImageStore("files", async () => {
  const { path, remove } = await createTempDirectory();
  const store = createFileStore({ directory: join(path, "created", "by", "it") });
  const dispose = () => {
    store.close();
    return remove();
  };
  return { store, dispose };
});

describe("file store", () => {
  let temp: TempDirectory;
  let store: ImageStore;

  beforeEach(async () => {
    temp = await createTempDirectory();
    store = createFileStore({ directory: temp.path });
  });
  afterEach(() => {
    store.close();
    return temp.remove();
  });

  const id = "Abcdefghijklmnopqrstuv";
  const key = `images/${id}.png`;
  const pathOfKey = () => join(temp.path, "images", "Ab", `${id}.png`);

  it("leaves only complete objects, and loses none, when a writer is killed with SIGKILL", async () => {
    const script = fileURLToPath(new URL("./testing/file-store-crash.js", import.meta.url));
    for (let round = 0; round < 5; round++) {
      const stored = new Set<string>();
      const writer = fork(script, [temp.path]);
      const exit = once(writer, "exit");
      const writes = 12 + Math.floor(Math.random() * 20); // so that each round kills it at a different point
      let seen = 0;
      writer.on("message", (written: string) => {
        stored.add(written);
        // Its first writes may all be of three keys.
        if (++seen >= writes && stored.size === 4) writer.kill("SIGKILL");
      });
      assert.equal((await exit)[1], "SIGKILL");

      for (const written of stored) {
        const object = await store.get(written);
        assert.ok(object, `${written} is complete`);
        assert.ok(object.bytes.equals(Buffer.alloc(object.meta.size, object.meta.storedAt % 256)), written);
      }
    }
  });

  it("reads a truncated, zeroed, altered or foreign file as absent", async () => {
    const bytes = Buffer.alloc(3000, 7);
    await store.put(key, bytes, attributes);
    const whole = await readFile(pathOfKey());
    const footer = whole.length - bytes.length;

    const damaged = {
      empty: Buffer.alloc(0),
      zeroed: Buffer.alloc(whole.length),
      "a plain image": bytes,
      "truncated by a byte": whole.subarray(0, -1),
      "truncated in its footer": whole.subarray(0, -(footer >> 1)),
      "without its first byte": whole.subarray(1),
      "only the marker": whole.subarray(-8),
      "a footer longer than the file": whole.subarray(-12),
      "longer than its metadata says": Buffer.concat([Buffer.from("x"), whole]),
      "metadata that is not JSON": Buffer.concat([
        bytes,
        Buffer.from([0, 0, 0, 2, 0x7b, 0x7b]),
        whole.subarray(-8),
      ]),
      "metadata of another shape": Buffer.concat([bytes, Buffer.from([0, 0, 0, 2]), whole.subarray(-8)]),
      "user metadata that is not text": encodeObject(bytes, {
        ...(await store.head(key))!,
        userMetadata: { owner: 5 as unknown as string },
      }),
      "metadata that is null": Buffer.concat([Buffer.from("null\0\0\0\x04"), whole.subarray(-8)]),
    };
    for (const [damage, content] of Object.entries(damaged)) {
      await writeFile(pathOfKey(), content);
      assert.equal(await store.get(key), undefined, damage);
      assert.equal(await store.head(key), undefined, damage);
    }

    await writeFile(pathOfKey(), Buffer.concat([Buffer.alloc(bytes.length), whole.subarray(bytes.length)]));
    assert.equal(await store.get(key), undefined, "bytes zeroed, with a valid footer");

    await store.put(key, bytes, attributes);
    assert.deepEqual((await store.get(key))?.bytes, bytes, "the next write replaces it");
    await truncate(pathOfKey(), 100);
    await store.delete(key);
    assert.deepEqual(await readdir(dirname(pathOfKey())), []);
  });

  it("starts an image's file with the image", async () => {
    await store.put(key, Buffer.from("\x89PNG…"), attributes);
    assert.ok((await readFile(pathOfKey())).subarray(0, 7).equals(Buffer.from("\x89PNG…").subarray(0, 7)));
  });

  it("reads metadata without the bytes", async () => {
    await store.put(key, Buffer.alloc(1_000_000, 1), attributes);
    const file = await readFile(pathOfKey());
    await writeFile(pathOfKey(), Buffer.concat([Buffer.alloc(1_000_000, 2), file.subarray(1_000_000)]));
    assert.equal((await store.head(key))?.size, 1_000_000, "head does not notice the changed bytes");
  });

  it("deletes temporary files of crashed writers after an hour, and none that is being written", async () => {
    const temporary = join(temp.path, ".tmp");
    await mkdir(temporary);
    await writeFile(join(temporary, "crashed"), "x");
    await writeFile(join(temporary, "being-written"), "x");
    const twoHoursAgo = new Date(Date.now() - 7_200_000);
    await utimes(join(temporary, "crashed"), twoHoursAgo, twoHoursAgo);

    await store.put(key, Buffer.from("x"), attributes);
    assert.deepEqual(await readdir(temporary), ["being-written"]);
  });

  it("lists only objects that it put", async () => {
    await store.put(key, Buffer.from("x"), attributes);
    await writeFile(join(temp.path, "images", "Ab", "README"), "x");
    await writeFile(join(temp.path, "images", "Ab", `zz${id}.png`), "in the directory of other ids");
    await mkdir(join(temp.path, "images", "Ab", "Abdirectory.png"));
    await writeFile(join(temp.path, "stray.png"), "x");
    assert.deepEqual(
      (await collect(store.list(""))).map((item) => item.key),
      [key],
    );
  });

  it("reads only the subdirectory of a prefix that contains the start of an id", async () => {
    await store.put(key, Buffer.from("x"), attributes);
    await writeFile(join(temp.path, "images", "Cd"), "not a directory");
    const keysWith = async (prefix: string) => (await collect(store.list(prefix))).map((item) => item.key);
    assert.deepEqual(await keysWith(`images/${id.slice(0, 8)}`), [key]);
    assert.deepEqual(await keysWith(`images/${id.slice(0, 2)}`), [key]);
    for (const prefix of ["images/..", "images/Ef", "images/AbX", "recipes/Ab", "images/Cd"])
      assert.deepEqual(await keysWith(prefix), [], prefix);
  });

  it("rejects with StorageUnavailableError and leaves no file if its directory is unusable", async () => {
    const directory = join(temp.path, "file");
    await writeFile(directory, "not a directory");
    const blocked = createFileStore({ directory });
    for (const attempt of [
      () => blocked.check(),
      () => blocked.put(key, Buffer.from("x"), attributes),
      () => blocked.get(key),
      () => blocked.head(key),
      () => blocked.delete(key),
    ]) {
      await assert.rejects(attempt, (error: unknown) => {
        assert.ok(error instanceof StorageUnavailableError, String(error));
        assert.ok(error.cause instanceof Error);
        return true;
      });
    }

    await writeFile(join(temp.path, "images"), "not a directory either");
    await assert.rejects(store.put(newKey(), Buffer.from("x"), attributes), StorageUnavailableError);
    assert.deepEqual(await readdir(join(temp.path, ".tmp")), []);
  });
});
