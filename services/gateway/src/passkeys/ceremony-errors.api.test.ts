import assert from "node:assert/strict";
import {
  createAuthenticator,
  createTestClient,
  invalidLogins,
  invalidRegistrations,
  listSchemaMismatches,
  poll,
  registerTestClient,
  getSharedPlacard,
  type ApiResponse,
  type SharedPlacard,
  type TestClient,
} from "@placard/testing";
import { defaultMessage } from "@placard/contracts";

const nameless = { email: undefined };

// packages/accounts tests every check in detail.
describe("a passkey ceremony that fails", () => {
  let placard: SharedPlacard;
  let ada: TestClient;
  let eve: TestClient;
  before(async () => {
    placard = await getSharedPlacard();
    ada = await registerTestClient(placard.url);
    eve = await registerTestClient(placard.gateways[1]!.url);
  });

  /** The one response for all reasons; the reason is in the log only. */
  async function isRejectedFor(reason: string, { status, requestId, body }: ApiResponse): Promise<void> {
    const message = defaultMessage("authentication_failed");
    const error = { code: "authentication_failed", message, requestId };
    assert.equal(status, 401, JSON.stringify(body));
    assert.deepEqual(body, { success: false, data: {}, error });
    const findLine = async () => (await placard.logs({ requestId: requestId!, msg: "ceremony failed" }))[0];
    assert.equal((await poll("the log line", findLine))["reason"], reason);
  }
  const start = async (ceremony: "register" | "login", { call, email, name }: TestClient) => {
    const body = ceremony === "register" ? { email, name } : { email };
    return (await call("POST", `/auth/${ceremony}/start`, { body })).body.data.options;
  };
  const finish = (
    ceremony: "register" | "login",
    client: TestClient,
    credential: object,
    gatewayUrl = placard.url,
  ) =>
    client.call("POST", `/auth/${ceremony}/finish`, {
      body: { email: client.email, credential },
      gatewayUrl,
    });

  describe("at a registration", () => {
    for (const [name, reason, changes] of invalidRegistrations) {
      it(`responds with the same 401 and logs ${reason} if ${name}`, async () => {
        await isRejectedFor(reason, await createTestClient(placard.url).register({ changes }));
      });
    }

    it("responds with the same 401 if another account has the credential id", async () => {
      const credentialId = Buffer.from(ada.authenticator.id, "base64url");
      const client = createTestClient(placard.url);
      await isRejectedFor("credential_taken", await client.register({ changes: { credentialId } }));
      assert.equal((await ada.login()).status, 200);
    });

    it("responds with the same 401 if start and finish name different email addresses", async () => {
      const client = createTestClient(placard.url);
      await isRejectedFor("email", await client.register({ finish: { email: "other@example.com" } }));
    });

    it("responds with the same 401 if the challenge was used before, even at another gateway", async () => {
      const client = createTestClient(placard.url);
      const credential = client.authenticator.register(await start("register", client));
      assert.equal((await finish("register", client, credential)).status, 200);
      const repeated = await finish("register", client, credential, placard.gateways[1]!.url);
      await isRejectedFor("challenge", repeated);
    });
  });

  describe("at a login", () => {
    for (const [name, reason, changes] of invalidLogins) {
      it(`responds with the same 401 and logs ${reason} if ${name}`, async () => {
        await isRejectedFor(reason, await ada.login({ changes }));
      });
    }

    it("responds with the same 401 if another key has signed, and the owner can still log in", async () => {
      const changes = { sign: createAuthenticator().sign, counter: 0xffff_ffff };
      await isRejectedFor("signature", await ada.login({ changes }));
      assert.equal((await ada.login()).status, 200);
    });

    it("responds with the same 401 for a passkey of another account than start or finish names", async () => {
      const { authenticator } = eve;
      await isRejectedFor("foreign_credential", await ada.login({ authenticator }));
      await isRejectedFor("foreign_credential", await ada.login({ authenticator, start: nameless }));
      await isRejectedFor("foreign_credential", await ada.login({ authenticator, finish: nameless }));
    });

    it("responds with the same 401 without a user handle if no email address is named", async () => {
      for (const userHandle of [undefined, null]) {
        const edit = ({ response }: { response: object }) => Object.assign(response, { userHandle });
        const response = await ada.login({ start: nameless, finish: nameless, changes: { edit } });
        await isRejectedFor("user_handle", response);
      }
    });

    it("responds with the same 401 if start and finish name different email addresses", async () => {
      await isRejectedFor("email", await ada.login({ start: { email: eve.email } }));
      await isRejectedFor("email", await ada.login({ finish: { email: eve.email } }));
    });

    it("responds with the same 401 if the challenge was used before, even at another gateway", async () => {
      const credential = ada.authenticator.login(await start("login", ada));
      assert.equal((await finish("login", ada, credential)).status, 200);
      await isRejectedFor("challenge", await finish("login", ada, credential, placard.gateways[1]!.url));
    });
  });

  for (const ceremony of ["register", "login"] as const) {
    it(`responds 400 for a missing, unknown or mistyped member in ${ceremony}/finish`, async () => {
      const options = { challenge: "", rpId: "localhost", rp: { id: "localhost" }, user: { id: "" } };
      const mismatches = listSchemaMismatches(ceremony, createAuthenticator()[ceremony](options));
      assert.ok(mismatches.length > 40);
      for (const [name, pointer, credential] of mismatches) {
        const body = { email: ada.email, credential };
        const response = await ada.call("POST", `/auth/${ceremony}/finish`, { body });
        assert.equal(response.body.error.code, "validation_failed", name);
        const paths = response.body.error.details.map(({ path }: { path: string }) => path);
        assert.deepEqual([response.status, paths], [400, [`/credential${pointer}`]], name);
      }
    });
  }
});
