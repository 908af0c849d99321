import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  sendRedisCommand,
  findFreePort,
  createCertificates,
  poll,
  registerTestClient,
  startPlacard,
  startRedis,
  startService,
  createTempDirectory,
  type Placard,
  type TempDirectory,
  type TestRedis,
} from "@placard/testing";

const password = "p@ss,word/with:signs";
const acl = new URL("../../../deploy/redis/placard.acl", import.meta.url);

describe("Placard on a Redis with TLS and a user of few rights", function () {
  this.timeout(60_000);
  let directory: TempDirectory;
  let redis: TestRedis | undefined;
  let placard: Placard | undefined;
  let env: Record<string, string>;
  let url: (secret: string) => string;
  beforeEach(async () => {
    directory = await createTempDirectory();
    const { ca, cert, key } = await createCertificates(directory.path);
    const aclfile = join(directory.path, "users.acl");
    const users = (await readFile(acl, "utf8")).replace("CHANGE-ME", password);
    await writeFile(aclfile, `${users}user watch on nopass -@all +acl|log +ping\n`);
    const port = await findFreePort();
    const tls = { "tls-port": port, "tls-cert-file": cert, "tls-key-file": key, "tls-ca-cert-file": ca };
    redis = await startRedis({ settings: { ...tls, "tls-auth-clients": "no", aclfile } });
    env = { NODE_EXTRA_CA_CERTS: ca, PUBLIC_URL: "http://localhost:3000" };
    url = (secret) => `rediss://placard:${encodeURIComponent(secret)}@localhost:${port}`;
  });
  afterEach(async () => {
    await placard?.stop();
    placard = undefined;
    await redis?.stop();
    await directory?.remove();
  });

  it("does all that it does, and asks for nothing that the documented rights lack", async () => {
    placard = await startPlacard({ gateways: 2, renderers: 2, redisUrl: url(password), env });
    const [one, other] = placard.gateways.map((gateway) => gateway.url) as [string, string];
    const visitor = await registerTestClient(one);
    assert.equal((await visitor.login({ finish: { gatewayUrl: other } })).status, 200);
    const made = await visitor.callWithToken("POST", "/keys", { name: "over TLS" });
    assert.equal(made.status, 201);
    for (const path of ["/keys", "/auth/passkeys", "/auth/sessions", "/auth/session"])
      assert.equal((await visitor.callWithToken("GET", path)).status, 200, path);
    for (const key of [placard.key, made.body.data.key as string]) {
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, i) => generate(i % 2 ? one : other, key, `Over TLS ${key} ${i}`)),
      );
      assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
    }
    assert.equal((await visitor.callWithToken("DELETE", `/keys/${made.body.data.id}`)).status, 200);
    assert.equal((await visitor.callWithToken("POST", "/auth/logout")).status, 200);
    assert.equal((await fetch(`${one}/health/ready`)).status, 200);
    await placard.stop(); // which takes commands too
    placard = undefined;
    assert.equal(await sendRedisCommand(redis!.port, "AUTH watch any\r\nACL LOG"), "+OK\r\n*0\r\n");
  });

  it("says that the password is wrong, answers 503 and does not end; no line has the password", async () => {
    const wrong = { ...env, REDIS_URL: url("not the password"), DATA_DIR: directory.path };
    const port = await findFreePort();
    const JWT_SECRET = "a secret of the tests of thirty-two bytes and more";
    const gateway = startService("gateway", { ...wrong, JWT_SECRET, PORT: `${port}` });
    const renderer = startService("renderer", wrong);
    const services = [gateway, renderer];
    try {
      const answer = await poll("an answer", () =>
        generate(`http://127.0.0.1:${port}`, wellFormedKey, "Refused"),
      );
      assert.deepEqual([answer.status, answer.body.error.code], [503, "unavailable"]);
      for (const service of services)
        await poll("a line that says so", () => JSON.stringify(service.logs()).includes("WRONGPASS"));
      const ends = await Promise.race([...services.map(({ exited }) => exited), answered(port)]);
      assert.equal(ends, 503);
    } finally {
      await Promise.all(services.map((service) => service.stop()));
    }
    for (const service of services)
      assert.doesNotMatch(JSON.stringify(service.logs()) + service.stderr(), /not( |%20)the( |%20)password/);
  });

  /** Its checksum is right, so that it is looked up. */
  const wellFormedKey = "plk_0000000000000000000000000000000VONtW";

  async function answered(port: number): Promise<number> {
    return (await fetch(`http://127.0.0.1:${port}/health/ready`)).status;
  }

  async function generate(base: string, key: string, title: string) {
    const answer = await fetch(`${base}/api/v1/og/generate`, {
      method: "POST",
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
      body: JSON.stringify({ template: "blog", data: { title }, options: { width: 300, height: 200 } }),
    });
    return { status: answer.status, body: JSON.parse(await answer.text()) };
  }
});
