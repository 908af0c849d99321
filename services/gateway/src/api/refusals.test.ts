import assert from "node:assert/strict";
import {
  createAuthenticator,
  createTestClient,
  invalidLogins,
  listSchemaMismatches,
  poll,
  registerTestClient,
} from "@placard/testing";
import {
  invalidRegistrations,
  startPlacard,
  type ApiResponse,
  type Placard,
  type TestClient,
} from "@placard/testing";
import { Redis } from "ioredis";

const refusal = {
  success: false,
  data: {},
  error: {
    code: "authentication_failed",
    message: "The passkey ceremony did not verify. Start it anew, and finish it within a minute.",
  },
};
const nameless = { email: undefined };

describe("a passkey ceremony is refused, like any other and with its cause in the log,", () => {
  let placard: Placard;
  let redis: Redis;
  let ada: TestClient;
  let eve: TestClient;
  before(async () => {
    const env = { RATE_LIMIT_AUTH: "0", PUBLIC_URL: "http://localhost:3000" };
    placard = await startPlacard({ gateways: 2, renderers: 0, env });
    redis = new Redis(placard.redis.url);
    ada = await registerTestClient(placard.url);
    eve = await registerTestClient(placard.gateways[1]!.url);
  });
  after(async () => {
    redis.disconnect();
    await placard.stop();
  });

  async function isRefusedFor(cause: string, { status, requestId, body }: ApiResponse): Promise<void> {
    assert.equal(status, 401, JSON.stringify(body));
    assert.equal(body.error.requestId, requestId);
    assert.deepEqual(body, { ...refusal, error: { ...refusal.error, requestId } });
    const lines = () => placard.logs().filter((line) => line["requestId"] === requestId);
    const refused = await poll("the log line", () => lines().find(({ msg }) => msg === "ceremony refused"));
    assert.equal(refused["cause"], cause);
  }
  const accepts = ({ status, body }: ApiResponse) => assert.equal(status, 200, JSON.stringify(body));

  const start = async (
    ceremony: "register" | "login",
    { call, email, name }: TestClient,
    { named = true } = {},
  ) => {
    const body = ceremony === "register" ? { email, name } : named ? { email } : {};
    return (await call("POST", `/auth/${ceremony}/start`, { body })).body.data.options;
  };
  const finish = (
    ceremony: "register" | "login",
    visitor: TestClient,
    credential: object,
    at = placard.url,
  ) => visitor.call("POST", `/auth/${ceremony}/finish`, { body: { email: visitor.email, credential }, at });

  describe("a registration where", () => {
    for (const [name, cause, changes] of invalidRegistrations) {
      it(`${name}; the honest one is then accepted`, async () => {
        const visitor = createTestClient(placard.url);
        await isRefusedFor(cause, await visitor.register({ changes }));
        accepts(await visitor.register());
      });
    }

    it("the key is sound, but of an algorithm not offered (ES384)", async () => {
      const authenticator = createAuthenticator({ algorithm: "ES384" });
      await isRefusedFor("algorithm", await createTestClient(placard.url, { authenticator }).register());
    });

    it("the credential id is another account's, who can still log in", async () => {
      const credentialId = Buffer.from(ada.authenticator.id, "base64url");
      const visitor = createTestClient(placard.url);
      await isRefusedFor("credential_taken", await visitor.register({ changes: { credentialId } }));
      accepts(await ada.login());
    });

    it("start and finish name different e-mails", async () => {
      const answer = await createTestClient(placard.url).register({ finish: { email: "other@example.com" } });
      await isRefusedFor("email", answer);
    });

    it("the challenge is a login's", async () => {
      const visitor = createTestClient(placard.url);
      const { challenge } = await start("login", visitor);
      const credential = visitor.authenticator.register({ ...(await start("register", visitor)), challenge });
      await isRefusedFor("ceremony", await finish("register", visitor, credential));
    });

    it("the challenge was used before, even at another gateway", async () => {
      const visitor = createTestClient(placard.url);
      const credential = visitor.authenticator.register(await start("register", visitor));
      accepts(await finish("register", visitor, credential));
      await isRefusedFor(
        "challenge",
        await finish("register", visitor, credential, placard.gateways[1]!.url),
      );
    });
  });

  describe("a login where", () => {
    for (const [name, cause, changes] of invalidLogins) {
      it(`${name}; the honest one is then accepted`, async () => {
        await isRefusedFor(cause, await ada.login({ changes }));
        accepts(await ada.login());
      });
    }

    it("another key has signed", async () => {
      const { sign } = createAuthenticator();
      await isRefusedFor("signature", await ada.login({ changes: { sign } }));
      accepts(await ada.login());
    });

    it("another key has signed, with a counter that would lock the passkey's owner out", async () => {
      const changes = { sign: createAuthenticator().sign, counter: 0xffff_ffff };
      await isRefusedFor("signature", await ada.login({ changes }));
      accepts(await ada.login());
    });

    it("the passkey could be copied, but no longer can (flag BE)", async () => {
      const authenticator = createAuthenticator({ multiDevice: true });
      const visitor = await registerTestClient(placard.url, { authenticator });
      await isRefusedFor("backup_flags", await visitor.login({ changes: { flags: { BE: false } } }));
      accepts(await visitor.login());
    });

    it("the passkey is another account's than the e-mail's, whether named at the start or the finish", async () => {
      const { authenticator } = eve;
      await isRefusedFor("foreign_credential", await ada.login({ authenticator }));
      await isRefusedFor("foreign_credential", await ada.login({ authenticator, start: nameless }));
      await isRefusedFor("foreign_credential", await ada.login({ authenticator, finish: nameless }));
    });

    it("the user handle is another account's", async () => {
      const { id } = (await eve.callWithToken("GET", "/auth/session")).body.data.user;
      const changes = {
        sent: ({ response }: { response: object }) => Object.assign(response, { userHandle: id }),
      };
      await isRefusedFor("user_handle", await ada.login({ changes }));
    });

    it("there is no user handle, and no e-mail was named", async () => {
      const sent = ({ response }: { response: object }) => Object.assign(response, { userHandle: undefined });
      const answer = await ada.login({ start: nameless, finish: nameless, changes: { sent } });
      await isRefusedFor("user_handle", answer);
    });

    it("start and finish name different e-mails", async () => {
      await isRefusedFor("email", await ada.login({ start: { email: eve.email } }));
      await isRefusedFor("email", await ada.login({ finish: { email: eve.email } }));
    });

    it("the challenge is a registration's", async () => {
      const { challenge } = await start("register", createTestClient(placard.url));
      const credential = ada.authenticator.login({ challenge, rpId: "localhost" });
      await isRefusedFor("ceremony", await finish("login", ada, credential));
    });

    it("the challenge was used before, even at another gateway", async () => {
      const credential = ada.authenticator.login(await start("login", ada));
      accepts(await finish("login", ada, credential));
      await isRefusedFor("challenge", await finish("login", ada, credential, placard.gateways[1]!.url));
    });

    it("the challenge was used before by a finish that was refused, whatever for", async () => {
      const readable = invalidLogins.filter(
        ([name, cause]) => !/^(challenge|client_data)$/.test(cause) && !name.startsWith("the client data"),
      );
      const left: string[] = [];
      for (const [name, , changes] of readable) {
        const options = await start("login", ada);
        assert.equal((await finish("login", ada, ada.authenticator.login(options, changes))).status, 401);
        const again = await finish("login", ada, ada.authenticator.login(options));
        if (again.status !== 401) left.push(name);
      }
      assert.deepEqual(left, []);
    });

    it("the challenge has expired, as it does by itself within 65 s", async () => {
      for (const email of [ada.email, undefined]) {
        const options = await start("login", ada, { named: email !== undefined });
        const keys = await redis.keys("{placard}:ceremony:*");
        const lives = await Promise.all(keys.map((key) => redis.pttl(key)));
        assert.ok(lives.length > 0 && lives.every((life) => life > 0 && life <= 65_000), lives.join());
        await Promise.all(keys.map((key) => redis.pexpire(key, 1)));
        await poll("the end of the ceremony", async () => (await redis.exists(keys)) === 0);
        await isRefusedFor("challenge", await finish("login", ada, ada.authenticator.login(options)));
      }
      accepts(await ada.login());
    });
  });

  for (const ceremony of ["register", "login"] as const) {
    it(`but told to be no fitting body where a member of ${ceremony}/finish is absent, unknown or of another type`, async () => {
      const asked = { challenge: "", rpId: "localhost", rp: { id: "localhost" }, user: { id: "" } };
      const misfits = listSchemaMismatches(ceremony, createAuthenticator()[ceremony](asked));
      assert.ok(misfits.length > 40);
      for (const [name, pointer, credential] of misfits) {
        const body = { email: ada.email, credential };
        const answer = await ada.call("POST", `/auth/${ceremony}/finish`, { body });
        assert.equal(answer.body.error.code, "validation_failed", name);
        const paths = answer.body.error.details.map(({ path }: { path: string }) => path);
        assert.deepEqual([answer.status, paths], [400, [`/credential${pointer}`]], name);
      }
    });
  }
});
