import assert from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import { getSharedPlacard, poll, registerTestClient, type SharedPlacard } from "@placard/testing";
import request from "supertest";

const path = "/account/images";
const generatePath = "/og/generate";
const card = (title: string) => ({
  template: "blog",
  data: { title },
  options: { format: "jpeg", width: 400, height: 210 },
});

describe("POST /api/v1/og/generate with a session token", () => {
  let placard: SharedPlacard;
  before(async () => {
    placard = await getSharedPlacard();
  });

  it("returns the same image and link as generate with an API key of the account", async () => {
    const ada = await registerTestClient(placard.url);
    const { key } = (await ada.callWithToken("POST", "/keys", { name: "ci" })).body.data;
    const withSession = await ada.callWithToken("POST", generatePath, card("With a session"));
    assert.deepEqual([withSession.status, withSession.headers.get("x-cache")], [200, "MISS"]);
    const withKey = await ada.call("POST", "/og/generate", { token: key, body: card("With a session") });
    assert.equal(withKey.headers.get("x-cache"), "HIT");
    assert.deepEqual(withKey.body.data, withSession.body.data);
  });

  it("accepts `Prefer: respond-async`, and the session reads the job", async () => {
    const ada = await registerTestClient(placard.url);
    const started = await request(placard.url)
      .post(`/api/v1${generatePath}`)
      .set({ Authorization: `Bearer ${ada.token()}`, Prefer: "respond-async" })
      .send(card("Asynchronous, with a session"))
      .expect(202);
    const { pathname } = new URL(started.headers["location"]!);
    const job = await ada.callWithToken("GET", pathname.replace("/api/v1", ""));
    assert.deepEqual([job.status, job.body.data.id], [200, started.body.data.id]);
    const bob = await registerTestClient(placard.url);
    assert.equal((await bob.callWithToken("GET", pathname.replace("/api/v1", ""))).status, 404);
  });

  it("lists every invalid field", async () => {
    const ada = await registerTestClient(placard.url);
    const { status, body } = await ada.callWithToken("POST", generatePath, {
      template: "blog",
      data: { title: "" },
      options: { width: "1" },
    });
    assert.deepEqual([status, body.error.code], [400, "validation_failed"]);
    assert.deepEqual(
      body.error.details.map(({ path: pointer }: { path: string }) => pointer),
      ["/options/width", "/data/title"],
    );
  });

  it("counts in the usage of the account, without a key", async () => {
    const ada = await registerTestClient(placard.url);
    for (let i = 0; i < 2; i++) await ada.callWithToken("POST", generatePath, card("Counted"));
    await poll("the usage", async () => {
      const { days } = (await ada.callWithToken("GET", "/account/usage?days=1")).body.data;
      const [{ renders, cacheHits, keys }] = days;
      return renders === 1 && cacheHits === 1 && keys.length === 0;
    });
  });

  it("renders images that the session of their account can delete, and no other session", async () => {
    const ada = await registerTestClient(placard.url);
    const generated = await ada.callWithToken("POST", generatePath, card("To be deleted"));
    const id = /og\/(.+)\./.exec(generated.body.data.url)?.[1];
    const bob = await registerTestClient(placard.url);
    assert.equal((await bob.callWithToken("DELETE", `/og/images/${id}`)).status, 404);
    assert.equal((await ada.callWithToken("DELETE", `/og/images/${id}`)).status, 200);
    assert.equal((await request(placard.url).get(`/og/${id}.jpeg`)).status, 404);
  });
});

