import assert from "node:assert/strict";
import { callGateway, getSharedPlacard, type SharedPlacard, type TestAccount } from "@placard/testing";
import { Redis } from "ioredis";

const document = {
  template: {
    id: "notes",
    name: "Notes",
    description: "Notes",
    fields: { title: { type: "string" } },
    samples: [
      { name: "short", data: { title: "Hi" } },
      { name: "long", data: { title: "A longer title" } },
    ],
  },
  html: "<main>{{title}}</main>",
};

describe("reviews of templates", () => {
  let placard: SharedPlacard;
  let redis: Redis;
  let account: TestAccount;
  before(async () => {
    placard = await getSharedPlacard();
    redis = new Redis(placard.redis.url);
  });
  after(() => redis?.disconnect());
  beforeEach(async () => {
    account = await placard.createAccount();
  });

  const call = (method: string, path: string, body?: object, token = account.key) =>
    callGateway(`${placard.url}/api/v1/og${path}`, method, { token, body });
  const send = async (body: object = document) => {
    const { status, body: sent } = await call("POST", "/reviews", body);
    return { status, ...sent.data, token: String(sent.data.url).split("/#/review/")[1] ?? "" };
  };
  const visit = (token: string, path = "", body?: object) =>
    callGateway(`${placard.url}/api/v1/review${path}`, body ? "POST" : "GET", {
      body,
      headers: { "Placard-Review": token },
    });
  const comment = (token: string, body: object) => visit(token, "/comments", body);
  const listOwn = async () => (await call("GET", "/reviews")).body.data.reviews;

  it("are created of a stored draft if it is valid, and show it to anybody with the link", async () => {
    const path = "/templates/notes/draft";
    assert.equal((await call("POST", `${path}/review`)).status, 404);
    const { headers } = await call("PUT", path, { json: "{", html: document.html });
    const refused = await call("POST", `${path}/review`);
    assert.deepEqual([refused.status, refused.body.error.code], [400, "validation_failed"]);
    const valid = { json: JSON.stringify(document.template), html: document.html };
    await callGateway(`${placard.url}/api/v1/og${path}`, "PUT", {
      token: account.key,
      body: valid,
      headers: { "If-Match": headers.get("etag")! },
    });
    const { body } = await call("POST", `${path}/review`);
    const token = String(body.data.url).split("/#/review/")[1]!;
    assert.equal((await visit(token)).body.data.name, "Notes");
    assert.ok(Date.parse(body.data.expiresAt) > Date.now());
    assert.equal((await listOwn())[0].id, body.data.id);
  });

  it("show the document as it was, in all sizes and with all samples, to anybody with the link", async () => {
    const { status, token, createdAt, expiresAt } = await send();
    assert.equal(status, 201);
    assert.match(token, /^[\w-]{43}$/);
    assert.equal(Date.parse(expiresAt) - Date.parse(createdAt), 14 * 86_400_000);
    await call("POST", "/templates", { ...document, html: "<main>Other</main>" });
    const { body, headers } = await visit(token);
    assert.equal(headers.get("cache-control"), "no-store");
    const { sizes, samples, name, comments } = body.data;
    assert.deepEqual([name, samples, sizes.length, comments], ["Notes", ["short", "long"], 3, []]);
    const pictures = await Promise.all(
      [0, 1].map(async (sample) => (await visit(token, `/picture?size=2&sample=${sample}`)).body.data),
    );
    for (const { width, height, format } of pictures)
      assert.deepEqual([width, height, format], [1080, 1920, "webp"]);
    assert.notEqual(pictures[0].image, pictures[1].image);
    for (const [query, expected] of [
      ["size=3&sample=0", 400],
      ["size=0&sample=-1", 400],
      ["size=0", 400],
      ["size=0&sample=2", 404],
    ] as const)
      assert.equal((await visit(token, `/picture?${query}`)).status, expected, query);
    const stored = await redis.keys("*");
    assert.ok(!stored.some((key) => key.includes(token)), "the token is not stored");
    assert.ok(!JSON.stringify(await redis.hvals(`{placard}:reviews-of:${account.id}`)).includes(token));
  });

  it("are refused if the document has errors, with their lines", async () => {
    const { body } = await call("POST", "/reviews", { ...document, html: "<main>{{unknown}}</main>" });
    assert.equal(body.error.details[0].line, 1);
  });

  it("take comments, which the account sees, up to a limit", async () => {
    const { token, id } = await send();
    const markup = "<img src=x onerror=alert(1)>";
    const written = { name: " <b>Grace</b>\u0000 ", text: `${markup}\n\n\n\nSecond\nline` };
    const { status, body } = await comment(token, written);
    assert.equal(status, 201);
    const { createdAt, ...stored } = body.data;
    assert.deepEqual(stored, { name: "<b>Grace</b>", text: `${markup}\n\nSecond\nline` });
    for (const text of ["", " \u200b\n", "x".repeat(2001)])
      assert.equal((await comment(token, { text })).status, 400);
    assert.equal((await comment(token, { text: "x".repeat(70_000) })).status, 413);
    assert.equal((await comment(token, { text: "👍".repeat(2000) })).status, 201);
    const attempts = await Promise.all(
      Array.from({ length: 60 }, (_, i) => comment(token, { text: String(i) })),
    );
    assert.equal(attempts.filter((attempt) => attempt.status === 201).length, 48);
    assert.ok(
      attempts.every((attempt) => attempt.status === 201 || attempt.body.error.code === "limit_reached"),
    );
    const [review] = await listOwn();
    assert.deepEqual([review.id, review.comments.length], [id, 50]);
    assert.deepEqual(review.comments.at(-1), { createdAt, ...stored });
    assert.deepEqual((await visit(token)).body.data.comments, review.comments);
  });

  it("end when they are revoked or expire, with one message for all reasons", async () => {
    const [revoked, expired] = [await send(), await send()];
    const other = await placard.createAccount();
    assert.deepEqual((await call("GET", "/reviews", undefined, other.key)).body.data.reviews, []);
    assert.equal((await call("DELETE", `/reviews/${revoked.id}`, undefined, other.key)).status, 404);
    const drawing = visit(revoked.token, "/picture?size=0&sample=0");
    assert.equal((await call("DELETE", `/reviews/${revoked.id}`)).status, 200);
    assert.ok([200, 404].includes((await drawing).status));
    assert.equal((await call("DELETE", `/reviews/${revoked.id}`)).status, 404);

    const key = `{placard}:reviews-of:${account.id}`;
    const record = JSON.parse((await redis.hget(key, expired.id)) ?? "");
    await redis.hset(key, expired.id, JSON.stringify({ ...record, expiresAt: Date.now() - 60_000 }));
    const messages = new Set<string>();
    for (const token of [expired.token, revoked.token, "", "x", "A".repeat(43), revoked.token.toLowerCase()])
      for (const response of [
        await visit(token),
        await visit(token, "/picture?size=0&sample=0"),
        await comment(token, { text: "Hi" }),
      ]) {
        assert.equal(response.status, 404);
        messages.add(response.body.error.message);
      }
    assert.equal(messages.size, 1);
    assert.equal(await redis.hexists(key, expired.id), 0);
  });

  it("are deleted with their template, and with the draft of one that was never published", async () => {
    await call("POST", "/templates", document);
    const draft = { json: "", html: "" };
    const [published, unpublished] = [
      await send(),
      await send({ ...document, template: { ...document.template, id: "other" } }),
    ];
    for (const id of ["notes", "other"]) {
      await call("PUT", `/templates/${id}/draft`, draft);
      await call("DELETE", `/templates/${id}/draft`);
    }
    assert.equal((await visit(unpublished.token)).status, 404);
    assert.equal((await comment(published.token, { text: "Hi" })).status, 201);
    await call("DELETE", "/templates/notes");
    assert.equal((await visit(published.token)).status, 404);
    assert.deepEqual(await listOwn(), []);
    const keys = ["owner", "comments"].map((name) => `{placard}:review-${name}:${published.id}`);
    assert.equal(await redis.exists(keys), 0);
  });

  it("are limited to 10 for each account", async () => {
    const sent = await Promise.all(Array.from({ length: 12 }, () => send()));
    assert.equal(sent.filter(({ status }) => status === 201).length, 10);
    assert.equal(sent.filter(({ status }) => status === 409).length, 2);
  });
});
