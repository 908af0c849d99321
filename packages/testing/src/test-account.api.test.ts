import assert from "node:assert/strict";
import { getSharedPlacard } from "./shared-placard.ts";
import { createTestClient } from "./test-client.ts";

describe("an account that a test creates without HTTP", () => {
  it("has its own valid API keys, signing keys, session and passkey", async () => {
    const placard = await getSharedPlacard();
    const [ada, eve] = await Promise.all([placard.createAccount(), placard.createAccount()]);
    assert.notEqual(ada.id, eve.id);
    const { email, authenticator, token } = ada;
    const client = createTestClient(placard.url, { email, authenticator });
    const { body } = await client.call("GET", "/auth/session", { token });
    assert.deepEqual(body.data.user, { id: ada.id, email, name: "Ada Lovelace" });
    for (const key of [ada.key, await ada.createApiKey(), eve.key])
      assert.equal((await client.call("GET", "/og/templates", { token: key })).status, 200);
    assert.equal((await client.call("GET", "/keys", { token })).body.data.keys.length, 2);
    const { id } = await ada.createSigningKey();
    const [signingKey] = (await client.call("GET", "/signing-keys", { token })).body.data.signingKeys;
    assert.equal(signingKey.id, id);
    assert.equal((await client.login()).body.data.user.id, ada.id);
  });
});