describe("GET /api/v1/account/images", () => {
  let placard: SharedPlacard;
  before(async () => {
    placard = await getSharedPlacard();
  });

  const titlesOf = (images: { title: string }[]) => images.map(({ title }) => title);

  it("lists the images of the account only, newest first, page by page", async () => {
    const [ada, bob] = [await registerTestClient(placard.url), await registerTestClient(placard.url)];
    await bob.callWithToken("POST", generatePath, card("Not listed"));
    for (const title of ["One", "Two", "Three"]) {
      await ada.callWithToken("POST", generatePath, card(title));
      await delay(5); // file times have ms
    }
    const generated = (await ada.callWithToken("POST", generatePath, card("Three"))).body.data;
    const first = (await ada.callWithToken("GET", `${path}?limit=2`)).body.data;
    assert.deepEqual(titlesOf(first.images), ["Three", "Two"]);
    const { url, width, height, format, size, expiresAt } = generated;
    const { id, createdAt, ...listed } = first.images[0];
    assert.ok(url.includes(id));
    assert.ok(Date.now() - Date.parse(createdAt) < 60_000);
    assert.deepEqual(listed, {
      ...{ url, width, height, format, size, expiresAt },
      ...{ template: "blog", title: "Three", brand: null, warnings: [], failure: null },
    });
    const second = (await ada.callWithToken("GET", `${path}?limit=2&cursor=${first.nextCursor}`)).body.data;
    assert.deepEqual([titlesOf(second.images), second.nextCursor], [["One"], null]);
  });

  it("searches words in texts, template and ID, in any case, also across pages", async () => {
    const ada = await registerTestClient(placard.url);
    const event = { template: "event", data: { title: "Summit", date: "2027-03-14", location: "Lisbon" } };
    await ada.callWithToken("POST", generatePath, { ...event, options: { format: "jpeg" } });
    for (let i = 0; i < 3; i++) await ada.callWithToken("POST", generatePath, card(`Größe ${i}`));
    const search = async (q: string, rest = "") =>
      (await ada.callWithToken("GET", `${path}?q=${encodeURIComponent(q)}${rest}`)).body.data;
    for (const q of ["lisbon", "EVENT summit"])
      assert.deepEqual(titlesOf((await search(q)).images), ["Summit"], q);
    assert.deepEqual((await search("lisbon größe")).images, []);
    const first = await search("GRÖSSE".replace("SS", "ß"), "&limit=2");
    assert.equal(first.images.length, 2);
    const second = await search("größe", `&limit=2&cursor=${first.nextCursor}`);
    assert.equal(second.images.length, 1);
    assert.equal((await search(first.images[0].id)).images.length, 1);
  });

  it("does not list deleted images, and rejects invalid queries and API keys", async () => {
    const ada = await registerTestClient(placard.url);
    const { url } = (await ada.callWithToken("POST", generatePath, card("Deleted"))).body.data;
    await ada.callWithToken("DELETE", `/og/images/${/og\/(.+)\./.exec(url)?.[1]}`);
    const { images, nextCursor } = (await ada.callWithToken("GET", path)).body.data;
    assert.deepEqual([images, nextCursor], [[], null]);
    for (const query of ["limit=0", "limit=101", "cursor=x", `q=${"x".repeat(201)}`, "q=a&q=b"]) {
      const { status } = await ada.callWithToken("GET", `${path}?${query}`);
      assert.equal(status, 400, query);
    }
    assert.equal((await ada.call("GET", path, { token: placard.key })).status, 401);
  });
});

describe("an image of an account", () => {
  let placard: SharedPlacard;
  before(async () => {
    placard = await getSharedPlacard();
  });
  const idOf = (url: string) => /og\/(.+)\./.exec(url)?.[1] ?? "";

  it("has its data, its options without defaults, and the warnings of its last render", async () => {
    const ada = await registerTestClient(placard.url);
    const { data } = card("Has <b>tags</b>");
    const options = { width: 400, height: 210, quality: 50 };
    const generated = await ada.callWithToken("POST", generatePath, { template: "blog", data, options });
    const { url, warnings } = generated.body.data;
    const image = (await ada.callWithToken("GET", `${path}/${idOf(url)}`)).body.data;
    assert.deepEqual(
      image.warnings.map(({ code }: { code: string }) => code),
      ["markup_in_text", "option_ignored"],
    );
    assert.deepEqual(image.warnings, warnings);
    const { version, keyId } = image;
    assert.deepEqual(
      [image.data, image.options, typeof version, keyId, image.requestId],
      [data, { width: 400, height: 210 }, "number", null, generated.headers.get("x-request-id")],
    );
    const bob = await registerTestClient(placard.url);
    assert.equal((await bob.callWithToken("GET", `${path}/${idOf(url)}`)).status, 404);
    assert.equal((await bob.callWithToken("POST", `${path}/${idOf(url)}/render`)).status, 404);
  });

  it("keeps its link when it is rendered again, and names the brand that it has", async () => {
    const ada = await registerTestClient(placard.url);
    const brand = await ada.callWithToken("PUT", "/brands/second", { displayName: "Second" });
    assert.ok(brand.status < 300, String(brand.status));
    const body = { ...card("Again"), options: { ...card("Again").options, brand: "second" } };
    const { url } = (await ada.callWithToken("POST", generatePath, body)).body.data;
    const rendered = await ada.callWithToken("POST", `${path}/${idOf(url)}/render`);
    assert.deepEqual([rendered.status, rendered.body.data.url], [200, url]);
    assert.deepEqual(rendered.body.data.options, body.options);
    await poll("both renders in the usage", async () => {
      const { days } = (await ada.callWithToken("GET", "/account/usage?days=1")).body.data;
      return days[0].renders === 2;
    });
  });
});
