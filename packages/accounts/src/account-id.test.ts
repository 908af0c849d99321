import assert from "node:assert/strict";
import { startRedis, type TestRedis } from "@placard/testing";
import { Redis } from "ioredis";
import { createAccountId, operatorAccountId } from "./account-id.ts";

describe("an account id", () => {
  it("is 16 random bytes without a leading hyphen, which the command line would read as an option", () => {
    const ids = Array.from({ length: 1_000 }, createAccountId);
    assert.equal(new Set(ids).size, ids.length);
    for (const id of ids) assert.match(id, /^[A-Za-z0-9_][A-Za-z0-9_-]{21}$/);
  });
});

describe("the operator account", () => {
  let server: TestRedis;
  let connections: Redis[];
  before(async () => {
    server = await startRedis();
    connections = Array.from({ length: 8 }, () => new Redis(server.url));
  });
  after(async () => {
    for (const redis of connections) redis.disconnect();
    await server.stop();
  });

  it("has one ID of 16 random bytes, even when several processes first read it at once", async () => {
    const ids = await Promise.all(connections.map(operatorAccountId));
    assert.equal(new Set(ids).size, 1);
    assert.match(ids[0]!, /^[A-Za-z0-9_-]{22}$/);
    assert.equal(await operatorAccountId(connections[0]!), ids[0]);
    await connections[0]!.flushall();
    assert.notEqual(await operatorAccountId(connections[0]!), ids[0]);
  });
});
