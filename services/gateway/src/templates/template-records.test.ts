import assert from "node:assert/strict";
import { deleteAccount } from "@placard/accounts";
import { AppError, sharedOwner } from "@placard/contracts";
import { startRedis, type TestRedis } from "@placard/testing";
import { Redis } from "ioredis";
import { createAssets } from "../assets/asset-store.ts";
import { createTemplateRecords, type TemplateRecords } from "./template-records.ts";

const [ada, eve] = ["a".repeat(22), "e".repeat(22)];
const hashOf = (content: string | number) => String(content).padStart(43, "h");

describe("the records of templates", () => {
  let server: TestRedis;
  let redis: Redis;
  let records: TemplateRecords;
  let time: number;
  before(async () => {
    server = await startRedis();
    redis = new Redis(server.url);
  });
  beforeEach(async () => {
    await redis.flushall();
    time = 1_798_804_800_000;
    records = createTemplateRecords({ redis, now: () => time });
    for (const id of [ada, eve]) await redis.hset(`{placard}:user:${id}`, { id, email: `${id}@example.com` });
  });
  after(async () => {
    redis.disconnect();
    await server.stop();
  });

  const fails = (promise: Promise<unknown>, code: string) =>
    assert.rejects(promise, (error) => error instanceof AppError && error.code === code);

  it("number the versions of a template from 1, and find each by its number", async () => {
    const created = { version: 1, hash: hashOf("a"), createdAt: time, isNew: true };
    assert.deepEqual(await records.create(ada, "release", { hash: hashOf("a") }), created);
    time += 1000;
    const published = { version: 2, hash: hashOf("b"), createdAt: time, isNew: true };
    assert.deepEqual(await records.publish(ada, "release", { hash: hashOf("b") }), published);
    assert.deepEqual(await records.findVersion(ada, "release"), { version: 2, hash: hashOf("b") });
    assert.deepEqual(await records.findVersion(ada, "release", 1), { version: 1, hash: hashOf("a") });
    assert.equal(await records.findVersion(ada, "release", 3), undefined);
    assert.deepEqual(await records.get(ada, "release"), {
      id: "release",
      version: 2,
      hash: hashOf("b"),
      createdAt: time - 1000,
      isArchived: false,
      versions: [
        { version: 2, hash: hashOf("b"), createdAt: time },
        { version: 1, hash: hashOf("a"), createdAt: time - 1000 },
      ],
    });
  });

  it("give concurrent publications different numbers, or one number for equal documents", async () => {
    await records.create(ada, "release", { hash: hashOf("a") });
    const different = await Promise.all(
      [1, 2, 3, 4].map((content) => records.publish(ada, "release", { hash: hashOf(content) })),
    );
    assert.deepEqual(
      different.map(({ version }) => version).toSorted((a, b) => a - b),
      [2, 3, 4, 5],
    );
    const equal = await Promise.all(
      [1, 2, 3].map(() => records.publish(ada, "release", { hash: hashOf("equal") })),
    );
    assert.deepEqual(new Set(equal.map(({ version }) => version)), new Set([6]));
    assert.equal(equal.filter(({ isNew }) => isNew).length, 1);
  });

  it("let one of two concurrent creations with the same ID fail", async () => {
    const outcomes = await Promise.allSettled(
      ["a", "b"].map((each) => records.create(ada, "x", { hash: hashOf(each) })),
    );
    assert.deepEqual(outcomes.map(({ status }) => status).toSorted(), ["fulfilled", "rejected"]);
    await fails(records.create(ada, "x", { hash: hashOf("c") }), "template_exists");
  });

  it("are separate for each account", async () => {
    await records.create(ada, "release", { hash: hashOf("a") });
    await fails(records.get(eve, "release"), "not_found");
    await fails(records.publish(eve, "release", { hash: hashOf("b") }), "not_found");
    await fails(records.setArchived(eve, "release", true), "not_found");
    await fails(records.delete(eve, "release"), "not_found");
    assert.equal(await records.findVersion(eve, "release"), undefined);
    await records.create(eve, "release", { hash: hashOf("e") });
    assert.deepEqual(
      (await records.list(eve)).map(({ hash }) => hash),
      [hashOf("e")],
    );
  });

  it("refuse new versions of an archived template until it is restored", async () => {
    await records.create(ada, "release", { hash: hashOf("a") });
    assert.equal(await records.setArchived(ada, "release", true), "changed");
    assert.equal(await records.setArchived(ada, "release", true), "unchanged");
    assert.equal((await records.list(ada))[0]?.isArchived, true);
    await fails(records.publish(ada, "release", { hash: hashOf("b") }), "template_archived");
    assert.deepEqual(await records.findVersion(ada, "release"), { version: 1, hash: hashOf("a") });
    await records.setArchived(ada, "release", false);
    assert.equal((await records.publish(ada, "release", { hash: hashOf("b") })).version, 2);
  });

  it("forget the versions of a deleted template, and continue its numbers if created again", async () => {
    await records.create(ada, "release", { hash: hashOf("a") });
    await records.publish(ada, "release", { hash: hashOf("b") });
    await records.delete(ada, "release");
    assert.deepEqual(await records.list(ada), []);
    assert.equal(await records.wasDeleted(ada, "release"), true);
    assert.equal(await records.wasDeleted(ada, "other"), false);
    for (const rejected of [
      records.get(ada, "release"),
      records.delete(ada, "release"),
      records.publish(ada, "release", { hash: hashOf("c") }),
    ])
      await fails(rejected, "gone");
    assert.equal((await records.create(ada, "release", { hash: hashOf("a") })).version, 3);
    assert.equal(await records.wasDeleted(ada, "release"), false);
    assert.equal(await records.findVersion(ada, "release", 1), undefined);
  });

  it("are limited to 100 templates of an account and 200 versions of a template", async () => {
    for (let i = 0; i < 99; i++) await records.create(ada, `t${i}`, { hash: hashOf(i) });
    const last = await Promise.allSettled(
      ["y", "z"].map((id) => records.create(ada, id, { hash: hashOf(id) })),
    );
    assert.deepEqual(last.map(({ status }) => status).toSorted(), ["fulfilled", "rejected"]);
    await fails(records.create(ada, "more", { hash: hashOf("more") }), "limit_reached");
    for (let i = 2; i <= 200; i++) await records.publish(ada, "t0", { hash: hashOf(`v${i}`) });
    await fails(records.publish(ada, "t0", { hash: hashOf("v201") }), "limit_reached");
    assert.equal((await records.publish(ada, "t0", { hash: hashOf("v200") })).isNew, false);
    await records.delete(ada, "t0");
    assert.equal((await records.create(ada, "t0", { hash: hashOf("again") })).version, 201);
  });

  it("are deleted with the account, which then gets no new ones", async () => {
    await records.create(ada, "release", { hash: hashOf("a") });
    await records.create(ada, "deleted", { hash: hashOf("a") });
    await records.delete(ada, "deleted");
    assert.equal(await deleteAccount(redis, ada, time), "done");
    assert.deepEqual(
      (await redis.keys("*template*")).filter((key) => key.includes(ada)),
      [],
    );
    await fails(records.create(ada, "release", { hash: hashOf("a") }), "unauthorized");
    await fails(records.publish(ada, "release", { hash: hashOf("a") }), "unauthorized");
  });

  it("keep the assets of all versions from being deleted, until the template is deleted", async () => {
    const assets = createAssets({ redis, now: () => time }, 1000);
    const ids = ["x", "y"].map((each) => each.repeat(43));
    for (const id of ids)
      await assets.create(ada, { id, size: 1, contentType: "image/png", width: 1, height: 1 });
    await records.create(ada, "release", { hash: hashOf("a"), assets: ids });
    await records.publish(ada, "release", { hash: hashOf("b") });
    await records.publish(ada, "release", { hash: hashOf("c"), assets: ids });
    await records.create(ada, "other", { hash: hashOf("a"), assets: ids });
    for (const id of ids) await fails(assets.delete(ada, id), "asset_in_use");
    await records.delete(ada, "other");
    for (const id of ids) await fails(assets.delete(ada, id), "asset_in_use");
    await records.delete(ada, "release");
    for (const id of ids) assert.equal(await assets.delete(ada, id), true);
    await fails(records.create(ada, "release", { hash: hashOf("a"), assets: ids }), "validation_failed");
  });

  it("are not read to delete an asset, however many there are", async () => {
    const assets = createAssets({ redis, now: () => time }, 1000);
    for (const id of ["x", "y"])
      await assets.create(ada, { id, size: 1, contentType: "image/png", width: 1, height: 1 });
    for (let i = 0; i < 20; i++) await records.create(ada, `t${i}`, { hash: hashOf(i), assets: ["x"] });
    await redis.config("RESETSTAT");
    await fails(assets.delete(ada, "x"), "asset_in_use");
    assert.equal(await assets.delete(ada, "y"), true);
    const stats = await redis.info("commandstats");
    const calls = [...stats.matchAll(/calls=(\d+)/g)].map(([, count]) => Number(count));
    assert.ok(Math.max(...calls) <= 4, stats);
  });

  it("of the operator's folder keep the number of a document, whichever gateway registers it", async () => {
    const [first, second] = [
      await records.register("ticket", hashOf("a")),
      await records.register("ticket", hashOf("b")),
    ];
    const again = await records.register("ticket", hashOf("a"));
    assert.deepEqual(
      [first, second, again].map(({ version }) => version),
      [1, 2, 1],
    );
    assert.deepEqual(await records.findVersion(sharedOwner, "ticket"), { version: 1, hash: hashOf("a") });
    assert.deepEqual(await records.findVersion(sharedOwner, "ticket", 2), { version: 2, hash: hashOf("b") });
  });
});
