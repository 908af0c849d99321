import assert from "node:assert/strict";
import { readdir, readlink } from "node:fs/promises";
import { get } from "node:http";
import { join } from "node:path";
import { ownerTag, recipeKey } from "@placard/contracts";
import { createFileStore } from "@placard/storage";
import { createAuthenticator, expireAuthentication, poll } from "@placard/testing";
import { getSharedPlacard, registerTestClient } from "@placard/testing";
import type { ApiResponse, SharedPlacard, TestClient } from "@placard/testing";
import { Redis } from "ioredis";

describe("GET /api/v1/account/export", () => {
  let placard: SharedPlacard;
  let redis: Redis;
  let ada: TestClient;
  let id: string;
  let key: { id: string; key: string };
  before(async () => {
    placard = await getSharedPlacard();
    redis = new Redis(placard.redis.url);
  });
  after(() => redis.disconnect());
  beforeEach(async () => {
    ada = await registerTestClient(placard.url);
    id = (await ada.callWithToken("GET", "/account")).body.data.user.id;
    key = (await ada.callWithToken("POST", "/keys", { name: "ci" })).body.data;
  });

  const path = "/account/export";
  const outcome = ({ status, body }: ApiResponse) => `${status} ${body.error?.code ?? "ok"}`;
  const exportAccount = ({ callWithToken } = ada) => callWithToken("GET", path);
  const generate = async (title: string): Promise<string> => {
    const body = { template: "blog", data: { title }, options: { format: "webp" } };
    return (await ada.call("POST", "/og/generate", { token: key.key, body })).body.data.url;
  };
  /** The paths of the files and directories that a process has open. */
  async function listOpenFiles(pid: number): Promise<string[]> {
    const descriptors = `/proc/${pid}/fd`;
    const paths = (await readdir(descriptors)).map(
      (name) => readlink(join(descriptors, name)).catch(() => ""), // it may have been closed
    );
    return Promise.all(paths);
  }
  /** Stores a recipe as a renderer would. */
  async function storeRecipes(recipes: { id: string; owner: string; title: string }[]): Promise<void> {
    const store = createFileStore({ directory: join(placard.directory, "storage") });
    const times = { storedAt: Date.now(), expiresAt: Date.now() + 600_000 };
    for (const { id: imageId, owner, title } of recipes) {
      const template = { id: "blog", version: 1, hash: "h".repeat(43) };
      const options = { width: 1200, height: 630, format: "png", quality: 90 };
      const bytes = Buffer.from(JSON.stringify({ owner, template, data: { title }, ...options }));
      await store.put(
        recipeKey(imageId),
        bytes,
        { contentType: "application/json", ...times, userMetadata: { owner } },
        { durable: false },
      );
    }
    store.close();
  }

  it("returns everything that is stored about the account, as a file", async () => {
    const signingKey = (await ada.callWithToken("POST", "/signing-keys", { name: "site" })).body.data;
    const { codes } = (await ada.callWithToken("POST", "/account/recovery-codes")).body.data;
    await ada.register({ token: ada.token(), authenticator: createAuthenticator() });
    const urls = [await generate("First"), await generate("Second")];
    const document = {
      template: { id: "release", name: "R", description: "R", fields: {} },
      html: "<main></main>",
    };
    const draft = { json: "{", html: "<main>", assets: {} };
    await ada.callWithToken("PUT", "/og/templates/notes/draft", draft);
    const { hash } = (await ada.callWithToken("POST", "/og/templates", document)).body.data;
    const { url: link, ...review } = (await ada.callWithToken("POST", "/og/reviews", document)).body.data;
    await poll("the usage", async () => {
      const { days } = (await ada.callWithToken("GET", "/account/usage?days=1")).body.data;
      return days[0].renders === 2;
    });
    const { status, headers, body } = await exportAccount();
    assert.equal(status, 200);
    assert.equal(headers.get("content-disposition"), 'attachment; filename="placard-account.json"');
    assert.match(headers.get("content-type") ?? "", /^application\/json/);
    assert.equal(headers.get("cache-control"), "no-store");
    const { data } = body;
    assert.deepEqual(data.user, (await ada.callWithToken("GET", "/account")).body.data.user);
    assert.equal(data.passkeys.length, 2);
    assert.equal(data.passkeys[0].credentialId, ada.authenticator.id);
    assert.equal(data.sessions.length, 1);
    assert.deepEqual(
      [data.apiKeys[0].id, data.apiKeys[0].name, data.signingKeys[0].id],
      [key.id, "ci", signingKey.id],
    );
    assert.equal(data.recoveryCodes, 10);
    assert.deepEqual(
      data.usage.map(({ renders, keys }: { renders: number; keys: object[] }) => [renders, keys.length]),
      [[2, 1]],
    );
    assert.deepEqual(
      data.events.slice(0, 2).map(({ type }: { type: string }) => type),
      ["account_exported", "review_created"],
    );
    assert.deepEqual(data.images.map(({ url }: { url: string }) => url).toSorted(), urls.toSorted());
    const first = data.images.find(({ url }: { url: string }) => url === urls[0]);
    assert.deepEqual([first.template, first.data], ["blog@1", { title: "First" }]);
    const [template] = data.templates;
    assert.deepEqual([template.id, template.versions[0].hash], ["release", hash]);
    assert.deepEqual(data.drafts, [{ id: "notes", ...draft, updatedAt: data.drafts[0].updatedAt }]);
    assert.deepEqual(data.reviews, [{ ...review, comments: [], document: { ...document, assets: {} } }]);
    assert.deepEqual(data.templateDocuments, [{ hash, document: { ...document, assets: {} } }]);
    assert.deepEqual(first.options, { width: 1200, height: 630, format: "webp", quality: 90 });

    const text = JSON.stringify(body);
    for (const secret of [key.key, signingKey.secret, ada.token(), link.split("/").at(-1), ...codes])
      assert.ok(!text.includes(secret), "no secrets");
    const hashes = await redis.hvals(`{placard}:api-keys-of:${id}`);
    for (const secretHash of [...hashes, ...(await redis.smembers(`{placard}:recovery-codes-of:${id}`))])
      assert.ok(!text.includes(secretHash), "no hashes");
  });

  it("contains the images of the account only, even if another account has the same tag", async () => {
    const eve = await registerTestClient(placard.url);
    const evesId = (await eve.callWithToken("GET", "/account")).body.data.user.id;
    const own = { id: ownerTag(id) + "a".repeat(24), owner: id, title: "Ada's" };
    const foreign = { id: ownerTag(id) + "e".repeat(24), owner: evesId, title: "Eve's" };
    await storeRecipes([own, foreign]);
    const { images } = (await exportAccount()).body.data;
    assert.deepEqual(
      images.map(({ data }: { data: { title: string } }) => data.title),
      ["Ada's"],
    );
    assert.deepEqual((await exportAccount(eve)).body.data.images, []);
  });

  it("contains thousands of images, which the account counts; ends if its client disconnects", async () => {
    const count = 3_000;
    const digits = (i: number) => String(i).padStart(24, "0");
    await storeRecipes(
      Array.from({ length: count }, (_, i) => ({
        id: ownerTag(id) + digits(i),
        owner: id,
        title: `Image ${i}`,
      })),
    );
    const { images } = (await exportAccount()).body.data;
    assert.equal(new Set(images.map((image: { id: string }) => image.id)).size, count);
    const { summary } = (await ada.callWithToken("GET", "/account")).body.data;
    assert.deepEqual([summary.images, summary.hasMoreImages], [count, false]);

    const headers = { Authorization: `Bearer ${ada.token()}` };
    await new Promise<void>((resolve) => {
      get(`${placard.url}/api/v1${path}`, { headers }, (response) => {
        response.once("data", () => {
          response.destroy();
          resolve();
        });
      });
    });
    await poll("the next export", async () => (await exportAccount()).status === 200);
    const directory = join(placard.directory, "storage", "recipes", ownerTag(id).slice(0, 2));
    await poll(
      "the directory to be closed",
      async () => !(await listOpenFiles(placard.gateways[0]!.pid)).includes(directory),
    );
  });

  it("waits for another export of the account", async () => {
    const responses = await Promise.all([exportAccount(), exportAccount()]);
    assert.deepEqual(responses.map(outcome), ["200 ok", "200 ok"]);
  });

  it("requires a session and a recent authentication", async () => {
    for (const token of [undefined, key.key])
      assert.equal(outcome(await ada.call("GET", path, { token })), "401 unauthorized");
    await expireAuthentication(placard.redis.url, ada.token());
    assert.equal(outcome(await exportAccount()), "403 reauthentication_required");
    await ada.reauthenticate();
    assert.equal(outcome(await exportAccount()), "200 ok");
  });
});
