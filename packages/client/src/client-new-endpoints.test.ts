import assert from "node:assert/strict";
import { registerTestClient, startPlacard, type Placard } from "@placard/testing";
import { createClient, imageIdOf, signLink, type NewSigningKey, type PlacardClient } from "./index.ts";

describe("the client with a Placard that signs, batches, queues and removes", () => {
  let placard: Placard;
  let client: PlacardClient;
  let signingKey: NewSigningKey;
  before(async () => {
    placard = await startPlacard({ env: { RATE_LIMIT_AUTH: "0", PUBLIC_URL: "http://localhost:3000" } });
    const visitor = await registerTestClient(placard.url);
    client = createClient({ baseUrl: placard.url, key: placard.key, token: () => visitor.token() });
    signingKey = (await client.signingKeys.create({ name: "site" })).data;
  });
  after(() => placard.stop());

  const card = (title: string) => ({ template: "blog", data: { title } }) as const;
  /** Links begin with the public URL, where nothing listens here. */
  const here = (link: string) => link.replace("http://localhost:3000", placard.url);
  const sign = (title: string, rest: { secret?: string; expiresAt?: Date; width?: number } = {}) => {
    const { secret = signingKey.secret, expiresAt, width } = rest;
    const { id: kid } = signingKey;
    const options = { width };
    return signLink({ baseUrl: placard.url, kid, secret, format: "png", ...card(title), options, expiresAt });
  };

  it("signs links that are drawn as generate would draw them, whatever their texts hold", async () => {
    for (const title of ["Hello", "a+b c%20d 100%", "!'()* &=#?/", "Grüße 東京 👩‍🚀"]) {
      const answer = await fetch(await sign(title, { width: 400, expiresAt: new Date(Date.now() + 60_000) }));
      assert.equal(answer.status, 200, `${title}: ${answer.status}`);
      assert.equal(answer.headers.get("content-type"), "image/png");
      await answer.arrayBuffer();
      const { data, meta } = await client.generate({ ...card(title), options: { width: 400 } });
      assert.equal(meta.cache, "HIT", title);
      assert.equal(answer.headers.get("content-location"), data.url);
    }
  });

  it("signs links that no other secret and no other time opens", async () => {
    const refused = [
      await sign("Hello", { secret: "plks_another" }),
      await sign("Hello", { expiresAt: new Date(Date.now() - 2000) }),
      (await sign("Hello")).replace("Hello", "Hallo"),
    ];
    for (const link of refused) assert.equal((await fetch(link)).status, 403, link);
  });

  it("lists signing keys, and revokes them", async () => {
    const made = (await client.signingKeys.create({ name: "short-lived" })).data;
    assert.match(made.id, /^[0-9A-Za-z]{16}$/);
    assert.match(made.secret, /^plks_[\w-]{43}$/);
    const listed = (await client.signingKeys.list()).data.signingKeys.find(({ id }) => id === made.id);
    const { name, createdAt } = made;
    const hint = made.secret.slice(-4);
    assert.deepEqual(listed, { id: made.id, name, createdAt, hint, lastUsedAt: null });
    assert.deepEqual((await client.signingKeys.revoke(made.id)).data, {});
    await assert.rejects(client.signingKeys.revoke(made.id), { code: "not_found" });
  });

  it("asks for images without waiting, and waits for the job", async () => {
    const { data: job, meta } = await client.generateAsync(card("Asynchronous"));
    assert.equal(meta.status, 202);
    assert.ok(job.status === "queued");
    const image = (await client.waitForJob(job.id)).data;
    assert.deepEqual((await client.generate(card("Asynchronous"))).data, image);
    const again = (await client.generateAsync(card("Asynchronous"))).data;
    assert.deepEqual(again, { status: "done", result: image });
    await assert.rejects(client.waitForJob("nosuchjob"), { code: "not_found" });
  });

  it("asks for many at once, each answered by itself", async () => {
    const faulty = { template: "event", data: { title: "No date" } } as never;
    const { results } = (await client.generateBatch([card("One"), faulty, card("One")])).data;
    const [one, two, three] = results;
    assert.ok(one?.success && three?.success);
    assert.deepEqual(one.data, three.data);
    assert.ok(two?.success === false);
    assert.deepEqual([two.status, two.error.code], [400, "validation_failed"]);
    await assert.rejects(client.generateBatch([]), { code: "validation_failed", status: 400 });
  });

  it("removes images by their link or id", async () => {
    const { url } = (await client.generate(card("To be removed"))).data;
    assert.equal((await fetch(here(url))).status, 200);
    assert.deepEqual((await client.deleteImage(url)).data, {});
    assert.equal((await fetch(here(url))).status, 404);
    await assert.rejects(client.deleteImage(imageIdOf(url) ?? ""), { code: "not_found", status: 404 });
  });
});
