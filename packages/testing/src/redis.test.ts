import { strict as assert } from "node:assert";
import { sendRedisCommand, startRedis, type TestRedis } from "./index.ts";

describe("startRedis", () => {
  let redis: TestRedis | undefined;
  afterEach(() => redis?.stop());

  it("keeps its data across a crash if it has an append-only file", async () => {
    redis = await startRedis({ appendOnly: true });
    assert.equal(await send(redis.port, "SET kept yes"), "+OK");
    await redis.kill();
    await assert.rejects(send(redis.port, "PING"), { code: "ECONNREFUSED" });
    await redis.restart();
    assert.equal(await send(redis.port, "GET kept"), "$3");
  });

  it("restarts empty without an append-only file", async () => {
    redis = await startRedis();
    assert.equal(await send(redis.port, "SET kept yes"), "+OK");
    await redis.restart();
    assert.equal(await send(redis.port, "GET kept"), "$-1");
  });

  it("starts several servers concurrently on different ports", async () => {
    const servers = await Promise.all([startRedis(), startRedis(), startRedis()]);
    assert.equal(new Set(servers.map(({ port }) => port)).size, 3);
    await Promise.all(servers.map((server) => server.stop()));
  });
});

/** The first line of the reply to a command. */
async function send(port: number, command: string): Promise<string | undefined> {
  return (await sendRedisCommand(port, command)).split("\r\n")[0];
}
