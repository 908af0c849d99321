import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { startRedis, type TestRedis } from "@placard/testing";
import { Redis } from "ioredis";
import { createEmailVerifications, type EmailVerifications } from "./email-verifications.ts";
import { passkeyIdOf } from "./passkey-store.ts";
import { createUserStore, type User, type UserStore } from "./user-store.ts";

describe("the verification of email addresses", () => {
  let server: TestRedis;
  let redis: Redis;
  let users: UserStore;
  let verifications: EmailVerifications;
  before(async () => {
    server = await startRedis();
    redis = new Redis(server.url);
    users = createUserStore(redis);
    verifications = createEmailVerifications(redis);
  });
  beforeEach(() => redis.flushall());
  after(async () => {
    redis.disconnect();
    await server.stop();
  });

  async function createUser(): Promise<User> {
    const user = { id: randomUUID(), email: `${randomUUID()}@example.com`, name: "Ada" };
    const credentialId = Buffer.from(randomUUID()).toString("base64url");
    const outcome = await users.createUser(user, {
      id: passkeyIdOf(credentialId),
      credentialId,
      userId: user.id,
      name: "Passkey",
      publicKey: "a public key",
      counter: 0,
      aaguid: "",
      isAttested: false,
      transports: [],
      deviceType: "multiDevice",
      backedUp: false,
      createdAt: 1_798_804_800_000,
      lastUsedAt: undefined,
    });
    assert.equal(outcome, "done");
    return user;
  }

  async function issueToken(user: Pick<User, "id" | "email">, newEmail?: string): Promise<string> {
    const issued = await verifications.issueVerification(user, newEmail);
    assert.ok("token" in issued);
    return issued.token;
  }

  const verify = async (token = "", userId = "") => (await verifications.verifyEmail(token, userId)).outcome;

  const isVerified = async ({ id }: User) => (await users.findUserRecord(id))?.emailVerified;

  it("accepts a token once, also if it is used at the same time", async () => {
    const user = await createUser();
    const token = await issueToken(user);
    assert.equal(await isVerified(user), false);
    const results = await Promise.all(
      Array.from({ length: 3 }, () => verifications.verifyEmail(token, user.id)),
    );
    assert.deepEqual(
      results.filter(({ outcome }) => outcome !== "not_found"),
      [{ outcome: "verified", email: user.email }],
    );
    assert.equal(await isVerified(user), true);
  });

  it("rejects tokens for a former address, of a deleted account, and unknown ones", async () => {
    const user = await createUser();
    const token = await issueToken(user);
    await users.updateUser(user.id, { email: `${randomUUID()}@example.com` });
    assert.equal(await verify(token, user.id), "not_found");
    assert.equal(await isVerified(user), false);
    assert.equal(await verify("unknown", user.id), "not_found");
    const deleted = await issueToken({ id: "deleted", email: "deleted@example.com" });
    assert.equal(await verify(deleted, "deleted"), "not_found");
    assert.equal(await redis.exists("{placard}:user:deleted"), 0);
  });

  it("rejects the token of another account, and does not use it up", async () => {
    const [user, other] = [await createUser(), await createUser()];
    const token = await issueToken(user);
    assert.equal(await verify(token, other.id), "not_found");
    assert.deepEqual([await isVerified(user), await isVerified(other)], [false, false]);
    assert.equal(await verify(token, user.id), "verified");
  });

  it("changes the email address when the new one is verified, unless another account has it", async () => {
    const [user, other] = [await createUser(), await createUser()];
    const address = `${randomUUID()}@example.com`;
    const tokens = [await issueToken(user, other.email), await issueToken(user, address)];
    assert.equal(await verify(tokens[0], user.id), "email_taken");
    assert.equal(await verify(tokens[1], user.id), "changed");
    assert.equal((await users.findUserRecord(user.id))?.email, address);
    assert.deepEqual(
      [await users.findUserId(address), await users.findUserId(user.email)],
      [user.id, undefined],
    );
    assert.equal(await users.findUserId(other.email), other.id);
    assert.equal(await isVerified(user), true);
  });

  it("stores hashes of tokens only, for 24 hours", async () => {
    const user = await createUser();
    const token = await issueToken(user);
    const [key = ""] = await redis.keys("{placard}:email-verification:*");
    assert.ok(!`${key}${await redis.get(key)}`.includes(token));
    const ttl = await redis.ttl(key);
    assert.ok(ttl > 86_390 && ttl <= 86_400, `${ttl} s`);
  });

  it("issues at most 5 tokens per hour for an account, and for an address", async () => {
    const [user, other] = [await createUser(), await createUser()];
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, () => verifications.issueVerification(user)),
    );
    assert.equal(outcomes.filter((each) => "token" in each).length, 5);
    for (const blocked of [
      { id: user.id, email: "another@example.com" },
      { id: other.id, email: user.email },
    ]) {
      const outcome = await verifications.issueVerification(blocked);
      assert.ok("retryAfterSeconds" in outcome);
      assert.ok(outcome.retryAfterSeconds > 3_590 && outcome.retryAfterSeconds <= 3_600);
    }
    assert.ok("token" in (await verifications.issueVerification(other)));
  });

  it("counts addresses that differ in their subaddress only as one", async () => {
    const issue = async (email: string) =>
      "token" in (await verifications.issueVerification({ id: randomUUID(), email }));
    for (let i = 0; i < 4; i++) assert.equal(await issue(`ada+${i}@example.com`), true);
    assert.equal(await issue("ada@example.com"), true);
    for (const blocked of ["ada@example.com", "ada+4@example.com", "ada+a+b@example.com", "ada+@example.com"])
      assert.equal(await issue(blocked), false);
    for (const other of ["ada+1@example.org", "adam+1@example.com", "+ada@example.com", `"ada+"@example.com`])
      assert.equal(await issue(other), true, other);
  });
});
