import assert from "node:assert/strict";
import {
  createAuthenticator,
  createTestClient,
  getSharedPlacard,
  startPlacard,
  type Placard,
} from "@placard/testing";
import request from "supertest";

const site = "https://og.example.org";
const passkeyEndpoints = "/.well-known/passkey-endpoints";
const relatedOrigins = "/.well-known/webauthn";

describe("a gateway whose PUBLIC_URL is https", () => {
  let placard: Placard;
  let urls: Record<"single" | "related" | "path", string>;
  before(async () => {
    placard = await startPlacard({ inProcess: ["gateway"], gateways: 0, renderers: 0 });
    const origins = `${site},https://og.example.net`;
    const [single, related, path] = await Promise.all([
      placard.startGateway({ PUBLIC_URL: site, ORIGINS: "", SIGNUP: "open" }),
      placard.startGateway({ PUBLIC_URL: `${site}/`, ORIGINS: origins }),
      placard.startGateway({ PUBLIC_URL: `${site}/placard`, ORIGINS: origins }),
    ]);
    urls = { single: single.url, related: related.url, path: path.url };
  });
  after(() => placard?.stop());

  describe("the well-known documents about passkeys", () => {
    it("tell password managers where to add and manage passkeys, in JSON that caches may store", async () => {
      for (const url of [urls.single, urls.related]) {
        const { headers, body } = await request(url).get(passkeyEndpoints).expect(200);
        assert.match(headers["content-type"] ?? "", /^application\/json/);
        assert.equal(headers["cache-control"], "public, max-age=3600");
        const passkeys = `${site}/#/passkeys`;
        assert.deepEqual(body, { enroll: passkeys, manage: passkeys });
        await request(url).head(passkeyEndpoints).expect(200);
      }
    });

    it("list the related origins if there are several", async () => {
      const { headers, body } = await request(urls.related).get(relatedOrigins).expect(200);
      assert.match(headers["content-type"] ?? "", /^application\/json/);
      assert.deepEqual(body, { origins: [site, "https://og.example.net"] });
      const { body: missing } = await request(urls.single).get(relatedOrigins).expect(404);
      assert.equal(missing.error.code, "not_found");
    });

    it("do not exist if PUBLIC_URL has a path: the root of the host belongs to another site", async () => {
      for (const path of [passkeyEndpoints, relatedOrigins]) {
        const { body } = await request(urls.path).get(path).expect(404);
        assert.equal(body.error.code, "not_found");
      }
    });

    it("accept no other method than GET and HEAD", async () => {
      const { headers } = await request(urls.related).post(relatedOrigins).expect(405);
      assert.equal(headers["allow"], "GET, HEAD");
    });
  });

  it("sets the session cookie for https and its own host only", async () => {
    const { email, name, call } = createTestClient(urls.single);
    const { body: started } = await call("POST", "/auth/register/start", { body: { email, name } });
    const credential = createAuthenticator({ origin: site }).register(started.data.options);
    const { headers } = await request(urls.single)
      .post("/api/v1/auth/register/finish")
      .set("Placard-Session", "cookie")
      .send({ email, credential })
      .expect(200);
    const [cookie = ""] = headers["set-cookie"] as unknown as string[];
    assert.match(
      cookie,
      /^__Host-placard-session=[^;]+; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Strict$/,
    );
    const read = (sent: string) => request(urls.single).get("/api/v1/auth/session").set("Cookie", sent);
    await read(cookie.split(";")[0] ?? "").expect(200);
    await read((cookie.split(";")[0] ?? "").replace("__Host-", "")).expect(401);
  });

  describe("Strict-Transport-Security", () => {
    const headersOf = async (url: string) => {
      const responses = ["/", "/og/unknown.png", "/api/v1/keys", "/health/live"].map((path) =>
        fetch(url + path),
      );
      return (await Promise.all(responses)).map(({ headers }) => headers.get("strict-transport-security"));
    };

    it("is sent with every response", async () => {
      assert.deepEqual(new Set(await headersOf(urls.single)), new Set(["max-age=31536000"]));
    });

    it("is not sent if PUBLIC_URL is http", async () => {
      assert.deepEqual(new Set(await headersOf((await getSharedPlacard()).url)), new Set([null]));
    });
  });
});
