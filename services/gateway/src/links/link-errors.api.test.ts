import assert from "node:assert/strict";
import { canonicalLink, signLink } from "@placard/contracts";
import { getSharedPlacard, registerTestClient, type SharedPlacard, type TestClient } from "@placard/testing";
import request from "supertest";

interface Key {
  id: string;
  secret: string;
}

const opaque =
  "Invalid signature, or unknown or revoked signing key. Sign the link again. The owner of the key can find the cause with `GET /api/v1/og/check-link`.";

describe("the error message for a signed link", () => {
  let placard: SharedPlacard;
  let ada: TestClient;
  let key: Key;
  before(async () => {
    placard = await getSharedPlacard();
    ada = await registerTestClient(placard.url);
    key = await createKey();
  });

  const createKey = async (): Promise<Key> =>
    (await ada.callWithToken("POST", "/signing-keys", { name: "blog" })).body.data;
  const sign = (fields: Record<string, string>, file = "blog.png", { id, secret } = key) => {
    const parameters = new Map(Object.entries({ ...fields, kid: id }));
    return linkOf(file, parameters, signLink(secret, canonicalLink(file, parameters)));
  };
  const linkOf = (file: string, parameters: Iterable<[string, string]>, sig: string) =>
    `/og/sign/${file}?${new URLSearchParams([...parameters, ["sig", sig]]).toString()}`;
  const errorOf = async (link: string, expectedStatus: number) => {
    const { status, body } = await request(placard.url).get(link);
    assert.equal(status, expectedStatus, link);
    return body.error.message as string;
  };
  const checkRaw = (query: string, token = ada.token()) =>
    request(placard.url).get(`/api/v1/og/check-link?${query}`).set("Authorization", `Bearer ${token}`);
  const check = (link: string, token?: string) => checkRaw(`url=${encodeURIComponent(link)}`, token);

  it("names parameters that are missing, malformed or repeated", async () => {
    const link = sign({ title: "Hello" });
    const without = (name: string) => link.replace(new RegExp(`[?&]${name}=[^&]*`), (found) => found[0]!);
    const sig = /sig=(.*)$/.exec(link)?.[1] ?? "";
    const past = Date.UTC(2026, 0, 1) / 1000;
    const cases: [string, string][] = [
      [without("kid"), "`kid` is missing. Add the ID of the signing key, and sign the link with it."],
      [
        link.replace(key.id, key.secret),
        "`kid` is not the ID of a signing key, which has 16 letters and digits. If it is a secret, revoke the key.",
      ],
      [without("sig"), "`sig` is missing. Sign the link, and append the signature."],
      [
        link.replace(sig, sig.slice(1)),
        "`sig` is malformed. It has 43 characters: an HMAC-SHA256 as base64url without padding.",
      ],
      [
        sign({ title: "x", exp: "tomorrow" }),
        "`exp` is malformed. It is a Unix time in whole seconds, such as 1830297600.",
      ],
      [
        sign({ title: "x", exp: String(past) }),
        "`exp` has passed: the link expired at 2026-01-01T00:00:00.000Z. Sign a new link with a later time.",
      ],
      [`${link}&title=Again`, "`title` occurs more than once. Send it once."],
      [`${link}&x=%zz`, "`x` is not percent-encoded UTF-8. Percent-encode it."],
      [
        link.replaceAll("&", "&amp;"),
        "The link contains `&amp;` in place of `&`: it was copied from HTML, or escaped twice. Replace each `&amp;` by `&`.",
      ],
      [
        "/og/sign/blog.png?title=Hello",
        "`kid` is missing. Add the ID of the signing key, and sign the link with it. `sig` is missing. Sign the link, and append the signature.",
      ],
    ];
    for (const [wrong, message] of cases) assert.equal(await errorOf(wrong, 403), message);
  });

  it("does not distinguish wrong signatures and unknown or revoked keys", async () => {
    const revoked = await createKey();
    await ada.callWithToken("DELETE", `/signing-keys/${revoked.id}`);
    const links = [
      sign({ title: "Hello" }).replace("Hello", "Altered"),
      sign({ title: "Hello" }, "blog.png", { id: key.id, secret: "plks_other" }),
      sign({ title: "Hello" }, "blog.png", { id: "0".repeat(16), secret: key.secret }),
      sign({ title: "Hello" }, "blog.png", revoked),
    ];
    for (const link of links) assert.equal(await errorOf(link, 403), opaque);
  });

  it("names the invalid parameters of a link with a valid signature, and no body", async () => {
    const cases: [string, string][] = [
      [sign({}), "`title` is required."],
      [sign({ title: "x", titel: "y" }), "`titel` is not a known parameter. Did you mean `title`?"],
      [
        sign({ title: "x", readtime: "5 min" }),
        "`readtime` is not a known parameter. Did you mean `readTime`?",
      ],
      [sign({ title: "x", widht: "800" }), "`widht` is not a known parameter. Did you mean `width`?"],
      [sign({ title: "x", width: "10" }), "`width` must be at least 200; this is 10."],
      [
        sign({ title: "x", brand: "unknown" }),
        "`brand` must be the name of a brand of this account, or `none`; this is `unknown`.",
      ],
    ];
    for (const [link, problem] of cases) {
      const message = await errorOf(link, 400);
      assert.ok(message.startsWith(`Invalid link parameters. ${problem}`), message);
      assert.ok(message.endsWith(" Fix them, and sign the link again."), message);
      assert.ok(!/body/i.test(message));
    }
    assert.match(
      await errorOf(sign({ title: "x", colour: "red" }), 400),
      /`colour` is not a known parameter; known parameters are title, .*, width, height, quality, scale, maxBytes, locale, layout, focus, brand\./,
    );
  });

  it("is explained to the owner of its signing key by check-link", async () => {
    const forged = { id: key.id, secret: "plks_other" };
    const { body } = await check(sign({ title: "Café (50%)", author: "Ada" }, "blog.png", forged)).expect(
      200,
    );
    assert.equal(body.data.isValid, false);
    assert.equal(
      body.data.canonical,
      `placard-link-v1\nblog.png\nauthor=Ada&kid=${key.id}&title=Caf%C3%A9%20%2850%25%29`,
    );
    const [{ parameter, message: explanation }] = body.data.problems;
    assert.equal(parameter, "sig");
    assert.match(
      explanation,
      /^`sig` does not match the canonical form. Compare the text that you sign with `canonical`/,
    );

    const wrong = sign({ title: "x".repeat(301), exp: "1" }).replace(/.$/, (last) =>
      last === "A" ? "E" : "A",
    );
    const messages = (await check(wrong)).body.data.problems.map(
      ({ message }: { message: string }) => message,
    );
    assert.equal(messages.length, 3);
    assert.match(messages[0], /^`exp` has passed: the link expired at 1970-01-01T00:00:01\.000Z\./);
    assert.match(messages[1], /^`sig` does not match the canonical form\. Compare the text that you sign/);
    assert.match(
      messages[2],
      /^Invalid link parameters\. `title` must have at most 300 characters; this has 301\./,
    );

    const gone = (await check(sign({ title: "x" }, "poster.png"))).body.data;
    assert.match(gone.problems[0].message, /^Unknown template/);
    assert.match(
      (await check(sign({ title: "x" }, "blog.gif"))).body.data.problems[0].message,
      /^Unknown image format\. Use a path that ends in/,
    );
    assert.equal((await check("/og/sign/blog.png?title=x")).body.data.problems[0].parameter, "kid");
  });

  it("suggests the extension that was probably meant", async () => {
    const hint =
      "Unknown image format. Did you mean .jpeg? Use a path that ends in one of: .png, .jpeg, .webp, .auto.";
    const link = sign({ title: "x" }, "blog.jpg");
    assert.equal((await check(link)).body.data.problems[0].message, hint);
    for (const path of [link, `/og/${"a".repeat(32)}.jpg`]) {
      const { body } = await request(placard.url).get(new URL(path, placard.url).pathname).expect(404);
      assert.equal(body.error.message, hint);
    }
    const { body } = await request(placard.url)
      .get(`/og/${"a".repeat(32)}.png`)
      .expect(404);
    assert.equal(body.error.message, "Image not found. Check the ID and the extension.");
  });

  it("of a revoked key is explained to the account that had the key", async () => {
    const revoked = await createKey();
    const link = sign({ title: "x" }, "blog.png", revoked);
    await ada.callWithToken("DELETE", `/signing-keys/${revoked.id}`);
    const { body } = await check(link).expect(200);
    assert.equal(body.data.isValid, false);
    assert.match(body.data.problems[0].message, /^`kid` is a signing key that was revoked at \d{4}-/);
  });

  it("is not explained to other accounts, which can't find out whether a key exists", async () => {
    const eve = await registerTestClient(placard.url);
    const link = sign({ title: "Hello" });
    const foreign = await check(link, eve.token()).expect(404);
    const unknown = await check(link.replace(key.id, "0".repeat(16)), eve.token()).expect(404);
    assert.equal(foreign.body.error.message, unknown.body.error.message);
    assert.deepEqual(Object.keys(foreign.body.error), Object.keys(unknown.body.error));
  });

  it("is absent for a valid link: check-link returns its request and the permanent link", async () => {
    const link = sign({ title: "Checked", author: "Ada", width: "640", locale: "de-at" }, "blog.jpeg");
    const apiKey = (await ada.callWithToken("POST", "/keys", { name: "ada" })).body.data.key;
    const { body } = await check(`${placard.url}${link}`, apiKey).expect(200);
    const { isValid, problems, request: equivalent, imageUrl } = body.data;
    assert.deepEqual([isValid, problems], [true, []]);
    assert.deepEqual(equivalent, {
      template: "blog@1",
      data: { title: "Checked", author: "Ada" },
      options: { width: 640, height: 630, format: "jpeg", quality: 90, locale: "de-AT" },
    });
    const { headers } = await request(placard.url).get(link).expect(200);
    assert.equal(headers["content-location"], imageUrl);
    assert.equal(headers["x-cache"], "MISS", "check-link renders nothing");
    const expiring = (await check(sign({ title: "x", exp: "4102444800" }))).body.data;
    assert.deepEqual([expiring.isValid, expiring.expiresAt], [true, "2100-01-01T00:00:00.000Z"]);
    assert.equal(expiring.imageUrl, undefined);
  });

  it("never contains a secret or a valid signature", async () => {
    const link = sign({ title: "Hello" });
    const valid = /sig=(.*)$/.exec(link)?.[1] ?? "";
    for (const wrong of [link.replace(valid, "A".repeat(43)), link.replace("Hello", "Altered")]) {
      const { text } = await check(wrong).expect(200);
      assert.ok(!text.includes(key.secret));
      assert.ok(!text.includes(valid) || wrong.includes(valid));
      const altered = canonicalLink(
        "blog.png",
        new Map([
          ["title", "Altered"],
          ["kid", key.id],
        ]),
      );
      assert.ok(!text.includes(signLink(key.secret, altered)));
    }
  });

  it("says how to pass the link to check-link", async () => {
    const link = sign({ title: "Hello" });
    const cases = [
      ["", "is required"],
      ["url=", "must be a signed link: "],
      [`url=${link}`, "must be percent-encoded, so that its `&` does not end it: use encodeURIComponent"],
      ["url=%2Fog%2Fabc.png", "must be a signed link: "],
      ["url=http%3A%2F%2F%5B", "must be a signed link: "],
    ] as const;
    for (const [query, message] of cases) {
      const { body } = await checkRaw(query).expect(400);
      assert.deepEqual([body.error.code, body.error.details[0].path], ["validation_failed", "/url"]);
      assert.ok(body.error.details[0].message.startsWith(message), body.error.details[0].message);
    }
  });
});
