import { strict as assert } from "node:assert";
import { sendRedisCommand, startRedis, type TestRedis } from "./index.ts";

describe("startRedis", function () {
  this.timeout(30_000);
  let redis: TestRedis | undefined;
  afterEach(() => redis?.stop());

  it("finds its data again after a crash when it keeps an append-only file", async () => {
    redis = await startRedis({ appendOnly: true });
    assert.equal(await ask(redis.port, "SET kept yes"), "+OK");
    await redis.kill();
    await assert.rejects(ask(redis.port, "PING"), { code: "ECONNREFUSED" });
    await redis.restart();
    assert.equal(await ask(redis.port, "GET kept"), "$3");
  });

  it("starts empty again when it keeps none", async () => {
    redis = await startRedis();
    assert.equal(await ask(redis.port, "SET kept yes"), "+OK");
    await redis.restart();
    assert.equal(await ask(redis.port, "GET kept"), "$-1");
  });

  it("gives servers that run at once ports of their own", async () => {
    const servers = await Promise.all([startRedis(), startRedis(), startRedis()]);
    assert.equal(new Set(servers.map(({ port }) => port)).size, 3);
    await Promise.all(servers.map((server) => server.stop()));
  });
});

/** The first line of the answer to one command. */
async function ask(port: number, command: string): Promise<string | undefined> {
  return (await sendRedisCommand(port, command)).split("\r\n")[0];
}
