import assert from "node:assert/strict";
import { getSharedPlacard, poll, registerTestClient, type SharedPlacard } from "@placard/testing";
import request from "supertest";

const path = "/account/images";
const card = (title: string) => ({
  template: "blog",
  data: { title },
  options: { format: "jpeg", width: 400, height: 210 },
});

describe("POST /api/v1/account/images", () => {
  let placard: SharedPlacard;
  before(async () => {
    placard = await getSharedPlacard();
  });

  it("returns the same image and link as generate with an API key of the account", async () => {
    const ada = await registerTestClient(placard.url);
    const { key } = (await ada.callWithToken("POST", "/keys", { name: "ci" })).body.data;
    const withSession = await ada.callWithToken("POST", path, card("With a session"));
    assert.deepEqual([withSession.status, withSession.headers.get("x-cache")], [200, "MISS"]);
    const withKey = await ada.call("POST", "/og/generate", { token: key, body: card("With a session") });
    assert.equal(withKey.headers.get("x-cache"), "HIT");
    assert.deepEqual(withKey.body.data, withSession.body.data);
  });

  it("accepts `Prefer: respond-async`, and the session reads the job", async () => {
    const ada = await registerTestClient(placard.url);
    const started = await request(placard.url)
      .post(`/api/v1${path}`)
      .set({ Authorization: `Bearer ${ada.token()}`, Prefer: "respond-async" })
      .send(card("Asynchronous, with a session"))
      .expect(202);
    const { pathname } = new URL(started.headers["location"]!);
    const job = await ada.callWithToken("GET", pathname.replace("/api/v1", ""));
    assert.deepEqual([job.status, job.body.data.id], [200, started.body.data.id]);
    const bob = await registerTestClient(placard.url);
    assert.equal((await bob.callWithToken("GET", pathname.replace("/api/v1", ""))).status, 404);
  });

  it("lists every invalid field, and rejects API keys", async () => {
    const ada = await registerTestClient(placard.url);
    const { status, body } = await ada.callWithToken("POST", path, {
      template: "blog",
      data: { title: "" },
      options: { width: "1" },
    });
    assert.deepEqual([status, body.error.code], [400, "validation_failed"]);
    assert.deepEqual(
      body.error.details.map(({ path: pointer }: { path: string }) => pointer),
      ["/options/width", "/data/title"],
    );
    const { status: withKey } = await ada.call("POST", path, { token: placard.key, body: card("Key") });
    assert.equal(withKey, 401);
  });

  it("counts in the usage of the account, without a key", async () => {
    const ada = await registerTestClient(placard.url);
    for (let i = 0; i < 2; i++) await ada.callWithToken("POST", path, card("Counted"));
    await poll("the usage", async () => {
      const { days } = (await ada.callWithToken("GET", "/account/usage?days=1")).body.data;
      const [{ renders, cacheHits, keys }] = days;
      return renders === 1 && cacheHits === 1 && keys.length === 0;
    });
  });

  it("renders images that the session of their account can delete, and no other session", async () => {
    const ada = await registerTestClient(placard.url);
    const generated = await ada.callWithToken("POST", path, card("To be deleted"));
    const id = /og\/(.+)\./.exec(generated.body.data.url)?.[1];
    const bob = await registerTestClient(placard.url);
    assert.equal((await bob.callWithToken("DELETE", `/og/images/${id}`)).status, 404);
    assert.equal((await ada.callWithToken("DELETE", `/og/images/${id}`)).status, 200);
    assert.equal((await request(placard.url).get(`/og/${id}.jpeg`)).status, 404);
  });
});
