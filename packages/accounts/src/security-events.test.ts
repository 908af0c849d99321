import assert from "node:assert/strict";
import { startRedis, type TestRedis } from "@placard/testing";
import { Redis } from "ioredis";
import { userKeys } from "./redis-keys.ts";
import { createSecurityEvents, type SecurityEvents } from "./security-events.ts";

describe("security events", () => {
  let server: TestRedis;
  let redis: Redis;
  let lines: [level: string, fields: Record<string, unknown>, message: string][];
  const log = (level: string) => (fields: unknown, message?: unknown) => {
    lines.push([level, fields as Record<string, unknown>, message as string]);
  };
  const createStore = (on: Redis) =>
    createSecurityEvents({
      redis: on,
      logger: { info: log("info"), warn: log("warn") },
      now: Date.now,
    });
  let events: SecurityEvents;
  before(async () => {
    server = await startRedis();
    redis = new Redis(server.url);
  });
  beforeEach(async () => {
    await redis.flushall();
    await redis.hset(userKeys.user("ada"), { id: "ada" });
    lines = [];
    events = createStore(redis);
  });
  after(async () => {
    redis.disconnect();
    await server.stop();
  });

  it("are logged and stored, also without an HTTP request", async () => {
    await events.recordEvent({
      accountId: "ada",
      type: "api_key_created",
      actor: "operator",
      keyId: "key-1",
    });
    const fields = { accountId: "ada", userId: "ada", actor: "operator", keyId: "key-1" };
    assert.deepEqual(lines, [["info", fields, "API key created"]]);
    const [event, ...others] = await events.listEvents("ada");
    assert.ok(event);
    const { id, at, ...rest } = event;
    assert.ok(id.length >= 16 && Math.abs(Date.now() - at) < 10_000);
    assert.deepEqual([rest, others], [{ type: "api_key_created", actor: "operator", keyId: "key-1" }, []]);
  });

  it("are the last 200 of an account, and only of that account", async () => {
    await redis.hset(userKeys.user("eve"), { id: "eve" });
    await events.recordEvent({ accountId: "eve", type: "account_registered", actor: "user" });
    for (let i = 0; i < 210; i++)
      await events.recordEvent({ accountId: "ada", type: "api_key_created", actor: "user", keyId: `${i}` });
    const keyIds = (await events.listEvents("ada")).map(({ keyId }) => keyId);
    assert.deepEqual([keyIds.length, keyIds[0], keyIds[199]], [200, "209", "10"]);
    assert.equal((await events.listEvents("eve")).length, 1);
  });

  it("are not removed by more frequent events of other types", async () => {
    const types = ["account_registered", "api_key_created", "session_created"] as const;
    for (const type of types) await events.recordEvent({ accountId: "ada", type, actor: "user" });
    const renames = (["name_changed", "passkey_renamed"] as const).flatMap((type) =>
      Array.from({ length: 250 }, () => events.recordEvent({ accountId: "ada", type, actor: "user" })),
    );
    await Promise.all(renames);
    const stored = (await events.listEvents("ada")).map(({ type }) => type);
    assert.equal(stored.length, 200);
    assert.deepEqual(stored.slice(-3), types.toReversed());
  });

  it("of an account that does not exist are only logged", async () => {
    await redis.del(userKeys.user("ada"));
    await events.recordEvent({ accountId: "ada", type: "account_deleted", actor: "user" });
    assert.equal(lines.length, 1);
    assert.deepEqual(await redis.keys("*"), []);
  });

  it("that cannot be stored are logged with a warning, and the action has still succeeded", async () => {
    const disconnected = new Redis(server.url, { lazyConnect: true });
    disconnected.disconnect();
    const event = {
      accountId: "ada",
      type: "passkey_added",
      actor: "user",
      passkeyId: "p",
      requestId: "r",
    } as const;
    await createStore(disconnected).recordEvent(event);
    assert.deepEqual(
      lines.map(([level, { requestId, accountId }, message]) => [level, requestId, accountId, message]),
      [
        ["info", "r", "ada", "passkey added"],
        ["warn", "r", "ada", "security event storage failed"],
      ],
    );
  });
});
