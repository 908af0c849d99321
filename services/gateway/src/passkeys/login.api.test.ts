import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import {
  createAuthenticator,
  createTestClient,
  getSharedPlacard,
  jwtSecret,
  registerTestClient,
} from "@placard/testing";
import type { LoginJSON, SharedPlacard, TestClient } from "@placard/testing";
import request from "supertest";

describe("login with a passkey", () => {
  let placard: SharedPlacard;
  let ada: TestClient;
  before(async () => {
    placard = await getSharedPlacard();
    ada = await registerTestClient(placard.url);
  });

  const start = (email: string | undefined, url = placard.url) =>
    request(url).post("/api/v1/auth/login/start").send({ email });
  const optionsFor = async (email: string | undefined, url = placard.url) =>
    (await start(email, url).expect(200)).body.data.options;

  it("signs in with an email address, in any case and at any gateway", async () => {
    const upper = ada.email.toUpperCase();
    const { status, body } = await ada.login({
      start: { email: upper },
      finish: { gatewayUrl: placard.gateways[1]!.url },
    });
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(Object.keys(body.data).sort(), ["expiresAt", "token", "user"]);
    assert.deepEqual(Object.keys(body.data.user).sort(), ["email", "id", "name"]);
    assert.deepEqual([body.data.user.email, body.data.user.name], [ada.email, ada.name]);
    const hours = (Date.parse(body.data.expiresAt) - Date.now()) / 3_600_000;
    assert.ok(hours > 23.9 && hours < 24.1, `expires in ${hours} hours`);
  });

  it("signs in without an email address, by the passkey alone", async () => {
    const nameless = { email: undefined };
    const { status, body } = await ada.login({ start: nameless, finish: nameless });
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(body.data.user.email, ada.email);
    assert.equal((await ada.login({ start: nameless })).status, 200, "named at the finish only");
    assert.equal((await ada.login({ finish: nameless })).status, 200, "named at the start only");
  });

  it("needs no user handle if an email address is named, and treats null like a missing one", async () => {
    for (const userHandle of [undefined, null]) {
      const edit = ({ response }: LoginJSON) => Object.assign(response, { userHandle });
      assert.equal((await ada.login({ changes: { edit } })).status, 200);
    }
  });

  it("signs in repeatedly with a passkey whose counter stays 0, or whose counter increases", async () => {
    const device = createAuthenticator({ multiDevice: true, backedUp: true });
    const synced = await registerTestClient(placard.url, { authenticator: device });
    for (const client of [synced, synced, synced, ada, ada]) assert.equal((await client.login()).status, 200);
  });

  it("asks for a passkey of the account and for user verification", async () => {
    const { challenge, allowCredentials, ...rest } = await optionsFor(ada.email);
    assert.match(challenge, /^[A-Za-z0-9_-]{43}$/);
    assert.deepEqual([rest.rpId, rest.timeout, rest.userVerification], ["localhost", 60_000, "required"]);
    const ids = allowCredentials.map(({ id, type }: { id: string; type: string }) => [id, type]);
    assert.deepEqual(ids, [[ada.authenticator.id, "public-key"]]);
    assert.notEqual((await optionsFor(ada.email)).challenge, challenge);
  });

  it("names no credential if no email address is named", async () => {
    const { challenge, ...rest } = await optionsFor(undefined);
    assert.equal(challenge.length, 43);
    assert.deepEqual(rest.allowCredentials, []);
    const { allowCredentials: _, challenge: __, ...others } = await optionsFor(ada.email);
    assert.deepEqual({ ...rest, allowCredentials: undefined }, { ...others, allowCredentials: undefined });
  });

  it("names decoys for an address without an account: the same at every call and gateway", async () => {
    const email = "unknown@example.com";
    const urls = [...placard.gateways.map(({ url }) => url), placard.url];
    const lists = await Promise.all(urls.map(async (url) => (await optionsFor(email, url)).allowCredentials));
    lists.push((await optionsFor("Unknown@Example.com")).allowCredentials);
    assert.ok(lists[0].length > 0);
    assert.equal(new Set(lists.map((list) => JSON.stringify(list))).size, 1);
  });

  it("starts the same way with and without an account: status, header names, members", async () => {
    const [existing, unknown] = [await start(ada.email), await start("unknown@example.com")];
    assert.equal(unknown.status, existing.status);
    assert.deepEqual(Object.keys(unknown.headers), Object.keys(existing.headers));
    assert.deepEqual(shapeOf(unknown.body), shapeOf(existing.body));
  });

  it("fails the same way for addresses with and without an account: status, header names, body", async () => {
    const other = createAuthenticator();
    const failures = [];
    for (const email of [ada.email, "unknown@example.com"]) {
      const { challenge, rpId, allowCredentials } = await optionsFor(email);
      const offered = Buffer.from(allowCredentials[0].id, "base64url");
      for (const changes of [{ credentialId: offered }, {}]) {
        const { call } = createTestClient(placard.url);
        const credential = other.login({ challenge, rpId }, changes);
        const body = { email, credential };
        const { status, headers, body: response } = await call("POST", "/auth/login/finish", { body });
        const { requestId: _, ...error } = response.error;
        failures.push({ status, error, headers: [...headers.keys()] });
      }
    }
    assert.equal(failures[0]?.status, 401);
    for (const failure of failures) assert.deepEqual(failure, failures[0]);
  });

  it("rejects invalid bodies, and names every invalid field by its JSON pointer", async () => {
    const cases: [string, object, string[]][] = [
      ["start", { email: "no email" }, ["/email"]],
      ["start", { email: 5, password: "x" }, ["/email", "/password"]],
      ["finish", {}, ["/credential"]],
      ["finish", { email: 5, credential: "x", extra: 1 }, ["/credential", "/email", "/extra"]],
    ];
    for (const [step, sent, pointers] of cases) {
      const { status, body } = await request(placard.url).post(`/api/v1/auth/login/${step}`).send(sent);
      assert.equal(`${status} ${body.error?.code}`, "400 validation_failed", JSON.stringify(sent));
      const paths: string[] = body.error.details.map(({ path }: { path: string }) => path);
      assert.deepEqual([...new Set(paths)].sort(), pointers);
    }
  });

  it("returns a JWT (HS256) with issuer, audience, user, session, creation and expiry", async () => {
    const { token, user, expiresAt } = (await ada.login()).body.data;
    const [header = "", claims = "", signature] = token.split(".");
    const decode = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString());
    assert.deepEqual(decode(header), { alg: "HS256", typ: "JWT" });
    const { iat, exp, sid, ...rest } = decode(claims);
    assert.deepEqual(rest, { iss: placard.publicUrl, aud: "placard", sub: user.id });
    const { session } = (await ada.call("GET", "/auth/session", { token })).body.data;
    assert.equal(sid, session.id);
    assert.equal(exp - iat, 86_400);
    assert.equal(exp, Math.floor(Date.parse(expiresAt) / 1000));
    assert.ok(Math.abs(Date.now() / 1000 - iat) < 60);
    const mac = createHmac("sha256", jwtSecret);
    assert.equal(signature, mac.update(`${header}.${claims}`).digest("base64url"));
  });
});

/** A value with strings and numbers replaced by their types, and lists by the shape of their first member. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value !== "object" || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shapeOf(member)]));
}
