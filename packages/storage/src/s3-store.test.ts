import { strict as assert } from "node:assert";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { PutObjectCommand } from "@aws-sdk/client-s3";
import { findFreePort, getSharedS3, startPausableProxy, type SharedS3 } from "@placard/testing";
import { attributes, collect, describeImageStore, newKey } from "./testing/image-store-contract.ts";
import type { ImageStore } from "./image-store.ts";
import { createS3Client, type S3Settings } from "./s3-client.ts";
import { createS3Store } from "./s3-store.ts";
import { StorageUnavailableError } from "./storage-unavailable.ts";

describeImageStore("S3", async () => {
  const s3 = await getSharedS3();
  const store = createS3Store({ ...settingsOf(s3), bucket: await s3.createBucket() });
  return { store, dispose: async () => store.close() };
});

describe("S3 store", () => {
  let s3: SharedS3;
  let settings: S3Settings & { bucket: string };
  const opened: ImageStore[] = [];
  const open = (changes: Partial<typeof settings> = {}): ImageStore => {
    opened.push(createS3Store({ ...settings, ...changes }));
    return opened.at(-1)!;
  };

  before(async () => {
    s3 = await getSharedS3();
    settings = { ...settingsOf(s3), bucket: await s3.createBucket() };
  });
  afterEach(() => {
    for (const store of opened.splice(0)) store.close();
  });

  it("reports storage as unavailable, not objects as absent, when the secret is wrong", async () => {
    const credentials = { accessKeyId: s3.accessKeyId, secretAccessKey: "wrong" };
    await assertEveryCallUnavailable(open({ credentials }), { withinMs: 20_000 });
  });

  it("reports storage as unavailable, not objects as absent, when the bucket is missing", async () => {
    await assertEveryCallUnavailable(open({ bucket: "no-such-bucket" }), { withinMs: 20_000 });
  });

  it("reports storage as unavailable when no server listens", async () => {
    const endpoint = `http://127.0.0.1:${await findFreePort()}`;
    await assertEveryCallUnavailable(open({ endpoint }), { withinMs: 20_000 });
  });

  it("times out within 5 s on a hanging server, also many calls at once, and recovers with it", async () => {
    const proxy = await startPausableProxy(s3.endpoint);
    const store = open({ endpoint: proxy.url });
    const key = newKey();
    await store.put(key, Buffer.from("before"), attributes); // from here on there are open connections
    proxy.pause();
    try {
      const started = performance.now();
      // far more than the client's budget of retries
      const calls = Promise.allSettled(Array.from({ length: 60 }, () => store.get(key)));
      await assertEveryCallUnavailable(store, { withinMs: 14_000 });
      for (const { status } of await calls) assert.equal(status, "rejected");
      assert.ok(performance.now() - started < 14_000);
      proxy.resume();
      assert.equal((await store.get(key))?.bytes.toString(), "before");
      await store.put(key, Buffer.from("after"), attributes);
      assert.equal((await store.get(key))?.bytes.toString(), "after");
    } finally {
      await proxy.stop();
    }
  });

  it("times out on a server that stops, or slows to a trickle, in the middle of a response", async () => {
    const trickle = (response: ServerResponse) => setInterval(() => response.write("."), 100);
    async function assertTimeout(continueResponse: typeof trickle | (() => undefined)): Promise<void> {
      const timers: (NodeJS.Timeout | undefined)[] = [];
      const server = createServer((_, response) => {
        response.writeHead(200, { "content-length": "100000" }).write("the beginning");
        timers.push(continueResponse(response));
      }).listen(0, "127.0.0.1");
      try {
        await once(server, "listening");
        const { port } = server.address() as AddressInfo;
        const store = open({ endpoint: `http://127.0.0.1:${port}` });
        await assertUnavailable(store.get(newKey()), { withinMs: 14_000 });
      } finally {
        for (const timer of timers) clearInterval(timer);
        server.closeAllConnections();
        server.close();
      }
    }
    await Promise.all([assertTimeout(() => undefined), assertTimeout(trickle)]);
  });

  it("reports an object that cannot be deleted, and has deleted the others", async () => {
    const key = newKey();
    const errors = `<Error><Key>${newKey()}</Key><Code>NoSuchKey</Code></Error><Error><Key>${key}</Key><Code>AccessDenied</Code></Error>`;
    const server = createServer((_, response) => response.end(`<DeleteResult>${errors}</DeleteResult>`));
    server.listen(0, "127.0.0.1");
    try {
      await once(server, "listening");
      const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      await assert.rejects(open({ endpoint }).deleteAll([newKey(), key, newKey()]), {
        name: "StorageUnavailableError",
        message: `storage: delete 1 of 3 objects failed: AccessDenied: ${key}: not deleted`,
      });
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  it("deletes objects one by one on a server that cannot delete several in one request", async () => {
    const deleted: string[] = [];
    const server = createServer(({ method, url = "" }, response) => {
      response.writeHead(method === "POST" ? 501 : 204).end();
      if (method === "DELETE") deleted.push(new URL(url, "http://s3").pathname);
    });
    server.listen(0, "127.0.0.1");
    try {
      await once(server, "listening");
      const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const keys = [newKey(), newKey()];
      await open({ endpoint }).deleteAll(keys);
      assert.deepEqual(
        deleted,
        keys.map((key) => `/${settings.bucket}/${key}`),
      );
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  it("reads a foreign object as absent, and lists only well-formed keys", async () => {
    const client = createS3Client(settings);
    const { bucket: Bucket } = settings;
    const key = newKey("foreign");
    await client.send(new PutObjectCommand({ Bucket, Key: key, Body: "x", ContentType: "image/png" }));
    await client.send(new PutObjectCommand({ Bucket, Key: "foreign/READ ME", Body: "x" }));
    client.destroy();

    assert.equal(await open().get(key), undefined);
    assert.equal(await open().head(key), undefined);
    assert.deepEqual(
      (await collect(open().list("foreign/"))).map((item) => item.key),
      [key],
    );
  });
});

function settingsOf({ endpoint, region, accessKeyId, secretAccessKey }: SharedS3): S3Settings {
  return { endpoint, region, forcePathStyle: true, credentials: { accessKeyId, secretAccessKey } };
}

async function assertEveryCallUnavailable(store: ImageStore, limit: { withinMs: number }): Promise<void> {
  await Promise.all([
    assertUnavailable(store.put(newKey(), Buffer.alloc(3_000_000), attributes), limit),
    assertUnavailable(store.get(newKey()), limit),
    assertUnavailable(store.head(newKey()), limit),
    assertUnavailable(store.delete(newKey()), limit),
    assertUnavailable(store.deleteAll([newKey(), newKey()]), limit),
    assertUnavailable(collect(store.list("images/")), limit),
    assertUnavailable(store.check(), limit),
  ]);
}

async function assertUnavailable(call: Promise<unknown>, { withinMs }: { withinMs: number }): Promise<void> {
  const started = performance.now();
  await assert.rejects(call, (error: unknown) => {
    assert.ok(error instanceof StorageUnavailableError, String(error));
    assert.ok(error.cause instanceof Error, "it has a cause");
    return true;
  });
  const tookMs = performance.now() - started;
  assert.ok(tookMs < withinMs, `took ${Math.round(tookMs)} ms`);
}
