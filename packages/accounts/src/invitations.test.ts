import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { startRedis, type TestRedis } from "@placard/testing";
import { Redis } from "ioredis";
import { createInvitations, invitationLink, type Invitations } from "./invitations.ts";
import { passkeyIdOf, type Passkey } from "./passkey-store.ts";
import { createUserStore } from "./user-store.ts";

const day = 86_400;

describe("invitations", () => {
  let server: TestRedis;
  let redis: Redis;
  let invitations: Invitations;
  before(async () => {
    server = await startRedis();
    redis = new Redis(server.url);
    invitations = createInvitations({ redis, now: Date.now });
  });
  beforeEach(() => redis.flushall());
  after(async () => {
    redis.disconnect();
    await server.stop();
  });

  function createAccount(invitationId: string, email = `${randomUUID()}@example.com`) {
    const user = { id: randomUUID(), email, name: "Ada" };
    const credentialId = Buffer.from(randomUUID()).toString("base64url");
    const passkey: Passkey = {
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
      createdAt: Date.now(),
      lastUsedAt: undefined,
    };
    return createUserStore(redis).createUser(user, passkey, invitationId);
  }

  it("are found by their token until they expire, for an address in lower case or for any", async () => {
    const { token, invitation } = await invitations.issueInvitation({
      email: "Ada@Example.com",
      ttlSeconds: day,
    });
    assert.match(token, /^[A-Za-z0-9_-]{43}$/);
    assert.equal(invitation.email, "ada@example.com");
    assert.equal(invitation.expiresAt - invitation.createdAt, day * 1000);
    assert.deepEqual(await invitations.findInvitation(token), invitation);
    const unbound = await invitations.issueInvitation({ ttlSeconds: 60 });
    assert.equal((await invitations.findInvitation(unbound.token))?.email, undefined);
    for (const other of ["", "x", invitation.id, `${token}A`])
      assert.equal(await invitations.findInvitation(other), undefined);
    const ttl = await redis.pttl(`{placard}:invitation:${unbound.invitation.id}`);
    assert.ok(ttl > 0 && ttl <= 60_000, `${ttl} ms`);
  });

  it("are stored without their tokens", async () => {
    const { token } = await invitations.issueInvitation({ ttlSeconds: day });
    for (const key of await redis.keys("*"))
      assert.ok(!JSON.stringify([key, await redis.get(key)]).includes(token));
  });

  it("have ids without a leading hyphen, which the command line would read as an option", async () => {
    const issued = await Promise.all(
      Array.from({ length: 300 }, () => invitations.issueInvitation({ ttlSeconds: day })),
    );
    assert.deepEqual(
      issued.filter(({ invitation }) => invitation.id.startsWith("-")),
      [],
    );
  });

  it("are valid until they are used or revoked", async () => {
    const [used, revoked] = [
      await invitations.issueInvitation({ ttlSeconds: day }),
      await invitations.issueInvitation({ ttlSeconds: day }),
    ];
    assert.equal(await createAccount(used.invitation.id), "done");
    assert.equal(await invitations.revokeInvitation(revoked.invitation.id), true);
    assert.equal(await invitations.revokeInvitation(revoked.invitation.id), false);
    assert.equal(await invitations.revokeInvitation("unknown"), false);
    for (const { token } of [used, revoked]) assert.equal(await invitations.findInvitation(token), undefined);
  });

  it("create one account each, also if registrations finish at the same time", async () => {
    const { invitation } = await invitations.issueInvitation({ ttlSeconds: day });
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => createAccount(invitation.id)));
    assert.deepEqual(outcomes.toSorted(), ["done", ...Array.from({ length: 4 }, () => "no_invitation")]);
    assert.equal((await redis.keys("{placard}:user:*")).length, 1);
  });

  it("stay valid if the account cannot be created", async () => {
    const first = await invitations.issueInvitation({ ttlSeconds: day });
    const second = await invitations.issueInvitation({ ttlSeconds: day });
    assert.equal(await createAccount(first.invitation.id, "ada@example.com"), "done");
    assert.equal(await createAccount(second.invitation.id, "ada@example.com"), "email_taken");
    assert.deepEqual(await invitations.findInvitation(second.token), second.invitation);
    assert.equal(await createAccount(second.invitation.id), "done");
  });

  it("have links whose tokens are in the fragment, which browsers do not send", () => {
    const link = invitationLink("https://og.example.com/placard", { token: "T_-", email: "a+b@example.com" });
    assert.equal(link, "https://og.example.com/placard/#register?invite=T_-&email=a%2Bb%40example.com");
    assert.equal(
      invitationLink("http://localhost:3000", { token: "T" }),
      "http://localhost:3000/#register?invite=T",
    );
  });
});
