import assert from "node:assert/strict";
import { createTestClient, jwtSecret, startPlacard, type Placard } from "@placard/testing";
import { Redis } from "ioredis";

// These tests need other settings, or count what Redis does.
describe("accounts", () => {
  let placard: Placard;
  before(async () => {
    placard = await startPlacard({ inProcess: ["gateway"], renderers: 0, env: { RATE_LIMIT_AUTH: "0" } });
  });
  after(() => placard?.stop());

  const call = (path: string, token: string, gatewayUrl = placard.url) =>
    createTestClient(gatewayUrl).call("GET", path, { token });

  it("have sessions of SESSION_TTL, signed with the first of JWT_SECRET and verified with all", async () => {
    const newSecret = "a newer secret of the tests of thirty-two bytes and more";
    const rotating = await placard.startGateway({
      JWT_SECRET: `${newSecret},${jwtSecret}`,
      SESSION_TTL: "600",
    });
    const getSession = (token: string, gatewayUrl: string) => call("/auth/session", token, gatewayUrl);
    const ada = await placard.createAccount();
    assert.equal((await getSession(ada.token, rotating.url)).status, 200);
    const client = createTestClient(rotating.url);
    await client.register();
    const { status, body } = await getSession(client.token(), rotating.url);
    assert.equal(status, 200);
    const { createdAt, expiresAt } = body.data.session;
    assert.equal(Date.parse(expiresAt) - Date.parse(createdAt), 600_000);
    assert.equal((await getSession(client.token(), placard.url)).status, 401, "signed with the new secret");
    await rotating.stop();
  });

  it("end sessions that are not used for SESSION_IDLE, by default 2 hours", async () => {
    const patient = await placard.startGateway({ SESSION_IDLE: "20000" });
    const client = createTestClient(placard.url);
    await client.register();
    const { sid } = JSON.parse(Buffer.from(client.token().split(".")[1]!, "base64url").toString());
    const redis = new Redis(placard.redis.url);
    const useHoursAgo = (hours: number) =>
      redis.hset(`{placard}:session:${sid}`, "lastSeenAt", Date.now() - hours * 3_600_000);
    await useHoursAgo(2.1);
    assert.equal((await client.callWithToken("GET", "/auth/session")).body.error.code, "unauthorized");
    assert.equal((await call("/auth/session", client.token(), patient.url)).status, 200);
    await useHoursAgo(1.9);
    assert.equal((await client.callWithToken("GET", "/auth/session")).status, 200);
    redis.disconnect();
    await patient.stop();
  });

  it("are not revealed by login options: decoys stay the same with another JWT_SECRET", async () => {
    const restarted = await placard.startGateway({
      JWT_SECRET: "another secret of thirty-two bytes or more",
    });
    const lists = await Promise.all(
      [placard, restarted].map(async ({ url }) => {
        const { call: post } = createTestClient(url);
        const { body } = await post("POST", "/auth/login/start", { body: { email: "unknown@example.com" } });
        return body.data.options.allowCredentials;
      }),
    );
    assert.ok(lists[0].length > 0);
    assert.deepEqual(lists[0], lists[1]);
    await restarted.stop();
  });

  it("need one Redis read for an API key, and none for a mistyped one", async () => {
    const redis = new Redis(placard.redis.url);
    // The slow log has commands with arguments. MONITOR of ioredis fails if a line comes with its reply.
    await redis.config("SET", "slowlog-log-slower-than", 0);
    await redis.config("SET", "slowlog-max-len", 10_000);
    /** The reads of keys during a task: other processes send commands, too. */
    async function readsOf(task: () => Promise<void>) {
      await redis.slowlog("RESET");
      await task();
      const entries = (await redis.slowlog("GET", -1)) as [number, number, number, command: string[]][];
      const commands = entries.map(([, , , command]) => command.join(" "));
      return commands.filter((command) => /^h(?:m?get|getall) \{placard\}:api-key:/i.test(command));
    }
    const mistyped = placard.key.replace(/.$/, (last) => (last === "a" ? "b" : "a"));
    const expectStatus = async (key: string, status: number) =>
      assert.equal((await call("/og/templates", key)).status, status);
    assert.deepEqual(await readsOf(() => expectStatus(mistyped, 401)), []);
    assert.equal((await readsOf(() => expectStatus(placard.key, 200))).length, 1);
    redis.disconnect();
  });
});
