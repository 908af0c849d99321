import assert from "node:assert/strict";
import {
  imageDeletionRuns,
  imageKey,
  imagePrefix,
  ownerTag,
  randomImageId,
  recipeKey,
  recipePrefix,
  renderKeys,
} from "@placard/contracts";
import { createLogger } from "@placard/runtime";
import { createFileStore, type ImageStore } from "@placard/storage";
import { createTempDirectory, startRedis, type TempDirectory, type TestRedis } from "@placard/testing";
import { Redis } from "ioredis";
import { createAccountImageDeletion } from "./delete-account-images.ts";

const ada = "a".repeat(22);
const eve = "e".repeat(22);

describe("the deletion of the images of deleted accounts", () => {
  let server: TestRedis;
  let redis: Redis;
  let directory: TempDirectory;
  let store: ImageStore;
  let time: number;
  before(async () => {
    server = await startRedis();
    redis = new Redis(server.url);
  });
  beforeEach(async () => {
    await redis.flushall();
    directory = await createTempDirectory();
    store = createFileStore({ directory: directory.path });
    time = 1_798_804_800_000;
  });
  afterEach(() => directory.remove());
  after(async () => {
    redis.disconnect();
    await server.stop();
  });

  const createDeletion = (on: Pick<ImageStore, "head" | "list" | "deleteAll"> = store, sliceMs?: number) =>
    createAccountImageDeletion(
      { redis, store: on as ImageStore, logger: createLogger("renderer"), now: () => time },
      sliceMs,
    );
  /** Stores an image with its recipe and its result. */
  async function storeImage(owner: string, id = randomImageId(owner)): Promise<void> {
    const attributes = {
      storedAt: time,
      expiresAt: time + 1000,
      userMetadata: { owner, template: "release@2" },
    };
    await store.put(recipeKey(id), Buffer.from("{}"), { contentType: "application/json", ...attributes });
    await store.put(imageKey(id, "png"), Buffer.from("x"), { contentType: "image/png", ...attributes });
    await redis.set(renderKeys.result(id), "{}");
    await redis.lpush(renderKeys.recentCards(owner, "release"), id);
  }
  async function deleteAccount(accountId: string): Promise<void> {
    for (const { entry, dueAt } of imageDeletionRuns(accountId, time))
      await redis.zadd(renderKeys.imageDeletions, dueAt, entry);
  }
  async function countObjects(): Promise<number[]> {
    const count = async (prefix: string) => {
      let objects = 0;
      for await (const _ of store.list(prefix)) objects++;
      return objects;
    };
    const results = await redis.keys(renderKeys.result("*"));
    return [await count(imagePrefix), await count(recipePrefix), results.length];
  }
  const openRuns = () => redis.zrange(renderKeys.imageDeletions, 0, "-1");

  it("deletes all images, recipes and results of the account, and none of others", async () => {
    for (let i = 0; i < 40; i++) await storeImage(ada);
    for (let i = 0; i < 3; i++) await storeImage(eve);
    await deleteAccount(ada);
    await createDeletion()();
    assert.deepEqual(await countObjects(), [3, 3, 3]);
  });

  it("deletes nothing of another account with the same tag", async () => {
    await storeImage(ada);
    await storeImage(eve, ownerTag(ada) + "e".repeat(24));
    await deleteAccount(ada);
    await createDeletion()();
    assert.deepEqual(await countObjects(), [1, 1, 1]);
    const head = await store.head(imageKey(ownerTag(ada) + "e".repeat(24), "png"));
    assert.equal(head?.userMetadata["owner"], eve);
  });

  it("runs again once renders that were in progress have ended, and then no more", async () => {
    await deleteAccount(ada);
    await createDeletion()();
    assert.deepEqual(await openRuns(), [`final:${ada}`]);
    await storeImage(ada);
    await createDeletion()();
    assert.deepEqual(await countObjects(), [1, 1, 1]);
    time += 3_600_000;
    await createDeletion()();
    assert.deepEqual(await countObjects(), [0, 0, 0]);
    assert.deepEqual(await openRuns(), []);
    assert.deepEqual(await redis.keys(renderKeys.recentCards("*", "*")), []);
  });

  it("repeats a run that failed because storage is unavailable, after other accounts' runs", async () => {
    for (const account of [ada, eve]) await storeImage(account);
    await deleteAccount(ada);
    time += 1;
    await deleteAccount(eve);
    const hasAdas = (keys: readonly string[]) => keys.some((key) => key.includes(ownerTag(ada)));
    const failing: Pick<ImageStore, "head" | "list" | "deleteAll"> = {
      head: (key) => store.head(key),
      list: (prefix) => store.list(prefix),
      deleteAll: (keys) =>
        hasAdas(keys) ? Promise.reject(new Error("storage is unavailable")) : store.deleteAll(keys),
    };
    await assert.rejects(createDeletion(failing)(), /storage is unavailable/);
    assert.deepEqual(await countObjects(), [2, 2, 1]);
    await createDeletion(failing)();
    assert.deepEqual(await countObjects(), [1, 1, 0]);
    assert.deepEqual((await openRuns()).toSorted(), [`final:${ada}`, `final:${eve}`, `first:${ada}`]);
    time += 30_000;
    await createDeletion()();
    assert.deepEqual(await countObjects(), [0, 0, 0]);
  });

  it("deletes a part at a time, so that other accounts do not wait for those with many images", async () => {
    for (let i = 0; i < 20; i++) await storeImage(ada);
    await storeImage(eve);
    await deleteAccount(ada);
    time += 1;
    await deleteAccount(eve);
    const deleteNext = createDeletion(store, 0);
    const deleteSome = async () => {
      time += 1;
      await deleteNext();
    };
    const hasEves = async () => {
      for await (const _ of store.list(imagePrefix + ownerTag(eve))) return true;
      return false;
    };
    await deleteSome();
    const accounts = (await openRuns()).map((entry) => entry.split(":").slice(0, 2).join(":"));
    assert.deepEqual(accounts, [`first:${eve}`, `first:${ada}`, `final:${ada}`, `final:${eve}`]);
    for (let i = 0; i < 4; i++) await deleteSome();
    assert.equal(await hasEves(), false);
    assert.ok((await countObjects())[1]! > 0, "images of the other account are left");
    for (let i = 0; i < 50; i++) await deleteSome();
    assert.deepEqual(await countObjects(), [0, 0, 0]);
  });

  it("ends although another account with the same tag has more objects than a part", async () => {
    for (let i = 0; i < 5; i++) await storeImage(ada);
    for (const first of ["-", "0", "z"]) await storeImage(eve, ownerTag(ada) + first + "e".repeat(23));
    await deleteAccount(ada);
    const deleteNext = createDeletion(store, 0);
    for (let i = 0; i < 30; i++) await deleteNext();
    assert.deepEqual(await countObjects(), [3, 3, 3]);
    assert.deepEqual(await openRuns(), [`final:${ada}`]);
  });

  it("is repeated by another renderer if one dies during a run", async () => {
    await storeImage(ada);
    await deleteAccount(ada);
    const dying = { ...store, list: endlessList };
    void createDeletion(dying)();
    while (Number(await redis.zscore(renderKeys.imageDeletions, `first:${ada}`)) <= time);
    await createDeletion()();
    assert.deepEqual(await countObjects(), [1, 1, 1]);
    time += 300_000;
    await createDeletion()();
    assert.deepEqual(await countObjects(), [0, 0, 0]);
  });

  it("can run at the same time in several renderers", async () => {
    for (let i = 0; i < 40; i++) await storeImage(ada);
    await deleteAccount(ada);
    await Promise.all([1, 2, 3].map(() => createDeletion()()));
    await redis.zadd(renderKeys.imageDeletions, time, `first:${ada}`);
    await createDeletion()();
    assert.deepEqual(await countObjects(), [0, 0, 0]);
  });
});

function endlessList(): AsyncIterable<never> {
  return { [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => {}) }) };
}
