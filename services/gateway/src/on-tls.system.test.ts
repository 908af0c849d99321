import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  sendRedisCommand,
  findFreePort,
  findFreePortRange,
  createCertificates,
  poll,
  registerTestClient,
  startInProcess,
  startPlacard,
  startRedis,
  startRedisCluster,
  startService,
  createTempDirectory,
  type Placard,
  type TempDirectory,
  type TestCertificates,
  type TestRedis,
} from "@placard/testing";

const password = "p@ss,word/with:signs";
const rendererPassword = "another-p@ss,word";
const acl = new URL("../../../deploy/redis/placard.acl", import.meta.url);

describe("Placard on a Redis with TLS and a user with restricted permissions", () => {
  let directory: TempDirectory;
  let certificates: TestCertificates;
  let redis: TestRedis;
  let env: Record<string, string>;
  let urlWith: (secret: string, user?: string) => string;
  before(async () => {
    directory = await createTempDirectory();
    certificates = await createCertificates(directory.path);
    const { ca, cert, key } = certificates;
    const aclfile = join(directory.path, "users.acl");
    const users = (await readFile(acl, "utf8"))
      .replace("GATEWAY-PASSWORD", password)
      .replace("RENDERER-PASSWORD", rendererPassword);
    await writeFile(aclfile, `${users}user watch on nopass -@all +acl|log +ping\n`);
    const port = await findFreePort();
    const tls = { "tls-port": port, "tls-cert-file": cert, "tls-key-file": key, "tls-ca-cert-file": ca };
    redis = await startRedis({
      appendOnly: true,
      settings: { ...tls, "tls-auth-clients": "no", aclfile },
    });
    env = { NODE_EXTRA_CA_CERTS: ca };
    urlWith = (secret, user = "placard-gateway") =>
      `rediss://${user}:${encodeURIComponent(secret)}@localhost:${port}`;
  });
  after(async () => {
    await redis?.stop();
    await directory?.remove();
  });

  it("keeps accounts when Redis restarts, with the permissions of deploy/redis/placard.acl", async () => {
    const placard = await startPlacard({ renderers: 0, redisUrl: urlWith(password), env });
    try {
      const client = await registerTestClient(placard.url);
      await redis.restart();
      placard.startRenderer({ REDIS_URL: urlWith(rendererPassword, "placard-renderer") });
      await poll("Placard to be ready", async () => (await fetch(`${placard.url}/health/ready`)).ok);
      assert.equal((await client.login()).status, 200);
      const created = await client.callWithToken("POST", "/keys", { name: "over TLS" });
      assert.equal(created.status, 201);
      for (const path of ["/keys", "/auth/passkeys", "/auth/sessions", "/auth/session"])
        assert.equal((await client.callWithToken("GET", path)).status, 200, path);
      for (const key of [placard.key, created.body.data.key as string])
        assert.deepEqual(await generateMany(placard, key, "Over TLS"), [200]);
      // Another queue, and an image that is deleted after a minute.
      const product = {
        template: "product",
        data: { name: "Over TLS", image: "https://shop.invalid/1.png" },
      };
      const withoutImage = await post(placard.url, placard.key, product);
      assert.equal(withoutImage.body.data.warnings[0].code, "image_unavailable");
      assert.equal((await client.callWithToken("DELETE", `/keys/${created.body.data.id}`)).status, 200);
      assert.equal((await client.callWithToken("POST", "/auth/logout")).status, 200);
      assert.equal((await client.login()).status, 200);
      assert.equal((await client.callWithToken("DELETE", "/account")).status, 200);
      await poll("its images to be deleted", () =>
        placard.logs().some(({ msg }) => msg === "objects of deleted account deleted"),
      );
      assert.equal((await fetch(`${placard.url}/health/ready`)).status, 200);
    } finally {
      await placard.stop(); // stopping also sends commands
    }
    assert.equal(await sendRedisCommand(redis.port, "AUTH watch any\r\nACL LOG"), "+OK\r\n*0\r\n");
  });

  it("logs that the password is wrong but not the password, responds 503, and keeps running", async () => {
    const REDIS_URL = `redis://placard-gateway:${encodeURIComponent("not the password")}@127.0.0.1:${redis.port}`;
    const settings = { REDIS_URL, DATA_DIR: directory.path };
    const port = await findFreePortRange(2);
    const ports = { PORT: `${port}`, ADMIN_PORT: `${port + 1}` };
    const JWT_SECRET = "a test secret of at least thirty-two bytes";
    const gateway = startInProcess("gateway", { ...settings, JWT_SECRET, ...ports });
    const renderer = startService("renderer", settings);
    const services = [gateway, renderer];
    try {
      const response = await poll("a response", () =>
        generate(`http://127.0.0.1:${port}`, wellFormedKey, "Rejected"),
      );
      assert.deepEqual([response.status, response.body.error.code], [503, "unavailable"]);
      for (const service of services)
        await poll("the error to be logged", () => JSON.stringify(service.logs()).includes("WRONGPASS"));
      const ready = fetch(`http://127.0.0.1:${port}/health/ready`).then(({ status }) => `status ${status}`);
      const exits = services.map(({ exited }) => exited.then((status) => `exited with ${status}`));
      assert.equal(await Promise.race([...exits, ready]), "status 503");
    } finally {
      await Promise.all(services.map((service) => service.stop()));
    }
    for (const service of services)
      assert.doesNotMatch(JSON.stringify(service.logs()) + service.stderr(), /not( |%20)the( |%20)password/);
  });

  it("uses TLS with every node of a cluster, and trusts the authority in NODE_EXTRA_CA_CERTS", async () => {
    const cluster = await startRedisCluster({ tls: certificates });
    try {
      const placard = await startPlacard({ redisUrl: cluster.url, env });
      try {
        assert.deepEqual(await generateMany(placard, placard.key, "On a cluster"), [200]);
      } finally {
        await placard.stop();
      }
    } finally {
      await cluster.stop();
    }
  });

  /** A key with a valid checksum, so that the gateway looks it up. */
  const wellFormedKey = "plk_0000000000000000000000000000000VONtW";

  /** Generates a few images and returns the distinct statuses. */
  async function generateMany({ url }: Placard, key: string, title: string): Promise<number[]> {
    const responses = await Promise.all([1, 2, 3].map((i) => generate(url, key, `${title} ${i}`)));
    return [...new Set(responses.map(({ status }) => status))];
  }

  function generate(base: string, key: string, title: string) {
    return post(base, key, { template: "blog", data: { title }, options: { width: 300, height: 200 } });
  }

  async function post(base: string, key: string, body: object) {
    const response = await fetch(`${base}/api/v1/og/generate`, {
      method: "POST",
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: JSON.parse(await response.text()) };
  }
});
