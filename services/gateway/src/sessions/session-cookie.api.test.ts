import assert from "node:assert/strict";
import {
  createAuthenticator,
  createTestClient,
  getSharedPlacard,
  type SharedPlacard,
} from "@placard/testing";
import request from "supertest";

const api = "/api/v1";
const session = `${api}/auth/session`;
const recoveryCodes = `${api}/account/recovery-codes`;

describe("the session cookie", () => {
  let placard: SharedPlacard;
  let sameOrigin: Record<string, string>;
  const { email, name } = createTestClient("");
  const authenticator = createAuthenticator();
  let cookie: string;

  const get = (path: string, headers: Record<string, string> = {}) =>
    request(placard.url)
      .get(path)
      .set({ Cookie: cookie, ...headers });
  const post = (path: string, headers: Record<string, string> = {}, body: object = {}) =>
    request(placard.url).post(path).set(headers).send(body);
  const withCookie = () => ({ Cookie: cookie, ...sameOrigin });
  const cookieOf = (headers: Record<string, unknown>) => (headers["set-cookie"] as string[])[0] ?? "";

  /** Performs a ceremony that sets a cookie, and resolves with the response to its finish. */
  async function perform(ceremony: "register" | "login" | "recover", start: object, device = authenticator) {
    const path = `${api}/auth/${ceremony}`;
    const { body: started } = await post(`${path}/start`, {}, { email, ...start }).expect(200);
    const { options } = started.data;
    const credential = ceremony === "login" ? device.login(options) : device.register(options);
    const asCookie = { "Placard-Session": "cookie" };
    const { body, headers } = await post(`${path}/finish`, asCookie, { email, credential }).expect(200);
    cookie = cookieOf(headers).split(";")[0] ?? "";
    return { data: body.data, headers };
  }

  before(async () => {
    placard = await getSharedPlacard();
    sameOrigin = { Origin: placard.publicUrl };
    await perform("register", { name });
  });

  it("has the token of a registration, a login and a recovery, whose responses do not have it", async () => {
    const { body } = await post(recoveryCodes, withCookie()).expect(201);
    const [code] = body.data.codes;
    await perform("login", {});
    const { body: current } = await get(session).expect(200);
    assert.equal(current.data.user.email, email);
    const { data, headers } = await perform("recover", { code }, createAuthenticator());
    assert.equal(data.token, undefined);
    const [first, ...attributes] = cookieOf(headers).split("; ");
    const expires = `Expires=${new Date(data.expiresAt).toUTCString()}`;
    assert.match(first ?? "", /^placard-session=[\w-]+\.[\w-]+\.[\w-]+$/);
    assert.deepEqual(attributes.toSorted(), [expires, "HttpOnly", "Path=/", "SameSite=Strict"]);
    const { body: recovered, headers: received } = await get(session).expect(200);
    assert.equal(recovered.data.session.expiresAt, data.expiresAt);
    assert.equal(received["cache-control"], "no-store");
    assert.ok(!Object.keys(received).some((field) => field.startsWith("access-control-")));
  });

  it("authenticates requests of the console's own origin only, and none that may change something without a proof", async () => {
    const cases: [Record<string, string>, number, number][] = [
      [{}, 200, 403],
      [{ Origin: placard.publicUrl }, 200, 201],
      [{ "Sec-Fetch-Site": "same-origin" }, 200, 201],
      [{ Origin: placard.publicUrl, "Sec-Fetch-Site": "same-origin" }, 200, 201],
      [{ "Sec-Fetch-Site": "none" }, 200, 403],
      [{ "Sec-Fetch-Site": "same-site" }, 403, 403],
      [{ "Sec-Fetch-Site": "cross-site" }, 403, 403],
      [{ Origin: placard.publicUrl, "Sec-Fetch-Site": "cross-site" }, 403, 403],
      [{ Origin: "https://evil.example", "Sec-Fetch-Site": "same-origin" }, 403, 403],
      [{ Origin: "https://evil.example" }, 403, 403],
      [{ Origin: `${placard.publicUrl}.evil.example` }, 403, 403],
      [{ Origin: "null" }, 403, 403],
    ];
    for (const [headers, read, write] of cases) {
      const reading = await get(session, headers);
      const writing = await post(recoveryCodes, { Cookie: cookie, ...headers });
      assert.deepEqual([reading.status, writing.status], [read, write], JSON.stringify(headers));
      for (const { status, body } of [reading, writing])
        if (status === 403) assert.equal(body.error.code, "forbidden");
    }
  });

  it("is also checked by endpoints that accept an API key or work without a session", async () => {
    const evil = { Cookie: cookie, Origin: "https://evil.example" };
    const image = { template: "blog", data: { title: "A card" } };
    await post(`${api}/og/generate`, evil, image).expect(403);
    await post(`${api}/og/generate`, withCookie(), image).expect(200);
    await post(`${api}/auth/register/start`, evil, { email, name }).expect(403);
  });

  it("gives way to an `Authorization` header", async () => {
    const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
    const { body } = await get(session, bearer(placard.account.token)).expect(200);
    assert.equal(body.data.user.email, placard.account.email);
    const elsewhere = { Cookie: cookie, Origin: "https://evil.example" };
    await get(session, { ...elsewhere, ...bearer(placard.account.token) }).expect(200);
    for (const authorization of ["", "Basic x", "Bearer x.y.z"])
      await get(session, { Authorization: authorization }).expect(401);
  });

  it("is no API key", async () => {
    const message = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    const headers = { ...withCookie(), Accept: "application/json, text/event-stream" };
    await post("/mcp", headers, message).expect(401);
    await post(`${api}/og/generate/batch`, withCookie(), { requests: [] }).expect(401);
  });

  it("does not give its token to a script that adds a passkey", async () => {
    const { body } = await post(`${api}/auth/register/start`, withCookie(), { email, name }).expect(200);
    const credential = createAuthenticator().register(body.data.options);
    const finished = await post(`${api}/auth/register/finish`, withCookie(), { email, credential });
    assert.deepEqual([finished.status, finished.body.data.token], [200, undefined]);
    assert.equal(cookieOf(finished.headers).split(";")[0], cookie);
  });

  it("keeps files of the account from caches", async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9z"/></svg>';
    const { body } = await request(placard.url)
      .post(`${api}/assets`)
      .set({ ...withCookie(), "Content-Type": "application/octet-stream" })
      .send(Buffer.from(svg))
      .expect(201);
    const path = `${api}/assets/${body.data.id}`;
    const { headers } = await get(path, { "Sec-Fetch-Site": "same-origin" }).expect(200);
    assert.equal(headers["cache-control"], "no-store");
    const token = cookie.split("=")[1] ?? "";
    const withToken = await get(path, { Authorization: `Bearer ${token}` }).expect(200);
    assert.match(withToken.headers["cache-control"] ?? "", /^private, /);
  });

  it("is deleted on sign-out, and its session revoked", async () => {
    const logout = `${api}/auth/logout`;
    await post(logout, { Cookie: cookie, Origin: "https://evil.example" }).expect(403);
    const { headers } = await post(logout, withCookie()).expect(200);
    assert.match(
      cookieOf(headers),
      /^placard-session=; Path=\/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly/,
    );
    const { body } = await get(session).expect(401);
    assert.match(body.error.message, /Sign in again/);
    const { token } = await placard.createAccount();
    const other = await post(logout, { Cookie: cookie, Authorization: `Bearer ${token}` }).expect(200);
    assert.equal(other.headers["set-cookie"], undefined);
  });
});
