import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { getSharedPlacard, registerTestClient, type SharedPlacard } from "@placard/testing";
import request from "supertest";

const keyPath = "/api/v1/og/generate/batch";
const sessionPath = "/api/v1/auth/session";
const eitherPath = "/api/v1/account";

const apiKeyExample = "`Authorization: Bearer plk_…`";
const sessionExample = "`Authorization: Bearer <session token>`";
const mistypedKey =
  "Mistyped API key: a character is missing or wrong, so its checksum does not match. Copy the whole key again: `plk_` and 36 letters and digits.";
const signingSecret = "This is the secret of a signing key, which signs links and is never sent.";
/** Its checksum is correct. */
const unknownKey = "plk_0123456789ABCDEFGHIJKLMNOPQRST2rh4fT";
const invalidKey =
  "Unknown, expired or revoked API key, or its account is disabled. Create a key in the console, and send it instead.";
const invalidSession = "Invalid, expired or revoked session. Sign in again.";

describe("the error message for a credential", () => {
  let placard: SharedPlacard;
  let key: string;
  let revokedKey: string;
  let token: string;
  let oldToken: string;
  before(async () => {
    placard = await getSharedPlacard();
    ({ key } = placard);
    const client = await registerTestClient(placard.url);
    const created = await client.callWithToken("POST", "/keys", { name: "revoked" });
    await client.callWithToken("DELETE", `/keys/${created.body.data.id}`);
    revokedKey = created.body.data.key;
    oldToken = client.token();
    await client.callWithToken("POST", "/auth/logout");
    await client.login();
    token = client.token();
  });

  const errorOf = async (path: string, headers: Record<string, string>) => {
    const sent = path.startsWith(keyPath) ? request(placard.url).post(path) : request(placard.url).get(path);
    const { status, body, headers: received } = await sent.set(headers);
    assert.deepEqual([status, body.error.code], [401, "unauthorized"], path);
    assert.equal(received["www-authenticate"], "Bearer");
    return body.error.message as string;
  };

  it("says what is missing or malformed, and what to send", async () => {
    const bearer = (text: string) => ({ Authorization: `Bearer ${text}` });
    const cases: [string, Record<string, string>, string][] = [
      [keyPath, {}, `Missing \`Authorization\` header. Send an API key as ${apiKeyExample}.`],
      [
        sessionPath,
        {},
        `Missing \`Authorization\` header. Send the token of a session as ${sessionExample}.`,
      ],
      [
        eitherPath,
        {},
        `Missing \`Authorization\` header. Send an API key or the token of a session as ${apiKeyExample}.`,
      ],
      [
        keyPath,
        { Authorization: "" },
        `Missing \`Authorization\` header. Send an API key as ${apiKeyExample}.`,
      ],
      [
        keyPath,
        { Authorization: "Bearer" },
        `The credential in the \`Authorization\` header is empty. Send an API key as ${apiKeyExample}.`,
      ],
      [
        keyPath,
        { "X-API-Key": key },
        `The header \`X-API-Key\` is not supported. Send the credential as ${apiKeyExample}.`,
      ],
      ...[`Basic ${key}`, `Token ${key}`, key, `Bearer Bearer ${key}`, `"Bearer ${key}"`].map(
        (Authorization): [string, Record<string, string>, string] => [
          keyPath,
          { Authorization },
          `Invalid \`Authorization\` header. Send one credential as ${apiKeyExample}.`,
        ],
      ),
      [keyPath, bearer(key.slice(0, -1)), mistypedKey],
      [keyPath, bearer(key.replace(/.$/, (last) => (last === "a" ? "b" : "a"))), mistypedKey],
      [keyPath, bearer(`${key}x`), mistypedKey],
      [keyPath, bearer("plk_your_key_here"), mistypedKey],
      [
        keyPath,
        bearer("$PLACARD_KEY"),
        `The credential is not an API key. Send an API key, which starts with \`plk_\`, as ${apiKeyExample}.`,
      ],
      [keyPath, bearer("plks_AAECAwQFBgc"), `${signingSecret} Send an API key.`],
      [sessionPath, bearer("plks_AAECAwQFBgc"), `${signingSecret} Send the token of a session.`],
      [
        keyPath,
        bearer(token),
        "This request needs an API key, not the token of a session. Create an API key in the console, and send it instead.",
      ],
      [
        sessionPath,
        bearer(key),
        "This request needs a session, not an API key. Sign in, and send the token of the session.",
      ],
      [
        sessionPath,
        bearer("undefined"),
        `The credential has an unknown form. Send the token of a session as ${sessionExample}, without quotation marks.`,
      ],
      [
        eitherPath,
        bearer(`"${key}"`),
        `The credential has an unknown form. Send an API key or the token of a session as ${apiKeyExample}, without quotation marks.`,
      ],
      [eitherPath, bearer(key.slice(0, -1)), mistypedKey],
    ];
    for (const [path, headers, message] of cases) assert.equal(await errorOf(path, headers), message);
  });

  it("does not distinguish unknown, expired and revoked ones", async () => {
    for (const text of [revokedKey, unknownKey])
      for (const path of [keyPath, eitherPath])
        assert.equal(await errorOf(path, { Authorization: `Bearer ${text}` }), invalidKey);
    const foreignToken = `${oldToken.split(".").slice(0, 2).join(".")}.${createHmac("sha256", "x").digest("base64url")}`;
    for (const text of [oldToken, foreignToken, "a.b.c"])
      for (const path of [sessionPath, eitherPath])
        assert.equal(await errorOf(path, { Authorization: `Bearer ${text}` }), invalidSession);
  });

  it("never contains the credential", async () => {
    for (const text of [key.slice(0, -1), revokedKey, oldToken, "secret-text", `${key} x`])
      for (const path of [keyPath, sessionPath, eitherPath])
        for (const header of [`Bearer ${text}`, text, `Basic ${text}`]) {
          const message = await errorOf(path, { Authorization: header });
          assert.ok(!message.includes(text.slice(0, 8)), message);
        }
  });
});
