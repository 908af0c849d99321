import assert from "node:assert/strict";
import { join } from "node:path";
import { canonicalLink, imageKey, recipeKey, signLink } from "@placard/contracts";
import { createFileStore } from "@placard/storage";
import {
  poll,
  registerTestClient,
  getSharedPlacard,
  type SharedPlacard,
  type TestClient,
} from "@placard/testing";
import request from "supertest";

interface Key {
  id: string;
  secret: string;
}

describe("signed links", () => {
  let placard: SharedPlacard;
  let ada: TestClient;
  let key: Key;
  let apiKey: string;
  before(async () => {
    placard = await getSharedPlacard();
    ada = await registerTestClient(placard.url);
    key = await createKey();
    apiKey = (await ada.callWithToken("POST", "/keys", { name: "ada" })).body.data.key;
  });

  const createKey = async (): Promise<Key> =>
    (await ada.callWithToken("POST", "/signing-keys", { name: "blog" })).body.data;
  const sign = (file: string, fields: Record<string, string>, { id, secret } = key) => {
    const parameters = new Map(Object.entries({ ...fields, kid: id }));
    const sig = signLink(secret, canonicalLink(file, parameters));
    return `/og/sign/${file}?${new URLSearchParams([...parameters, ["sig", sig]]).toString()}`;
  };
  const generate = (body: object, bearer = apiKey) =>
    request(placard.url).post("/api/v1/og/generate").set("Authorization", `Bearer ${bearer}`).send(body);

  /** The id of the image that was rendered for a request. */
  const renderedId = async (requestId: string) => {
    const [line] = await poll("the renderer's log line", async () => {
      const lines = await placard.logs({ msg: "image rendered", requestId });
      return lines.length > 0 && lines;
    });
    return String(line!["imageId"]);
  };

  it("return the same image as generate does for the same account, and for no other account", async () => {
    const fields = { title: "Signed  & café", author: "Ada", width: "640", height: "336", quality: "70" };
    const link = sign("blog.jpeg", fields);
    const { headers, body } = await request(placard.url).get(link).expect(200);
    const options = { width: 640, height: 336, quality: 70, format: "jpeg" };
    const generateBody = { template: "blog", data: { title: "Signed & cafe\u0301", author: "Ada" }, options };
    const generated = await generate(generateBody);
    const foreign = await generate(generateBody, placard.key);
    assert.equal(foreign.headers["x-cache"], "MISS");
    assert.notEqual(foreign.body.data.url, generated.body.data.url);
    assert.deepEqual([headers["x-cache"], generated.headers["x-cache"]], ["MISS", "HIT"]);
    assert.equal(headers["content-location"], generated.body.data.url);
    const plain = await request(placard.url).get(new URL(generated.body.data.url).pathname).expect(200);
    assert.deepEqual(body, plain.body);
    for (const name of ["content-type", "content-length", "etag", "access-control-allow-origin"]) {
      assert.equal(headers[name], plain.headers[name], name);
    }
    assert.match(headers["cache-control"] ?? "", /^public, max-age=604[78]\d\d, immutable$/);
    assert.equal((await request(placard.url).get(link)).headers["x-cache"], "HIT");
    const etag = headers["etag"] ?? "";
    await request(placard.url).get(link).set("If-None-Match", etag).expect(304);
    await request(placard.url).get(link).set("Host", "cards.example.net").expect("ETag", etag);
  });

  it("are rendered once for concurrent requests at all gateways, HEAD included", async () => {
    const link = sign("event.png", { title: "Many", date: "14 March" });
    const responses = await Promise.all(
      Array.from({ length: 40 }, (_, i) => request(placard.gateways[i % 2]!.url).head(link)),
    );
    assert.deepEqual([...new Set(responses.map(({ status }) => status))], [200]);
    assert.equal(responses.filter(({ headers }) => headers["x-cache"] === "MISS").length, 1);
    const id = /og\/(.+)\./.exec(responses[0]?.headers["content-location"] ?? "")?.[1];
    const renders = () => placard.logs({ msg: "image rendered", imageId: id! });
    await poll("the renderer's log line", async () => (await renders()).length > 0);
    assert.equal((await renders()).length, 1);
  });

  it("are accepted with their parameters in any order and any encoding of the same values", async () => {
    const [path, query = ""] = sign("blog.png", { title: "In any order" }).split("?");
    const reversed = query.split("&").toReversed().join("&");
    await request(placard.url).get(`${path}?${reversed}`).expect(200);
    await request(placard.url)
      .get(`${path}?&${query.replaceAll("+", "%20")}&`)
      .expect(200);
    await request(placard.url)
      .get(`${path}?${query.replace("title", "%74itle")}`)
      .expect(200);
  });

  it("are rejected without rendering for any change, in the same way for keys and signatures", async () => {
    const fields = { title: "Rejected", width: "700", exp: "4102444800" };
    const link = sign("blog.png", fields);
    const [path = "", query = ""] = link.split("?");
    const parts = query.split("&");
    const without = (name: string) => parts.filter((part) => !part.startsWith(`${name}=`)).join("&");
    const composed = sign("blog.png", { title: "caf\u00e9" });
    const revoked = await createKey();
    const revokedLink = sign("blog.png", fields, revoked);
    await ada.callWithToken("DELETE", `/signing-keys/${revoked.id}`);
    const eve = await registerTestClient(placard.url);
    const foreign: Key = (await eve.callWithToken("POST", "/signing-keys", { name: "eve" })).body.data;
    const altered = [
      ...parts.map((part) => `${path}?${query.replace(part, `${part}x`)}`),
      ...parts.map((part) => `${path}?${query.replace(part, part.toUpperCase())}`),
      ...parts.map((part) => `${path}?${query}&${part}`),
      ...parts.map((part) => `${path}?${without(part.split("=")[0] ?? "")}`),
      `${path}?${query}&author=Eve`,
      `${path}?${query}&__proto__=x`,
      `${path}?${query}&constructor=x&toString=y`,
      `${path}?${query}&title=Other`,
      `${path}?${query}&%74itle=Other`,
      `${path}?${query}&empty`,
      `${path}?${query}&x=%`,
      `${path}?${query}&x=%ff`,
      `${path}?${query}&x=${"y".repeat(9_000)}`,
      `${path}?${query.replace("exp=4102444800", "exp=4102444801")}`,
      link.replace("blog.png", "product.png"),
      link.replace("blog.png", "Blog.png"),
      link.replace("blog.png", "blog.jpeg"),
      link.replace("blog.png", "blog%0A.png"),
      composed.replace("caf%C3%A9", "cafe%CC%81"),
      sign("blog.png", { ...fields, exp: String(Math.floor(Date.now() / 1000) - 2) }),
      ...["", "x", "-1", "1e12", "4102444800.5", " 4102444800", "9".repeat(30)].map((exp) =>
        sign("blog.png", { ...fields, exp }),
      ),
      revokedLink,
      sign("blog.png", fields, { id: foreign.id, secret: key.secret }),
      sign("blog.png", fields, { id: key.id, secret: foreign.secret }),
      sign("blog.png", fields, { id: "0000000000000000", secret: key.secret }),
      sign("blog.png", fields, { id: "*", secret: key.secret }),
      path,
      `${path}?`,
      `${path}?sig=&kid=`,
      `${path}?title=Rejected`,
    ];
    const opaque = new Set<string>();
    const follow = request(placard.url);
    for (const changed of altered) {
      for (const method of ["get", "head"] as const) {
        const { status, headers, body } = await follow[method](changed).set("X-Request-Id", "altered-link");
        assert.equal(status, 403, `${method} ${changed.slice(0, 300)}`);
        assert.equal(headers["cache-control"], "no-store");
        if (method === "head") continue;
        assert.equal(body.error.code, "forbidden");
        if (!/^(`[^`]+` (is|has|occurs|contains) .*|The link contains `&amp;`.*)$/.test(body.error.message))
          opaque.add(body.error.message);
      }
    }
    assert.equal(opaque.size, 1, [...opaque].join("\n"));
    assert.match([...opaque][0] ?? "", /^Invalid signature, or unknown or revoked signing key\./);
    await request(placard.url).get(link).set("X-Request-Id", "valid-link").expect(200);
    const rendersFor = (requestId: string) => placard.logs({ msg: "image rendered", requestId });
    await poll("the log line of the valid link", async () => (await rendersFor("valid-link")).length > 0);
    assert.deepEqual(await rendersFor("altered-link"), []);
  });

  it("that have a valid signature return the errors of generate if they can't be rendered", async () => {
    const cases = [
      ["blog.png", {}, "validation_failed", ["/data/title"]],
      ["blog.png", { title: "x", color: "red" }, "validation_failed", ["/data/color"]],
      ["blog.png", { title: "x", cache: "false" }, "validation_failed", ["/data/cache"]],
      ["blog.png", { title: "x", ["__proto__"]: "y" }, "validation_failed", ["/data/__proto__"]],
      ["blog.png", { title: "x", width: "10" }, "validation_failed", ["/options/width"]],
      ["blog.png", { title: "x", width: "0x300" }, "validation_failed", ["/options/width"]],
      [
        "blog.png",
        { title: "x", height: "6e2", quality: "" },
        "validation_failed",
        ["/options/height", "/options/quality"],
      ],
      ["poster.png", { title: "x" }, "unknown_template", undefined],
      ["__proto__.png", { title: "x" }, "unknown_template", undefined],
      ["a.b.png", { title: "x" }, "unknown_template", undefined],
    ] as const;
    for (const [file, fields, code, paths] of cases) {
      const { status, body } = await request(placard.url).get(sign(file, fields));
      assert.deepEqual([status, body.error.code], [400, code], file);
      assert.deepEqual(body.error.details?.map(({ path }: { path: string }) => path).sort(), paths);
    }
    for (const file of ["blog.gif", "blog.PNG", "blog", "blog.", ".gif"]) {
      const { status, body } = await request(placard.url).get(sign(file, { title: "x" }));
      assert.deepEqual([status, body.error.code], [404, "not_found"], file);
    }
  });

  it("may be cached until their expiry, and are rejected after it; their image is deleted", async () => {
    const store = createFileStore({ directory: join(placard.directory, "storage") });
    const follow = async (title: string, end: number) => {
      const link = sign("blog.png", { title, exp: String(end) });
      const { headers } = await request(placard.url).get(link).expect(200);
      assert.equal(headers["content-location"], undefined);
      const maxAge = Number(/max-age=(\d+),/.exec(headers["cache-control"] ?? "")?.[1]);
      return { link, maxAge, id: await renderedId(headers["x-request-id"] ?? "") };
    };
    const now = Math.floor(Date.now() / 1000);
    const lasting = await follow("Lasting", now + 600);
    assert.ok(lasting.maxAge > 300 && lasting.maxAge <= 600, `${lasting.maxAge}`);
    assert.equal(await store.head(recipeKey(lasting.id)), undefined);
    const { expiresAt } = (await store.head(imageKey(lasting.id, "png")))!;
    assert.ok(expiresAt <= 1000 * (now + 600), `${expiresAt}`);

    const end = Math.floor(Date.now() / 1000) + 5;
    const { link, id } = await follow("Brief", end);
    await poll("the link to expire", async () => (await request(placard.url).get(link)).status === 403);
    assert.ok(Date.now() > 1000 * end - 500, "not before"); // clocks of processes differ by a few ms
    await poll("the image to be deleted", async () => (await store.head(imageKey(id, "png"))) === undefined);
    await request(placard.url).get(`/og/${id}.png`).expect(404);
    store.close();
  });

  it("with an expiry share no image with permanent links or with other expiries", async () => {
    const card = { title: "Expiring", author: "Ada" };
    const end = Math.floor(Date.now() / 1000) + 600;
    for (const exp of [end, end + 1]) {
      const link = sign("blog.png", { ...card, exp: String(exp) });
      const first = await request(placard.url).get(link).expect(200);
      assert.deepEqual([first.headers["x-cache"], first.headers["content-location"]], ["MISS", undefined]);
      const second = await request(placard.gateways[1]!.url).get(link).expect(200);
      assert.deepEqual([second.headers["x-cache"], second.headers["content-location"]], ["HIT", undefined]);
    }
    await request(placard.url)
      .get(sign("blog.png", { ...card, exp: String(end - 601) }))
      .expect(403);
    const permanent = await generate({ template: "blog", data: card });
    assert.equal(permanent.headers["x-cache"], "MISS");
    assert.ok(Date.parse(permanent.body.data.expiresAt) > 1000 * (end + 3_600));
    const { headers } = await request(placard.url).get(sign("blog.png", card)).expect(200);
    assert.equal(headers["content-location"], permanent.body.data.url);
    assert.match(headers["cache-control"] ?? "", /max-age=604/);
  });

  it("are rejected at every gateway once their key is revoked; other links keep working", async () => {
    const second = await createKey();
    const fields = { title: "Rotated" };
    const [old, fresh] = [sign("blog.png", fields, second), sign("blog.png", fields)];
    const { headers } = await request(placard.url).get(old).expect(200);
    await request(placard.url).get(fresh).expect(200);
    await ada.callWithToken("DELETE", `/signing-keys/${second.id}`);
    for (const { url } of placard.gateways) await request(url).get(old).expect(403);
    await request(placard.url).get(fresh).expect(200);
    await request(placard.url).get(new URL(headers["content-location"]!).pathname).expect(200);
  });

  it("render an image again if its bytes no longer exist", async () => {
    const link = sign("blog.png", { title: "Rendered again" });
    const first = await request(placard.url).get(link).expect(200);
    const id = /og\/(.+)\.png$/.exec(first.headers["content-location"]!)?.[1] ?? "";
    const store = createFileStore({ directory: join(placard.directory, "storage") });
    await store.delete(imageKey(id, "png"));
    store.close();
    const second = await request(placard.url).get(link).expect(200);
    assert.deepEqual(second.body, first.body);
    assert.equal(second.headers["x-cache"], "MISS");
  });
});
