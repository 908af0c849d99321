import assert from "node:assert/strict";
import { createAuthenticator, registerTestClient, getSharedPlacard } from "@placard/testing";
import type { ApiResponse, SharedPlacard, TestClient } from "@placard/testing";

describe("the passkey endpoints", () => {
  let placard: SharedPlacard;
  let ada: TestClient;
  before(async () => {
    placard = await getSharedPlacard();
  });
  beforeEach(async () => {
    ada = await registerTestClient(placard.url);
  });

  interface ListedPasskey {
    id: string;
    name: string;
  }
  const list = async ({ callWithToken }: TestClient): Promise<ListedPasskey[]> =>
    (await callWithToken("GET", "/auth/passkeys")).body.data.passkeys;
  const ids = async (client = ada) => (await list(client)).map(({ id }) => id);
  const outcome = ({ status, body }: ApiResponse) => `${status} ${body.error?.code ?? "ok"}`;
  const path = (id: string | undefined) => `/auth/passkeys/${id}`;
  const startOf = ({ call, email, name }: TestClient, token?: string) =>
    call("POST", "/auth/register/start", { token, body: { email, name } });
  const add = async (authenticator = createAuthenticator()) => {
    assert.equal(outcome(await ada.register({ token: ada.token(), authenticator })), "200 ok");
    return authenticator;
  };

  it("add a passkey to the account of the session, and exclude those that it has", async () => {
    const { body } = await startOf(ada, ada.token());
    const excluded = body.data.options.excludeCredentials.map(({ id }: { id: string }) => id);
    assert.deepEqual(excluded, [ada.authenticator.id]);
    const { data } = (await ada.callWithToken("GET", "/auth/session")).body;
    assert.equal(body.data.options.user.id, data.user.id);

    const second = createAuthenticator();
    const added = await ada.register({ token: ada.token(), authenticator: second });
    assert.equal(outcome(added), "200 ok");
    assert.deepEqual([added.body.data.verified, added.body.data.user], [true, data.user]);
    for (const authenticator of [ada.authenticator, second]) {
      const { body: login } = await ada.login({ authenticator });
      assert.deepEqual(login.data?.user, data.user);
    }
  });

  it("add no passkey if start or finish has another account's session, or finish has none", async () => {
    const eve = await registerTestClient(placard.url);
    assert.equal(outcome(await startOf(ada, eve.token())), "409 email_taken");
    assert.equal(outcome(await startOf(ada)), "409 email_taken");
    const startToken = ada.token();
    assert.equal((await ada.login()).status, 200);
    for (const token of [undefined, eve.token(), ada.token()]) {
      const authenticator = createAuthenticator();
      const rejected = await ada.register({ token: startToken, authenticator, finish: { token } });
      assert.equal(outcome(rejected), "401 authentication_failed");
      assert.equal((await ada.login({ authenticator })).status, 401);
    }
    assert.equal((await ids()).length, 1);
  });

  it("list passkeys without their public keys", async () => {
    await add(createAuthenticator({ multiDevice: true, backedUp: true }));
    await ada.login();
    const [first, second] = await list(ada);
    const { id, name, createdAt, lastUsedAt, ...rest } = { createdAt: "", lastUsedAt: "", ...first! };
    const credentialId = ada.authenticator.id;
    assert.deepEqual(rest, {
      credentialId,
      transports: ["internal"],
      deviceType: "singleDevice",
      backedUp: false,
      provider: null,
      sessionCount: 2,
      lastSession: { userAgent: "node", address: "127.0.0.1" },
    });
    assert.match(id, /^[\w-]{16,}$/);
    assert.ok(name.length > 0);
    for (const time of [createdAt, lastUsedAt]) {
      assert.equal(new Date(time).toISOString(), time);
      assert.ok(Math.abs(Date.now() - Date.parse(time)) < 60_000);
    }
    const {
      deviceType,
      backedUp,
      lastUsedAt: unused,
      sessionCount,
    } = second as unknown as Record<string, unknown>;
    assert.deepEqual([deviceType, backedUp, unused, sessionCount], ["multiDevice", true, null, 0]);
  });

  it("have the name of their provider, whatever they are named", async () => {
    const aaguid = Buffer.from("fbfc3007154e4ecc8c0b6e020557d7bd", "hex");
    await add(createAuthenticator({ aaguid }));
    const id = (await ids())[1];
    await ada.callWithToken("PATCH", path(id), { name: "Mine" });
    const { passkeys } = (await ada.callWithToken("GET", "/auth/passkeys")).body.data;
    assert.match(passkeys[1].provider, /^(Apple|iCloud)/);
    assert.equal(passkeys[1].name, "Mine");
  });

  it("store only transports that WebAuthn defines", async () => {
    const transports = ["usb", "telepathy", "nfc", "usb", ",ble"];
    const edit = ({ response }: { response: { transports: string[] } }) => (response.transports = transports);
    const registered = await ada.register({
      token: ada.token(),
      authenticator: createAuthenticator(),
      changes: { edit },
    });
    assert.equal(outcome(registered), "200 ok");
    const { passkeys } = (await ada.callWithToken("GET", "/auth/passkeys")).body.data;
    assert.deepEqual(passkeys[1].transports, ["nfc", "usb"]);
  });

  it("show that a passkey has been synchronized after its registration", async () => {
    const authenticator = createAuthenticator({ multiDevice: true });
    await add(authenticator);
    await ada.login({ authenticator, changes: { flags: { BS: true } } });
    const { passkeys } = (await ada.callWithToken("GET", "/auth/passkeys")).body.data;
    assert.deepEqual([passkeys[1].deviceType, passkeys[1].backedUp], ["multiDevice", true]);
  });

  it("rename a passkey, to at most 128 characters", async () => {
    const [id] = await ids();
    const response = await ada.callWithToken("PATCH", path(id), { name: "  My  laptop 💻 " });
    assert.equal(outcome(response), "200 ok");
    assert.deepEqual(
      (await list(ada)).map(({ name }) => name),
      ["My laptop 💻"],
    );
    assert.equal(outcome(await ada.callWithToken("PATCH", path(id), { name: "😀".repeat(128) })), "200 ok");
    const invalid = [{}, { name: "" }, { name: "  " }, { name: "x".repeat(129) }, { name: 5 }];
    for (const body of [...invalid, { name: "x", id: "y" }]) {
      assert.equal(
        outcome(await ada.callWithToken("PATCH", path(id), body)),
        "400 validation_failed",
        JSON.stringify(body),
      );
    }
  });

  it("delete a passkey, which can't be used to sign in any more", async () => {
    const second = await add();
    const [first] = await ids();
    await ada.login({ authenticator: second });
    const response = await ada.callWithToken("DELETE", path(first));
    assert.deepEqual([response.status, response.body], [200, { success: true, data: {} }]);
    assert.equal((await ids()).length, 1);
    assert.equal(outcome(await ada.login()), "401 authentication_failed");
    assert.equal(outcome(await ada.login({ authenticator: second })), "200 ok");
    assert.equal(outcome(await ada.callWithToken("DELETE", path(first))), "404 not_found");
    assert.equal(outcome(await ada.callWithToken("PATCH", path(first), { name: "gone" })), "404 not_found");
  });

  it("revoke the sessions of a deleted passkey at once, at every gateway, also the current one", async () => {
    const [first, second] = [ada.token(), await add()];
    const [id] = await ids();
    await ada.login();
    const current = ada.token();
    await ada.login({ authenticator: second });
    const other = ada.token();
    assert.equal(outcome(await ada.call("DELETE", path(id), { token: current })), "200 ok");
    for (const { url: gatewayUrl } of placard.gateways) {
      for (const token of [first, current])
        assert.equal((await ada.call("GET", "/auth/session", { token, gatewayUrl })).status, 401);
      assert.equal((await ada.call("GET", "/auth/session", { token: other, gatewayUrl })).status, 200);
    }
    const { sessions } = (await ada.callWithToken("GET", "/auth/sessions")).body.data;
    assert.equal(sessions.length, 1);
  });

  describe("with the keys that were created with them", () => {
    let second: ReturnType<typeof createAuthenticator>;
    let firstId: string;
    let secondId: string;
    beforeEach(async () => {
      second = await add();
      [firstId = "", secondId = ""] = await ids();
    });

    const webhook = { url: "https://example.com/hook", events: ["image.failed"] };
    interface ListedKey {
      id: string;
      name: string;
      passkeyId: string | null;
    }
    const createKeys = async (name: string) => {
      const [apiKey, signingKey] = [
        await ada.callWithToken("POST", "/keys", { name }),
        await ada.callWithToken("POST", "/signing-keys", { name }),
      ];
      assert.deepEqual([apiKey, signingKey].map(outcome), ["201 ok", "201 ok"]);
      return { apiKey: apiKey.body.data, signingKey: signingKey.body.data };
    };
    const listKeys = async (token = ada.token()) => {
      const { keys } = (await ada.call("GET", "/keys", { token })).body.data;
      const { signingKeys } = (await ada.call("GET", "/signing-keys", { token })).body.data;
      return [...keys, ...signingKeys] as ListedKey[];
    };

    it("revoke the keys that were created with the deleted passkey at once, and no others", async () => {
      const ofFirst = await createKeys("with the first passkey");
      await ada.login({ authenticator: second });
      const ofSecond = await createKeys("with the second passkey");
      const other = await registerTestClient(placard.url);
      const { key: otherKey } = (await other.callWithToken("POST", "/keys", { name: "another account" })).body
        .data;
      assert.deepEqual(
        (await listKeys()).map(({ passkeyId }) => passkeyId),
        [secondId, firstId, secondId, firstId],
      );
      const response = await ada.callWithToken("DELETE", path(firstId));
      assert.deepEqual([response.status, response.body], [200, { success: true, data: {} }]);
      assert.deepEqual(
        (await listKeys()).map(({ id }) => id),
        [ofSecond.apiKey.id, ofSecond.signingKey.id],
      );
      for (const { url: gatewayUrl } of placard.gateways) {
        const use = (token: string) => ada.call("GET", "/og/templates", { token, gatewayUrl });
        assert.equal(outcome(await use(ofFirst.apiKey.key)), "401 unauthorized");
        assert.equal(outcome(await use(ofSecond.apiKey.key)), "200 ok");
        assert.equal(outcome(await use(otherKey)), "200 ok");
      }
      const { events } = (await ada.callWithToken("GET", "/account/events")).body.data;
      assert.deepEqual(
        events
          .slice(0, 3)
          .map(({ type, passkeyId, keyId, signingKeyId }: Record<string, string>) => [
            type,
            passkeyId,
            keyId ?? signingKeyId,
          ]),
        [
          ["signing_key_revoked", firstId, ofFirst.signingKey.id],
          ["api_key_revoked", firstId, ofFirst.apiKey.id],
          ["passkey_deleted", firstId, undefined],
        ],
      );
    });

    it("revoke only the webhooks and recovery codes that were created with the deleted passkey", async () => {
      const create = () => ada.callWithToken("POST", "/webhooks", webhook);
      const listWebhooks = async () => (await ada.callWithToken("GET", "/webhooks")).body.data.webhooks;
      const countCodes = async () =>
        (await ada.callWithToken("GET", "/account")).body.data.summary.recoveryCodes;
      assert.equal(outcome(await create()), "201 ok");
      assert.equal(outcome(await ada.callWithToken("POST", "/account/recovery-codes")), "201 ok");
      await ada.login({ authenticator: second });
      const kept = (await create()).body.data;
      assert.equal(outcome(await ada.callWithToken("DELETE", path(firstId))), "200 ok");
      assert.deepEqual(
        (await listWebhooks()).map(({ id }: { id: string }) => id),
        [kept.id],
      );
      assert.equal(await countCodes(), 0);
      const types = (await ada.callWithToken("GET", "/account/events")).body.data.events.map(
        ({ type }: { type: string }) => type,
      );
      assert.deepEqual(types.slice(0, 3), ["recovery_codes_revoked", "webhook_deleted", "passkey_deleted"]);

      assert.equal(outcome(await ada.callWithToken("POST", "/account/recovery-codes")), "201 ok");
      await add();
      const third = (await ids()).at(-1);
      assert.equal(outcome(await ada.callWithToken("DELETE", path(third))), "200 ok");
      assert.deepEqual([(await listWebhooks()).length, await countCodes()], [1, 10]);
    });

    it("keep the keys with revokeKeys=false", async () => {
      await createKeys("kept");
      const third = await add();
      await ada.login({ authenticator: third });
      const deletion = await ada.callWithToken("DELETE", `${path(firstId)}?revokeKeys=false`);
      assert.equal(outcome(deletion), "200 ok");
      assert.deepEqual(
        (await listKeys()).map(({ passkeyId }) => passkeyId),
        [firstId, firstId],
      );
    });

    it("delete and revoke nothing for a value that is not a boolean, or for the last passkey", async () => {
      await createKeys("kept");
      for (const query of ["revokeKeys=1", "revokeKeys=", "revokeKeys=true&revokeKeys=true"]) {
        const response = await ada.callWithToken("DELETE", `${path(secondId)}?${query}`);
        assert.equal(outcome(response), "400 validation_failed");
        assert.equal(response.body.error.details[0].path, "/revokeKeys");
      }
      await ada.callWithToken("DELETE", path(secondId));
      const last = await ada.callWithToken("DELETE", path(firstId));
      assert.equal(outcome(last), "409 last_passkey");
      assert.equal((await listKeys()).length, 2);
    });

    it("leave nothing behind that a session of the passkey creates at the same time", async () => {
      const token = ada.token();
      await ada.login({ authenticator: second });
      const create = (i: number) => {
        const gatewayUrl = placard.gateways[i % 2]!.url;
        if (i % 8 === 7) return ada.call("POST", "/webhooks", { token, body: webhook, gatewayUrl });
        const target = i % 4 < 2 ? "/keys" : "/signing-keys";
        return ada.call("POST", target, { token, body: { name: "race" }, gatewayUrl });
      };
      const creations = Array.from({ length: 16 }, (_, i) => create(i));
      const deletion = ada.callWithToken("DELETE", path(firstId));
      creations.push(...Array.from({ length: 16 }, (_, i) => create(i)));
      const outcomes = new Set((await Promise.all(creations)).map(outcome));
      assert.equal(outcome(await deletion), "200 ok");
      for (const each of outcomes) assert.ok(["201 ok", "401 unauthorized"].includes(each), each);
      assert.deepEqual(await listKeys(), []);
      assert.deepEqual((await ada.callWithToken("GET", "/webhooks")).body.data.webhooks, []);
    });
  });

  it("add a deleted passkey again", async () => {
    const second = await add();
    const [first] = await ids();
    await ada.login({ authenticator: second });
    await ada.callWithToken("DELETE", path(first));
    await add(ada.authenticator);
    assert.equal(outcome(await ada.login()), "200 ok");
  });

  it("do not delete the last passkey", async () => {
    const [only] = await ids();
    assert.equal(outcome(await ada.callWithToken("DELETE", path(only))), "409 last_passkey");
    assert.equal(outcome(await ada.login()), "200 ok");
  });

  it("keep one passkey when both are deleted at the same time at two gateways", async () => {
    for (let round = 0; round < 3; round++) {
      const client = await registerTestClient(placard.url);
      const second = createAuthenticator();
      await client.register({ token: client.token(), authenticator: second });
      const tokens = [client.token()];
      await client.login({ authenticator: second });
      tokens.push(client.token());
      // Each passkey is deleted by its own session, because the first deletion ends the sessions of that
      // passkey.
      const responses = await Promise.all(
        (await ids(client)).map((id, i) =>
          client.call("DELETE", path(id), { token: tokens[i], gatewayUrl: placard.gateways[i]!.url }),
        ),
      );
      assert.deepEqual(responses.map(outcome).sort(), ["200 ok", "409 last_passkey"]);
      await client.login({ authenticator: responses[0]!.status === 200 ? second : client.authenticator });
      assert.equal((await ids(client)).length, 1);
    }
  });

  it("respond 404 for another user's passkey", async () => {
    const eve = await registerTestClient(placard.url);
    await add();
    const [first] = await ids();
    for (const id of [first, "unknown"]) {
      assert.equal(outcome(await eve.callWithToken("DELETE", path(id))), "404 not_found");
      assert.equal(outcome(await eve.callWithToken("PATCH", path(id), { name: "mine" })), "404 not_found");
    }
    assert.equal((await ids(eve)).length, 1);
    assert.equal((await ids()).length, 2);
    assert.ok((await list(ada)).every(({ name }) => name !== "mine"));
  });
});
