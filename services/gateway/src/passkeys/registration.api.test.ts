import assert from "node:assert/strict";
import { createAuthenticator, createTestClient, getSharedPlacard } from "@placard/testing";
import type { ApiResponse, SharedPlacard, TestClient } from "@placard/testing";
import request from "supertest";

describe("registration with a passkey", () => {
  let placard: SharedPlacard;
  before(async () => {
    placard = await getSharedPlacard();
  });

  const start = (body: object) => request(placard.url).post("/api/v1/auth/register/start").send(body);
  const startOf = ({ call, email, name }: TestClient) =>
    call("POST", "/auth/register/start", { body: { email, name } });
  const outcome = ({ status, body }: ApiResponse) => `${status} ${body.error?.code ?? "ok"}`;

  /** Starts all registrations, then finishes all concurrently, alternating between the gateways. */
  async function race(rivals: TestClient[], credentialId?: Uint8Array): Promise<string[]> {
    const started = await Promise.all(rivals.map((rival) => startOf(rival)));
    const finishes = rivals.map(({ email, authenticator, call }, i) => {
      const changes = credentialId ? { credentialId } : {};
      const credential = authenticator.register(started[i]?.body.data.options, changes);
      const gatewayUrl = placard.gateways[i % 2]!.url;
      return call("POST", "/auth/register/finish", { body: { email, credential }, gatewayUrl });
    });
    return (await Promise.all(finishes)).map(outcome).sort();
  }

  for (const algorithm of ["ES256", "RS256", "EdDSA"] as const) {
    it(`creates an account and a session, with a passkey of ${algorithm}`, async () => {
      const client = createTestClient(placard.url, { authenticator: createAuthenticator({ algorithm }) });
      const { status, body } = await client.register({ finish: { gatewayUrl: placard.gateways[1]!.url } });
      assert.equal(status, 200, JSON.stringify(body));
      const { user, token, expiresAt, ...rest } = body.data;
      assert.deepEqual(rest, { verified: true });
      assert.deepEqual(user, { id: user.id, email: client.email, name: "Ada Lovelace" });
      assert.ok(user.id.length >= 16);
      const hours = (Date.parse(expiresAt) - Date.now()) / 3_600_000;
      assert.ok(hours > 23.9 && hours < 24.1, `expires in ${hours} hours`);
      const session = await client.call("GET", "/auth/session", { token });
      assert.deepEqual(session.body.data.user, user);
      assert.equal((await client.login()).status, 200);
    });
  }

  it("asks for a resident key of one of three algorithms, user verification and no attestation", async () => {
    const { body } = await start({ email: "shape@example.com", name: "Ada" }).expect(200);
    assert.deepEqual(Object.keys(body.data), ["options"]);
    const { challenge, rp, user, pubKeyCredParams, authenticatorSelection, ...rest } = body.data.options;
    assert.match(challenge, /^[A-Za-z0-9_-]{43}$/);
    assert.equal(rp.id, "localhost");
    assert.ok(rp.name.length > 0);
    assert.match(user.id, /^[A-Za-z0-9_-]{20,86}$/);
    assert.deepEqual([user.name, user.displayName], ["shape@example.com", "Ada"]);
    const algorithms = [-8, -7, -257].map((alg) => ({ alg, type: "public-key" }));
    assert.deepEqual(pubKeyCredParams, algorithms);
    assert.equal(authenticatorSelection.residentKey, "required");
    assert.equal(authenticatorSelection.userVerification, "required");
    assert.deepEqual([rest.timeout, rest.attestation, rest.excludeCredentials], [60_000, "none", []]);
    const second = await start({ email: "shape@example.com", name: "Ada" });
    assert.notEqual(second.body.data.options.challenge, challenge);
  });

  it("rejects an invalid start body, and names every invalid field by its JSON pointer", async () => {
    const long = `${"a".repeat(60)}@${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(60)}.example`;
    const valid = { email: "a@example.com", name: "Ada" };
    const cases: [object, string[]][] = [
      [{}, ["/email", "/name"]],
      [{ email: 5, name: null }, ["/email", "/name"]],
      [{ ...valid, name: "" }, ["/name"]],
      [{ ...valid, name: "x".repeat(129) }, ["/name"]],
      [{ ...valid, age: 5, toString: 1 }, ["/age", "/toString"]],
      [{ ...valid, email: `${long}${"x".repeat(255 - long.length)}` }, ["/email"]],
    ];
    const invalidEmails = [
      "",
      "ada",
      "ada@",
      "@example.com",
      "a b@example.com",
      "ada@@example.com",
      "a@b@example.com",
      "a..b@example.com",
      ".a@example.com",
      "ada@example..com",
      "ada@-x.example",
      "a\n@example.com",
      `${"a".repeat(65)}@example.com`,
      " ada@example.com",
      "ada@example.com ",
      "<ada@example.com>",
    ];
    for (const email of invalidEmails) cases.push([{ ...valid, email }, ["/email"]]);
    for (const [sent, pointers] of cases) {
      const { status, body } = await start(sent);
      assert.equal(`${status} ${body.error?.code}`, "400 validation_failed", JSON.stringify(sent));
      const paths: string[] = body.error.details.map(({ path }: { path: string }) => path);
      assert.deepEqual([...new Set(paths)].sort(), pointers, JSON.stringify(sent));
    }
  });

  it("rejects an invalid finish body, and names every invalid field by its JSON pointer", async () => {
    const cases: [object, string[]][] = [
      [{}, ["/credential", "/email"]],
      [{ email: "ada", credential: [], name: "Ada" }, ["/credential", "/email", "/name"]],
    ];
    for (const [sent, pointers] of cases) {
      const { body } = await request(placard.url).post("/api/v1/auth/register/finish").send(sent).expect(400);
      const paths: string[] = body.error.details.map(({ path }: { path: string }) => path);
      assert.deepEqual(paths.sort(), pointers);
    }
  });

  it("accepts email addresses of 254 characters, and names of 128 characters of any script", async () => {
    const longest = `${"a".repeat(64)}@${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(53)}.example`;
    assert.equal(longest.length, 254);
    const emails = [
      longest,
      "o'neil+tag@example.com",
      "x_y-z.1@sub.example.co",
      "{a}/=?^`|~!#$%&*@example.com",
    ];
    for (const email of emails) await start({ email, name: "😀".repeat(128) }).expect(200);
  });

  it("compares email addresses in lower case, and responds 409 at the start if one is taken", async () => {
    const client = createTestClient(placard.url, { email: `Mixed.Case-${Date.now()}@Example.COM` });
    const finished = await client.register({ finish: { email: client.email.toUpperCase() } });
    assert.equal(outcome(finished), "200 ok");
    assert.equal(finished.body.data.user.email, client.email.toLowerCase());
    const { body } = await start({ email: client.email.toUpperCase(), name: "Eve" }).expect(409);
    assert.equal(body.error.code, "email_taken");
    assert.equal((await client.login()).status, 200);
  });

  it("allows several registrations of one email address; when one finishes, the others get 409", async () => {
    const [first, second] = [createTestClient(placard.url), createTestClient(placard.url)];
    const [rival, own] = [await startOf(first), await startOf(first)];
    const finish = ({ authenticator }: TestClient, { body }: ApiResponse) => {
      const credential = authenticator.register(body.data.options);
      return first.call("POST", "/auth/register/finish", { body: { email: first.email, credential } });
    };
    assert.equal(outcome(await finish(first, own)), "200 ok");
    assert.equal(outcome(await finish(second, rival)), "409 email_taken");
    assert.equal((await first.login()).status, 200);
    assert.equal((await first.login({ authenticator: second.authenticator })).status, 401);
  });

  it("creates no account before the finish", async () => {
    const client = createTestClient(placard.url);
    const { body } = await startOf(client);
    client.authenticator.register(body.data.options);
    assert.equal((await client.login()).status, 401);
    assert.equal((await startOf(client)).status, 200);
  });

  it("succeeds for one of two that finish for the same email address at once at two gateways", async () => {
    for (let round = 0; round < 3; round++) {
      const first = createTestClient(placard.url);
      const rivals = [first, createTestClient(placard.url, { email: first.email })];
      assert.deepEqual(await race(rivals), ["200 ok", "409 email_taken"]);
      const logins = await Promise.all(rivals.map((rival) => rival.login()));
      assert.deepEqual(logins.map(outcome).sort(), ["200 ok", "401 authentication_failed"]);
    }
  });

  it("succeeds for one of two that finish with the same credential ID at once at two gateways", async () => {
    for (let round = 0; round < 3; round++) {
      const rivals = [createTestClient(placard.url), createTestClient(placard.url)];
      const shared = Buffer.from(rivals[0]!.authenticator.id, "base64url");
      assert.deepEqual(await race(rivals, shared), ["200 ok", "401 authentication_failed"]);
    }
  });
});
