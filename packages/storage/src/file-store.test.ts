import { strict as assert } from "node:assert";
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, readFile, truncate, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createTempDirectory, type TempDirectory } from "@placard/testing";
import { createFileStore } from "./file-store.ts";
import { about, collect, describeImageStore, newKey } from "./image-store.contract.ts";
import type { ImageStore } from "./image-store.ts";
import { StorageUnavailableError } from "./storage-unavailable.ts";

describeImageStore("files", async () => {
  const { path, remove } = await createTempDirectory();
  return { store: createFileStore({ directory: join(path, "made", "by", "it") }), dispose: remove };
});

describe("file store", function () {
  this.timeout(20_000);
  let temp: TempDirectory;
  let store: ImageStore;

  beforeEach(async () => {
    temp = await createTempDirectory();
    store = createFileStore({ directory: temp.path });
  });
  afterEach(() => temp.remove());

  const id = "Abcdefghijklmnopqrstuv";
  const key = `images/${id}.png`;
  const pathOfKey = () => join(temp.path, "images", "Ab", `${id}.png`);

  it("leaves only whole objects when a writer is killed with SIGKILL, and none that was stored is lost", async () => {
    const script = fileURLToPath(new URL("./file-store.crash.js", import.meta.url));
    for (let round = 0; round < 5; round++) {
      const stored = new Set<string>();
      const writer = fork(script, [temp.path]);
      const exit = once(writer, "exit");
      const writes = 12 + Math.floor(Math.random() * 20); // so that it is killed at another point each time
      let seen = 0;
      writer.on("message", (written: string) => {
        stored.add(written);
        if (++seen >= writes) writer.kill("SIGKILL");
      });
      assert.equal((await exit)[1], "SIGKILL");

      assert.equal(stored.size, 4);
      for (const written of stored) {
        const object = await store.get(written);
        assert.ok(object, `${written} is whole`);
        assert.ok(object.bytes.equals(Buffer.alloc(object.meta.size, object.meta.storedAt % 256)), written);
      }
    }
  });

  it("reads a file that was cut short, zeroed, altered or made by others as absent", async () => {
    const bytes = Buffer.alloc(3000, 7);
    await store.put(key, bytes, about);
    const whole = await readFile(pathOfKey());
    const footer = whole.length - bytes.length;

    const damaged = {
      empty: Buffer.alloc(0),
      zeroed: Buffer.alloc(whole.length),
      "a plain image": bytes,
      "cut by a byte": whole.subarray(0, -1),
      "cut in its footer": whole.subarray(0, -(footer >> 1)),
      "cut at its front": whole.subarray(1),
      "a mark alone": whole.subarray(-8),
      "a footer with a length past its beginning": whole.subarray(-12),
      "longer than it says": Buffer.concat([Buffer.from("x"), whole]),
      "metadata that is not JSON": Buffer.concat([
        bytes,
        Buffer.from([0, 0, 0, 2, 0x7b, 0x7b]),
        whole.subarray(-8),
      ]),
      "metadata of another shape": Buffer.concat([bytes, Buffer.from([0, 0, 0, 2]), whole.subarray(-8)]),
      "metadata that is null": Buffer.concat([Buffer.from("null\0\0\0\x04"), whole.subarray(-8)]),
    };
    for (const [damage, content] of Object.entries(damaged)) {
      await writeFile(pathOfKey(), content);
      assert.equal(await store.get(key), undefined, damage);
      assert.equal(await store.head(key), undefined, damage);
    }

    await writeFile(pathOfKey(), Buffer.concat([Buffer.alloc(bytes.length), whole.subarray(bytes.length)]));
    assert.equal(await store.get(key), undefined, "bytes zeroed under a good footer");

    await store.put(key, bytes, about);
    assert.deepEqual((await store.get(key))?.bytes, bytes, "and is mended by the next write");
    await truncate(pathOfKey(), 100);
    await store.delete(key);
    assert.deepEqual(await readdir(dirname(pathOfKey())), []);
  });

  it("begins an image's file with the image", async () => {
    await store.put(key, Buffer.from("\x89PNG…"), about);
    assert.ok((await readFile(pathOfKey())).subarray(0, 7).equals(Buffer.from("\x89PNG…").subarray(0, 7)));
  });

  it("reads the metadata of a big image without its bytes", async () => {
    await store.put(key, Buffer.alloc(1_000_000, 1), about);
    const file = await readFile(pathOfKey());
    await writeFile(pathOfKey(), Buffer.concat([Buffer.alloc(1_000_000, 2), file.subarray(1_000_000)]));
    assert.equal((await store.head(key))?.size, 1_000_000, "head can't see that the bytes have changed");
  });

  it("removes what crashed writers left, an hour later, and nothing that is being written", async () => {
    const temporary = join(temp.path, ".tmp");
    await mkdir(temporary);
    await writeFile(join(temporary, "crashed"), "x");
    await writeFile(join(temporary, "under-way"), "x");
    const twoHoursAgo = new Date(Date.now() - 7_200_000);
    await utimes(join(temporary, "crashed"), twoHoursAgo, twoHoursAgo);

    await store.put(key, Buffer.from("x"), about);
    assert.deepEqual(await readdir(temporary), ["under-way"]);
  });

  it("lists nothing that it did not put", async () => {
    await store.put(key, Buffer.from("x"), about);
    await writeFile(join(temp.path, "images", "Ab", "README"), "x");
    await writeFile(join(temp.path, "images", "Ab", `zz${id}.png`), "in a directory that is not its own");
    await mkdir(join(temp.path, "images", "Ab", "Abdirectory.png"));
    await writeFile(join(temp.path, "stray.png"), "x");
    assert.deepEqual(
      (await collect(store.list(""))).map((item) => item.key),
      [key],
    );
  });

  it("says that storage is unavailable when its directory can't be used, and leaves no temporary file", async () => {
    const directory = join(temp.path, "file");
    await writeFile(directory, "in the way");
    const blocked = createFileStore({ directory });
    for (const attempt of [
      blocked.check(),
      blocked.put(key, Buffer.from("x"), about),
      blocked.get(key),
      blocked.head(key),
      blocked.delete(key),
    ]) {
      await assert.rejects(attempt, (error: unknown) => {
        assert.ok(error instanceof StorageUnavailableError, String(error));
        assert.ok(error.cause instanceof Error);
        return true;
      });
    }

    await writeFile(join(temp.path, "images"), "in the way too");
    await assert.rejects(store.put(newKey(), Buffer.from("x"), about), StorageUnavailableError);
    assert.deepEqual(await readdir(join(temp.path, ".tmp")), []);
  });
});
