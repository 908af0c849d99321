import assert from "node:assert/strict";
import { createApiKeys, operatorAccountId } from "@placard/accounts";
import { apiKeyScopes, type ApiKeyScope } from "@placard/contracts";
import {
  getSharedPlacard,
  registerTestClient,
  type ApiResponse,
  type SharedPlacard,
  type TestClient,
} from "@placard/testing";
import { Redis } from "ioredis";

const generate = { template: "blog", data: { title: "Scopes" }, options: { width: 300, height: 200 } };
const missing = "A".repeat(32);

/** A request that each scope permits. */
const permitted: [string, string, object | undefined, ApiKeyScope][] = [
  ["POST", "/og/generate", generate, "images:write"],
  ["POST", "/og/generate/batch", { requests: [generate] }, "images:write"],
  ["DELETE", `/og/images/${missing}`, undefined, "images:delete"],
  ["GET", "/account", undefined, "account:read"],
  ["GET", "/account/events", undefined, "account:read"],
  ["GET", "/account/usage", undefined, "account:read"],
];

describe("the scopes of API keys", () => {
  let placard: SharedPlacard;
  let ada: TestClient;
  before(async () => {
    placard = await getSharedPlacard();
  });
  beforeEach(async () => {
    ada = await registerTestClient(placard.url);
  });

  const create = (body: object) => ada.callWithToken("POST", "/keys", { name: "ci", ...body });
  const keyWith = async (scopes?: readonly string[]): Promise<string> =>
    (await create(scopes ? { scopes } : {})).body.data.key;
  const outcome = ({ status, body }: ApiResponse) => `${status} ${body.error?.code ?? "ok"}`;
  const send = (token: string, [method, path, body]: (typeof permitted)[number]) =>
    ada.call(method, path, { token, ...(body && { body }) });

  it("are all by default, and are returned at creation and in the list in one order", async () => {
    assert.deepEqual((await create({})).body.data.scopes, apiKeyScopes);
    assert.deepEqual((await create({ scopes: null })).body.data.scopes, apiKeyScopes);
    const some = (await create({ scopes: ["account:read", "images:write"] })).body.data;
    assert.deepEqual(some.scopes, ["images:write", "account:read"]);
    const { keys } = (await ada.callWithToken("GET", "/keys")).body.data;
    assert.deepEqual(
      keys.map(({ scopes }: { scopes: string[] }) => scopes),
      [some.scopes, apiKeyScopes, apiKeyScopes],
    );
  });

  it("are one or more known names without duplicates", async () => {
    const invalid: [unknown, RegExp, string][] = [
      [[], /must have at least 1 entry/, "/scopes"],
      [
        ["images:read"],
        /must be one of images:write, images:delete, templates:write, sites:write, account:read/,
        "/scopes/0",
      ],
      [["images:write", "images:write"], /must not have duplicate entries/, "/scopes"],
      ["images:write", /must be an array/, "/scopes"],
      [[null], /must be one of/, "/scopes/0"],
    ];
    for (const [scopes, message, path] of invalid) {
      const response = await create({ scopes });
      assert.equal(outcome(response), "400 validation_failed", JSON.stringify(scopes));
      const [detail] = response.body.error.details;
      assert.equal(detail.path, path);
      assert.match(detail.message, message);
    }
    assert.deepEqual((await ada.callWithToken("GET", "/keys")).body.data.keys, []);
  });

  it("permit the requests that need them", async () => {
    const key = await keyWith();
    for (const row of permitted)
      assert.notEqual((await send(key, row)).body.error?.code, "insufficient_scope");
    for (const scope of apiKeyScopes) {
      const narrow = await keyWith([scope]);
      for (const row of permitted) {
        const expected = row[3] === scope ? /^(200 ok|404 not_found)$/ : /^403 insufficient_scope$/;
        assert.match(outcome(await send(narrow, row)), expected, `${row[1]} with ${scope}`);
      }
      for (const path of ["/og/templates", `/og/jobs/${missing}`])
        assert.match(outcome(await ada.call("GET", path, { token: narrow })), /^(200 ok|404 not_found)$/);
    }
  });

  it("are named in the error and in the challenge of a request that needs another one", async () => {
    const key = await keyWith(["templates:write"]);
    for (const row of permitted) {
      const [, , , scope] = row;
      const { headers, body } = await send(key, row);
      const message = `The API key does not have the scope \`${scope}\`, which this request needs. Create a key with this scope and use it instead.`;
      assert.equal(body.error.message, message);
      const challenge = headers.get("www-authenticate");
      assert.equal(challenge, `Bearer error="insufficient_scope", scope="${scope}"`);
    }
  });

  it("are not needed by a session, which reads the account without them", async () => {
    for (const path of ["/account", "/account/events"])
      assert.equal(outcome(await ada.callWithToken("GET", path)), "200 ok");
  });

  it("permit an API key to read the account but not to change it, within its own limit", async () => {
    const key = await keyWith(["account:read"]);
    const { user } = (await ada.call("GET", "/account", { token: key })).body.data;
    assert.equal(user.email, ada.email);
    for (const [method, path, body] of [
      ["PATCH", "/account", { name: "Eve" }],
      ["POST", "/keys", { name: "more" }],
      ["GET", "/auth/passkeys", undefined],
      ["POST", "/auth/reauthenticate/start", undefined],
    ] as const)
      assert.equal(
        outcome(await ada.call(method, path, { token: key, ...(body && { body }) })),
        "401 unauthorized",
      );
    for (const token of ["plk_mistyped", "nonsense", undefined])
      assert.equal(outcome(await ada.call("GET", "/account", { token })), "401 unauthorized");
    assert.equal(
      outcome(await ada.call("GET", "/account", { token: (await placard.createAccount()).key })),
      "200 ok",
    );
  });

  it("of the operator's keys do not lead to a user, because the operator account has none", async () => {
    const redis = new Redis(placard.redis.url);
    try {
      const owner = await operatorAccountId(redis);
      const { secret } = await createApiKeys({ redis, now: Date.now }).create({ owner, name: "tests" });
      const response = await ada.call("GET", "/account", { token: secret });
      assert.equal(outcome(response), "404 not_found");
      assert.match(response.body.error.message, /operator account/);
    } finally {
      redis.disconnect();
    }
  });
});
