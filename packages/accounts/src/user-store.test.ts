import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { startRedis, type TestRedis } from "@placard/testing";
import { Redis } from "ioredis";
import { passkeyIdOf, type Passkey } from "./passkey-store.ts";
import { createUserStore, type UserStore } from "./user-store.ts";

const maxPasskeys = 20;

describe("users and passkeys", () => {
  let server: TestRedis;
  let connections: [Redis, Redis];
  let users: UserStore;
  let elsewhere: UserStore;
  before(async () => {
    server = await startRedis();
    connections = [new Redis(server.url), new Redis(server.url)];
    [users, elsewhere] = connections.map(createUserStore) as [UserStore, UserStore];
  });
  after(async () => {
    for (const redis of connections) redis.disconnect();
    await server.stop();
  });

  const createUser = () => ({ id: randomUUID(), email: `${randomUUID()}@example.com`, name: "Ada" });
  function createPasskey(userId: string, changes: Partial<Passkey> = {}): Passkey {
    const credentialId = Buffer.from(randomUUID()).toString("base64url");
    return {
      id: passkeyIdOf(credentialId),
      credentialId,
      userId,
      name: "Passkey",
      publicKey: "a public key",
      counter: 0xffff_fffe,
      aaguid: "",
      isAttested: false,
      transports: [],
      deviceType: "multiDevice",
      backedUp: false,
      createdAt: 1_798_804_800_000,
      lastUsedAt: undefined,
      ...changes,
    };
  }

  it("are read as they were written, large numbers included", async () => {
    const user = createUser();
    const passkey = createPasskey(user.id);
    assert.equal(await users.createUser(user, passkey), "done");
    assert.deepEqual(await users.findUser(user.id), user);
    assert.equal(await users.findUserId(user.email), user.id);
    assert.deepEqual(await users.findPasskey(passkey.id), passkey);
    assert.deepEqual(await users.listPasskeys(user.id), [passkey]);
    assert.deepEqual(await users.listCredentialIds(user.id), [passkey.credentialId]);
  });

  it("are listed from the newest to the oldest, with the time of their creation", async () => {
    await connections[0].flushall();
    const created = [2, 1, 3].map((createdAt) => ({ user: createUser(), createdAt }));
    for (const { user, createdAt } of created)
      await users.createUser(user, createPasskey(user.id, { createdAt }));
    const [second, first, third] = created.map(({ user, createdAt }) => {
      return { ...user, createdAt, emailVerified: false, disabledAt: undefined };
    });
    assert.deepEqual(await users.listUsers({ offset: 0, count: 2 }), [third, second]);
    assert.deepEqual(await users.listUsers({ offset: 2, count: 2 }), [first]);
    assert.deepEqual(await users.listUsers({ offset: 3, count: 2 }), []);
  });

  it("change their name and email address, and report what has changed", async () => {
    const [user, eve] = [createUser(), createUser()];
    for (const { id, ...rest } of [user, eve]) await users.createUser({ id, ...rest }, createPasskey(id));
    await connections[0].hset(`{placard}:user:${user.id}`, "emailVerified", "true");
    assert.deepEqual(await users.updateUser(user.id, { name: "Ada King" }), ["name"]);
    assert.deepEqual(await users.updateUser(user.id, { name: "Ada King", email: user.email }), []);
    assert.equal((await users.findUserRecord(user.id))?.emailVerified, true);
    assert.equal(await users.updateUser(user.id, { name: "Eve", email: eve.email }), "email_taken");
    assert.equal(await users.updateUser("unknown", { name: "Eve" }), "no_user");
    const email = `${randomUUID()}@example.com`;
    assert.deepEqual(await users.updateUser(user.id, { name: "Ada", email }), ["email", "name"]);
    assert.deepEqual(await users.findUser(user.id), { ...user, email });
    assert.equal((await users.findUserRecord(user.id))?.emailVerified, false);
    assert.deepEqual(
      [await users.findUserId(user.email), await users.findUserId(email)],
      [undefined, user.id],
    );
  });

  it("leave nothing in Redis if they are rejected", async () => {
    const [user, passkey] = [createUser(), createPasskey("")];
    await users.createUser(user, { ...passkey, userId: user.id });
    const names = (await connections[0].keys("*")).toSorted();
    const other = createUser();
    const taken = { ...other, email: user.email };
    assert.equal(await users.createUser(taken, createPasskey(other.id)), "email_taken");
    assert.equal(await users.createUser(other, { ...passkey, userId: other.id }), "credential_taken");
    assert.equal(await users.addPasskey(createPasskey("unknown"), maxPasskeys), "no_user");
    assert.deepEqual((await connections[0].keys("*")).toSorted(), names);
  });

  it("list passkeys from the oldest to the newest", async () => {
    const user = createUser();
    const passkeys = [3, 1, 2].map((createdAt) => createPasskey(user.id, { createdAt }));
    await users.createUser(user, passkeys[0]!);
    for (const passkey of passkeys.slice(1))
      assert.equal(await users.addPasskey(passkey, maxPasskeys), "done");
    const createdAt = (await users.listPasskeys(user.id)).map((passkey) => passkey.createdAt);
    assert.deepEqual(createdAt, [1, 2, 3]);
  });

  it("keep the last passkey, even when all are deleted at the same time at two gateways", async () => {
    for (let round = 0; round < 20; round++) {
      const user = createUser();
      const [first, second] = [createPasskey(user.id), createPasskey(user.id)];
      await users.createUser(user, first);
      await users.addPasskey(second, maxPasskeys);
      const outcomes = await Promise.all([
        users.deletePasskey(user.id, first.id),
        elsewhere.deletePasskey(user.id, second.id),
      ]);
      assert.equal(outcomes.filter((outcome) => outcome === "last_passkey").length, 1);
      const [deleted] = outcomes.filter((outcome) => outcome !== "last_passkey");
      assert.ok(typeof deleted === "object" && deleted.passkeyIds.length === 1);
      assert.equal((await users.listPasskeys(user.id)).length, 1);
      assert.equal((await users.listCredentialIds(user.id)).length, 1);
    }
  });

  it("do not let a user rename or delete another user's passkey, or one that does not exist", async () => {
    const [user, eve] = [createUser(), createUser()];
    const passkey = createPasskey(user.id);
    await users.createUser(user, passkey);
    await users.createUser(eve, createPasskey(eve.id));
    for (const [userId, id] of [
      [eve.id, passkey.id],
      [user.id, "unknown"],
    ] as const) {
      assert.equal(await users.renamePasskey(userId, id, "mine"), "not_found");
      assert.equal(await users.deletePasskey(userId, id), "not_found");
    }
    assert.deepEqual(await users.listPasskeys(user.id), [passkey]);
    assert.equal(await users.renamePasskey(user.id, passkey.id, "Laptop"), "done");
    assert.equal((await users.findPasskey(passkey.id))?.name, "Laptop");
  });

  it("accept the credential id of a deleted passkey again", async () => {
    const user = createUser();
    const [first, second] = [createPasskey(user.id), createPasskey(user.id)];
    await users.createUser(user, first);
    await users.addPasskey(second, maxPasskeys);
    assert.equal(await users.addPasskey(first, maxPasskeys), "credential_taken");
    await users.deletePasskey(user.id, first.id);
    assert.equal(await users.findPasskey(first.id), undefined);
    assert.equal(await users.addPasskey(first, maxPasskeys), "done");
  });

  it("never exceed the maximum of passkeys, even when 100 are added at once at two gateways", async () => {
    const user = createUser();
    const first = createPasskey(user.id);
    await users.createUser(user, first);
    const stores = [users, elsewhere];
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, (_, i) => stores[i % 2]!.addPasskey(createPasskey(user.id), maxPasskeys)),
    );
    const isAdded = (outcome: string) => outcome === "done";
    assert.equal(outcomes.filter(isAdded).length, maxPasskeys - 1);
    assert.deepEqual([...new Set(outcomes)].toSorted(), ["done", "limit_reached"]);
    assert.equal((await users.listPasskeys(user.id)).length, maxPasskeys);
    await users.deletePasskey(user.id, first.id);
    assert.equal(await elsewhere.addPasskey(createPasskey(user.id), maxPasskeys), "done");
  });

  it("accept a passkey's counter only if it increases, or if it is and stays 0", async () => {
    const user = createUser();
    const [counting, synced] = [
      createPasskey(user.id, { counter: 5 }),
      createPasskey(user.id, { counter: 0 }),
    ];
    await users.createUser(user, counting);
    await users.addPasskey(synced, maxPasskeys);
    const use = (id: string, counter: number) =>
      users.recordPasskeyUse(id, { counter, backedUp: true, at: 1_798_804_800_000 });
    for (const counter of [5, 4, 0]) assert.equal(await use(counting.id, counter), "counter", `${counter}`);
    assert.deepEqual(await users.findPasskey(counting.id), counting);
    assert.equal(await use(counting.id, 0xffff_ffff), "done");
    assert.equal((await users.findPasskey(counting.id))?.counter, 0xffff_ffff);
    assert.equal(await use(synced.id, 0), "done");
    assert.equal(await use(synced.id, 1), "done");
    assert.equal(await use(synced.id, 0), "counter");
    assert.equal(await use("unknown", 1), "no_passkey");
    const { backedUp, lastUsedAt } = (await users.findPasskey(synced.id))!;
    assert.deepEqual([backedUp, lastUsedAt], [true, 1_798_804_800_000]);
  });
});
