import assert from "node:assert/strict";
import { shortLinkText, signLink } from "@placard/contracts";
import { getSharedPlacard, registerTestClient, type SharedPlacard, type TestClient } from "@placard/testing";
import request from "supertest";

interface Key {
  id: string;
  secret: string;
}

describe("short links", () => {
  let placard: SharedPlacard;
  let ada: TestClient;
  let key: Key;
  before(async () => {
    placard = await getSharedPlacard();
    ada = await registerTestClient(placard.url);
    key = (await ada.callWithToken("POST", "/signing-keys", { name: "site" })).body.data;
  });

  const encode = (content: unknown) => Buffer.from(JSON.stringify(content)).toString("base64url");
  const linkOf = (payload: string, extension = "png", secret = key.secret) =>
    `/og/s/${payload}.${signLink(secret, shortLinkText(payload, extension))}.${extension}`;
  const sign = (template: string, data: object, ...others: unknown[]) =>
    linkOf(encode([key.id, template, data, ...others]));
  const follow = (link: string) => request(placard.url).get(link);
  const check = async (link: string) => {
    const path = `/api/v1/og/check-link?url=${encodeURIComponent(link)}`;
    const { body } = await follow(path).set("Authorization", `Bearer ${ada.token()}`).expect(200);
    return body.data;
  };

  it("return the same image as generate does for the same account, lists included", async () => {
    const data = { title: "Short", date: "2027-06-02", speakers: [{ name: "Ada" }, { name: "Grace" }] };
    const { body: created } = await ada.callWithToken("POST", "/keys", { name: "site" });
    const generated = await request(placard.url)
      .post("/api/v1/og/generate")
      .set("Authorization", `Bearer ${created.data.key}`)
      .send({ template: "event", data, options: { width: 800, height: 420, format: "webp", quality: 70 } })
      .expect(200);
    const payload = encode([key.id, "event", data, { width: 800, height: 420, quality: 70 }]);
    const link = linkOf(payload, "webp");
    assert.match(link, /^[\w./-]+$/, "nothing that HTML or Markdown would change");
    const { headers, body } = await follow(link).expect(200);
    assert.deepEqual(
      [headers["x-cache"], headers["content-location"], headers["content-type"]],
      ["HIT", generated.body.data.url, "image/webp"],
    );
    assert.deepEqual(body, (await follow(new URL(generated.body.data.url).pathname)).body);
    await follow(link)
      .set("If-None-Match", headers["etag"] ?? "")
      .expect(304);
    await request(placard.url).head(link).expect(200);
  });

  it("expire, and then return 403", async () => {
    const now = Math.floor(Date.now() / 1000);
    const { headers } = await follow(sign("blog", { title: "Expires" }, null, now + 60)).expect(200);
    assert.equal(headers["content-location"], undefined);
    assert.match(headers["cache-control"] ?? "", /max-age=([1-5]?\d|60)\b/);
    const { body } = await follow(sign("blog", { title: "Expires" }, {}, now - 60)).expect(403);
    assert.match(body.error.message, /^`exp` has passed/);
  });

  it("are rejected for any change, without telling keys from signatures", async () => {
    const payload = encode([key.id, "blog", { title: "Changed" }]);
    const sig = signLink(key.secret, shortLinkText(payload, "png"));
    const eve = await registerTestClient(placard.url);
    const foreign: Key = (await eve.callWithToken("POST", "/signing-keys", { name: "eve" })).body.data;
    const unknown = encode(["0".repeat(16), "blog", { title: "Changed" }]);
    const changed = [
      `/og/s/${encode([key.id, "blog", { title: "Other" }])}.${sig}.png`,
      `/og/s/${encode([foreign.id, "blog", { title: "Changed" }])}.${sig}.png`,
      `/og/s/${payload}.${sig}.webp`,
      linkOf(payload, "png", foreign.secret),
      linkOf(unknown),
      `/og/s/${payload}.${signLink(key.secret, `placard-link-v1\n${payload}.png`)}.png`,
    ];
    const messages = new Set<string>();
    for (const link of changed) {
      const { body } = await follow(link).expect(403);
      messages.add(body.error.message);
    }
    assert.equal(messages.size, 1);
  });

  it("name what is malformed", async () => {
    const good = encode([key.id, "blog", { title: "x" }]);
    const cases: [string, number, RegExp][] = [
      [linkOf(good, "gif"), 404, /^Unknown image format/],
      ["/og/s/x", 404, /^Unknown image format/],
      ["/og/s/x.png", 404, /^Unknown image format/],
      [`${linkOf(good)}.png`, 403, /^The link is malformed/],
      [`/og/s/${good}..png`, 403, /^The link is malformed/],
      [`/og/s/${good}%3D.${"A".repeat(43)}.png`, 403, /^The payload is malformed\. Encode it as base64url/],
      [`/og/s/${good}.abc.png`, 403, /^The signature is malformed/],
      [linkOf(encode({ kid: key.id })), 403, /JSON array `\[kid, template, data, options, exp\]`/],
      [linkOf(encode(["x", "blog", {}])), 403, /^`kid` is not the ID of a signing key/],
      [sign("blog", { title: "x" }, { format: "png" }), 403, /^`format` is not an option of links/],
      [sign("blog", {}), 400, /^Invalid link parameters\. `title` is required/],
      [sign("blog", { title: "x" }, { width: 1 }), 400, /`width` must be at least 200/],
      [sign("blog", JSON.parse('{"title":"x","__proto__":{"a":1}}')), 400, /__proto__/],
      [sign("poster", {}), 400, /^Unknown template/],
      [linkOf("A".repeat(12_000)), 403, /^The payload is malformed/],
    ];
    for (const [link, status, message] of cases) {
      const { body } = await follow(link).expect(status);
      assert.match(body.error.message, message, link.slice(0, 200));
    }
  });

  it("are explained by check-link", async () => {
    const payload = encode([key.id, "blog", { title: "Checked" }, { brand: "none" }]);
    const text = shortLinkText(payload, "png");
    const valid = await check(placard.url + linkOf(payload));
    assert.deepEqual([valid.isValid, valid.canonical, valid.request.options.brand], [true, text, "none"]);
    const { headers } = await follow(linkOf(payload)).expect(200);
    assert.equal(headers["content-location"], valid.imageUrl);

    const forged = await check(`/og/s/${payload}.${signLink("plks_other", text)}.png`);
    assert.deepEqual([forged.isValid, forged.canonical], [false, text]);
    assert.match(forged.problems[0].message, /^`sig` does not match the canonical form. Compare the text/);
    assert.match((await check("/og/s/e30.x.png")).problems[0].message, /^The payload is malformed/);
  });
});
