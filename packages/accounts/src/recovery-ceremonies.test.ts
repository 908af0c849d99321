import assert from "node:assert/strict";
import {
  createAuthenticator,
  invalidRegistrations,
  openTestAccounts,
  startRedis,
  type TestRedis,
} from "@placard/testing";
import { Redis } from "ioredis";
import type { Accounts } from "./accounts.ts";
import { CeremonyError } from "./ceremony-error.ts";
import type { RegistrationCredential } from "./credential.ts";

const email = "ada@example.com";

describe("recovery ceremonies", () => {
  let server: TestRedis;
  let redis: Redis;
  let accounts: Accounts;
  let userId: string;
  let code: string;
  before(async () => {
    server = await startRedis();
    redis = new Redis(server.url);
    accounts = openTestAccounts(redis);
    const { ceremonies } = accounts;
    const options = await ceremonies.startRegistration({ email, name: "Ada", session: undefined });
    const credential = createCredential(options);
    const { user, passkey } = await ceremonies.finishRegistration({ email, credential, session: undefined });
    userId = user.id;
    const creation = { passkeyId: passkey.id, at: Date.now() };
    [code = ""] = (await accounts.recoveryCodes.createCodes(userId, creation)) ?? [];
  });
  after(async () => {
    redis.disconnect();
    await server.stop();
  });

  type Options = Awaited<ReturnType<Accounts["ceremonies"]["startRecovery"]>>;
  type Changes = (typeof invalidRegistrations)[number][2];
  function createCredential(options: Options, changes?: Changes): RegistrationCredential {
    const creation = options as Parameters<ReturnType<typeof createAuthenticator>["register"]>[0];
    return createAuthenticator().register(creation, changes) as RegistrationCredential;
  }
  const rejects = (promise: Promise<unknown>, reason: string) =>
    assert.rejects(promise, (error) => error instanceof CeremonyError && error.reason === reason);

  for (const [name, reason, changes] of invalidRegistrations) {
    it(`fails with ${reason} if ${name}, and uses up no code`, async () => {
      const options = await accounts.ceremonies.startRecovery({ email, code });
      const credential = createCredential(options, changes);
      await rejects(accounts.ceremonies.finishRecovery({ email, credential }), reason);
      assert.equal(await accounts.recoveryCodes.countCodes(userId), 10);
      assert.equal((await accounts.users.listPasskeys(userId)).length, 1);
    });
  }

  it("runs the same Redis commands for an unknown email address and for a wrong code", async () => {
    const commandsOf = async (start: { email: string; code: string }) => {
      await redis.config("RESETSTAT");
      await rejects(accounts.ceremonies.startRecovery(start), "recovery_code");
      const stats = await redis.info("commandstats");
      return stats.match(/(?<=cmdstat_)(?!config|info)\S+:calls=\d+/g)?.toSorted();
    };
    const wrongCode = await commandsOf({ email, code: "AAAA-AAAA-AAAA-AAAA" });
    assert.ok(wrongCode && wrongCode.length >= 2, String(wrongCode));
    assert.deepEqual(await commandsOf({ email: "nobody@example.com", code }), wrongCode);
  });
});
