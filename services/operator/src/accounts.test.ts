import assert from "node:assert/strict";
import {
  createApiKeys,
  createSecurityEvents,
  createUsageStore,
  createUserStore,
  noUsage,
  operatorAccountId,
} from "@placard/accounts";
import { queuePrefix, randomImageId, remoteImageQueue, renderKeys, renderQueue } from "@placard/contracts";
import { openRedis, type RedisClient } from "@placard/runtime";
import {
  createTestAccount,
  findFreePort,
  jwtSecret,
  startRedis,
  startSmtp,
  type TestAccount,
  type TestRedis,
} from "@placard/testing";
import { Queue } from "bullmq";
import { runCommand } from "./testing/run-command.ts";

describe("operator commands for accounts", () => {
  const publicUrl = "https://og.example.com";
  let server: TestRedis;
  let redis: RedisClient;
  let ada: TestAccount;
  before(async () => {
    server = await startRedis();
    redis = await openRedis(server.url, 5_000);
  });
  beforeEach(async () => {
    await redis.flushall();
    ada = await createAccount();
  });
  after(async () => {
    redis.disconnect();
    await server.stop();
  });

  const createAccount = () => createTestAccount({ redisUrl: server.url, publicUrl, jwtSecret });
  const run = (...args: string[]) => runCommand(args, { REDIS_URL: server.url, PUBLIC_URL: publicUrl });

  /** What a command prints with --json. Fails if its exit status is not 0. */
  async function runJson(...args: string[]) {
    const { status, stdout, stderr } = await run(...args, "--json");
    assert.deepEqual([status, stderr], [0, ""]);
    return JSON.parse(stdout);
  }

  async function assertFailure(args: string[], message: RegExp): Promise<void> {
    const { status, stdout, stderr } = await run(...args);
    assert.deepEqual([status, stdout], [1, ""]);
    assert.match(stderr, message);
  }

  /** The types and actors of the events of an account, newest first. */
  async function listEvents(accountId: string): Promise<string[]> {
    const logger = { info: () => {}, warn: () => {} };
    const events = createSecurityEvents({ redis, logger, now: Date.now });
    return (await events.listEvents(accountId)).map(({ type, actor }) => `${actor} ${type}`);
  }

  describe("accounts list", () => {
    it("lists all accounts, newest first, as a table or as JSON", async () => {
      const eve = await createAccount();
      const { stdout } = await run("accounts", "list");
      const [heading = "", ...rows] = stdout.trimEnd().split("\n");
      assert.match(heading, /^EMAIL +ID +CREATED +LAST SEEN +DISABLED +NAME$/);
      assert.equal(rows.length, 2);
      const row = rows.find((each) => each.startsWith(ada.email)) ?? "";
      assert.match(row, new RegExp(`  ${ada.id}  \\d{4}-\\d\\d-\\d\\d .*UTC  -  +Ada Lovelace$`));
      const listed = (await runJson("accounts", "list")) as { id: string }[];
      assert.deepEqual(listed.map(({ id }) => id).toSorted(), [ada.id, eve.id].toSorted());
      const { createdAt, lastSeenAt, ...rest } = (await runJson("accounts", "list", "--search", ada.id))[0];
      assert.deepEqual(rest, {
        id: ada.id,
        email: ada.email,
        name: "Ada Lovelace",
        emailVerified: false,
        disabledAt: null,
      });
      assert.ok(Date.now() - Date.parse(createdAt) < 60_000);
      assert.ok(Date.now() - Date.parse(lastSeenAt) < 120_000);
    });

    it("finds a part of the email address, the name or the ID, in any case", async () => {
      await createAccount();
      for (const text of [ada.email.slice(0, 20).toUpperCase(), ada.id]) {
        const found = (await runJson("accounts", "list", "--search", text)) as { id: string }[];
        assert.deepEqual(
          found.map(({ id }) => id),
          [ada.id],
        );
      }
      assert.equal((await runJson("accounts", "list", "--search", "LOVELACE")).length, 2);
      assert.equal((await run("accounts", "list", "--search", "nobody")).stdout, "No accounts.\n");
    });

    it("lists more accounts than fit into a page", async () => {
      const users = createUserStore(redis);
      const [passkey] = await users.listPasskeys(ada.id);
      for (let i = 0; i < 250; i++) {
        const user = { id: `user-${i}`, email: `${i}@example.com`, name: `Name ${i}` };
        const copy = { ...passkey!, id: `passkey-${i}`, credentialId: `credential-${i}`, userId: user.id };
        assert.equal(await users.createUser(user, copy), "done");
      }
      assert.equal((await runJson("accounts", "list")).length, 251);
    });
  });

  it("accounts show prints what an account has, without secrets", async () => {
    const shown = await runJson("accounts", "show", ada.email.toUpperCase());
    assert.deepEqual(shown.counts, {
      passkeys: 1,
      sessions: 1,
      apiKeys: 1,
      signingKeys: 0,
      recoveryCodes: 0,
    });
    assert.deepEqual([shown.sessions.length, shown.apiKeys[0].hint], [1, ada.key.slice(-4)]);
    assert.deepEqual(await runJson("accounts", "show", ada.id), shown);
    const { stdout } = await run("accounts", "show", ada.email);
    assert.match(stdout, new RegExp(`^Email address +${ada.email} \\(not verified\\)$`, "m"));
    assert.match(stdout, /^Disabled +no$/m);
    assert.match(stdout, /^Sessions:\nID /m);
    assert.ok(!stdout.includes(ada.key.slice(0, 30)));
    await assertFailure(
      ["accounts", "show", "nobody@example.com"],
      /^No account has the email address nobody@/,
    );
    await assertFailure(["accounts", "show", "nobody"], /^No account has the ID nobody\./);
  });

  it("usage shows an account by day, and accounts show its last 7 days", async () => {
    const day = new Date().toISOString().slice(0, 10);
    const counts = { renders: 3, cacheHits: 40, bytes: 123_456, remoteBytes: 7_890_000 };
    await createUsageStore({ redis, now: Date.now }).add([
      { account: ada.id, keyId: "a-key", day, ...counts },
    ]);
    const { stdout } = await run("usage", "--account", ada.email, "--days", "2");
    const [heading = "", ...rows] = stdout.trimEnd().split("\n");
    assert.match(heading, /^DAY +RENDERS +CACHE HITS +RENDERED +FETCHED$/);
    assert.equal(rows.length, 3);
    assert.match(rows[1] ?? "", new RegExp(`^${day} +3 +40 +124 kB +7\\.9 MB$`));
    assert.match(rows[2] ?? "", /^Total +3 +40 /);
    const days = await runJson("usage", "--account", ada.id, "--days", "2");
    assert.deepEqual(days[1], { date: day, ...counts, keys: [{ keyId: "a-key", ...counts }] });
    assert.equal((await runJson("accounts", "show", ada.id)).usage.length, 7);
    assert.match((await run("accounts", "show", ada.id)).stdout, /\nUsage:\nDAY /);
  });

  it("usage without an account lists those with the most renders over all days", async () => {
    assert.equal((await run("usage")).stdout, "No renders.\n");
    const eve = await createAccount();
    const operator = await operatorAccountId(redis);
    const rendered = (account: string, daysAgo: number, renders: number) => {
      const day = new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
      return { account, keyId: undefined, day, ...noUsage, renders };
    };
    await createUsageStore({ redis, now: Date.now }).add([
      rendered(ada.id, 1, 50),
      rendered(ada.id, 2, 60),
      rendered(eve.id, 1, 100),
      rendered(operator, 1, 5),
    ]);
    const { stdout } = await run("usage");
    assert.match(
      stdout,
      new RegExp(
        `^WAITING +RENDERS .*\\n0 +110 .*${ada.email}\\n0 +100 .*${eve.email}\\n0 +5 .*\\(operator account\\)\\n$`,
      ),
    );
    assert.deepEqual(await runJson("usage", "--days", "2", "--top", "1"), [
      { id: eve.id, email: eve.email, renders: 100, waiting: 0 },
    ]);
    assert.equal((await runJson("usage", "--account", operator)).length, 7);
    await assertFailure(["usage", "--days", "91"], /--days must be a whole number from 1 to 90/);
    await assertFailure(
      ["usage", "--top", "3", "--account", ada.email],
      /--top cannot be used with --account/,
    );
  });

  it("usage lists the accounts with the most waiting jobs first, even without rendered images", async () => {
    const eve = await createAccount();
    const day = new Date().toISOString().slice(0, 10);
    const usage = { account: ada.id, keyId: undefined, day, ...noUsage, renders: 50 };
    await createUsageStore({ redis, now: Date.now }).add([usage]);
    for (const [name, owner] of [
      [renderQueue, eve.id],
      [remoteImageQueue, eve.id],
      [renderQueue, ada.id],
    ] as const) {
      const queue = new Queue(name, { connection: { url: server.url }, prefix: queuePrefix });
      await queue.add("render", { recipe: { owner } });
      await queue.close();
    }
    assert.deepEqual(await runJson("usage", "--top", "5", "--days", "1"), [
      { id: eve.id, email: eve.email, renders: 0, waiting: 2 },
      { id: ada.id, email: ada.email, renders: 50, waiting: 1 },
    ]);
  });

  it("usage --memory measures all keys by kind and account", async () => {
    const eve = await createAccount();
    const site = { key: "{placard}:site-owner:1", page: "{placard}:page:1:1:hash" };
    await redis.sadd(`{placard}:data-keys-of:${ada.id}`, site.key);
    await redis.mset(site.key, ada.id, site.page, "x".repeat(40_000), "{placard}:decoy-secret", "any");
    for (const { id } of [ada, eve])
      await redis.set(renderKeys.result(randomImageId(id)), "x".repeat(10_000));
    const { total, kinds, accounts } = await runJson("usage", "--memory");
    assert.ok(total.keys >= (await redis.dbsize())); // SCAN may return a key twice
    assert.deepEqual(kinds[1].kind, "result");
    assert.equal(kinds[1].keys, 2);
    assert.ok(kinds[1].bytes > 20_000 && total.bytes > 60_000);
    assert.deepEqual(
      accounts.map(({ id }: { id: string | null }) => id),
      [ada.id, eve.id, null, await operatorAccountId(redis)],
    );
    assert.ok(accounts[0].bytes > 50_000 && accounts[1].bytes < 20_000 && accounts[2].bytes < 20_000);
    const ofAda = await runJson("usage", "--memory", "--account", ada.email);
    // The size of a key changes when Redis resizes its buffers.
    assert.ok(Math.abs(ofAda.total.bytes / accounts[0].bytes - 1) < 0.1);
    assert.equal(ofAda.accounts, undefined);
    const kindsOfAda = ofAda.kinds.map(({ kind }: { kind: string }) => kind);
    for (const kind of ["user", "api-key", "signing-key", "passkey", "session", "page", "result"])
      if (kinds.some((each: { kind: string }) => each.kind === kind))
        assert.ok(kindsOfAda.includes(kind), kind);
    const { stdout } = await run("usage", "--memory", "--top", "1");
    assert.match(stdout, /^KIND +KEYS +MEMORY\npage +1 +\d+ kB\n[^]*\nTotal +\d+ +\d+ kB\n\nACCOUNT /);
    assert.match(stdout, new RegExp(`\n${ada.id} +\\d+ +.* kB +${ada.email}\n$`));
    await assertFailure(["usage", "--memory", "--days", "2"], /--days cannot be used with --memory/);
  });

  it("accounts disable and enable print the change, and are recorded as operator events", async () => {
    await assertFailure(["accounts", "enable", ada.email], /is not disabled/);
    assert.match((await run("accounts", "disable", ada.email)).stdout, /^Disabled .*sessions are revoked/);
    assert.match((await run("accounts", "show", ada.id)).stdout, /^Disabled +\d{4}-/m);
    await assertFailure(["accounts", "disable", ada.email], /is disabled already/);
    await assertFailure(["accounts", "recover", ada.email], /is disabled\. Run `accounts enable` first/);
    await assertFailure(["keys", "create", "--name", "x", "--account", ada.email], /is disabled/);
    assert.match((await run("accounts", "enable", ada.email)).stdout, /^Enabled/);
    assert.deepEqual(await listEvents(ada.id), ["operator account_enabled", "operator account_disabled"]);
  });

  it("accounts set-email changes the address, unless another account has it", async () => {
    const eve = await createAccount();
    await assertFailure(["accounts", "set-email", ada.email, eve.email], /Another account has/);
    await assertFailure(["accounts", "set-email", ada.email, "ada"], /must be an email address/);
    const changed = await run("accounts", "set-email", ada.email, "Ada@Example.org");
    assert.equal(changed.stdout, `Changed ${ada.email} to ada@example.org.\n`);
    assert.equal((await runJson("accounts", "show", "ada@example.org")).id, ada.id);
    assert.deepEqual(await listEvents(ada.id), ["operator email_changed"]);
  });

  it("accounts delete asks for the email address at a terminal, and needs --yes without one", async () => {
    await assertFailure(["accounts", "delete", ada.email], /no terminal to confirm at\. Add --yes/);
    const answer = (text: string) =>
      runCommand(["accounts", "delete", ada.id], { REDIS_URL: server.url }, async () => text);
    const refused = await answer("yes");
    assert.deepEqual([refused.status, refused.stdout], [1, ""]);
    assert.match(refused.stderr, /has 1 passkeys, 1 sessions, 1 API keys.*\nNot deleted/);
    assert.equal((await runJson("accounts", "list")).length, 1);
    const confirmed = await answer(` ${ada.email.toUpperCase()} `);
    assert.deepEqual(
      [confirmed.status, confirmed.stdout],
      [0, `Deleted ${ada.email}. Renderers delete its images.\n`],
    );
    const eve = await createAccount();
    assert.equal((await run("accounts", "delete", eve.email, "--yes")).status, 0);
    assert.deepEqual(await runJson("accounts", "list"), []);
    await assertFailure(["accounts", "delete", eve.email, "--yes"], /^No account has/);
  });

  it("accounts invite prints a link for one address or for any, alone on standard output", async () => {
    const anyone = await run("accounts", "invite");
    assert.match(anyone.stdout, /^https:\/\/og\.example\.com\/#register\?invite=[\w-]{43}\n$/);
    assert.match(anyone.stderr, /^Created invitation \S+ for any email address, which expires at /);
    const bound = await runJson("accounts", "invite", "Eve@Example.com", "--expires-in-days", "30");
    assert.match(bound.link, /&email=eve%40example\.com$/);
    assert.ok(Math.abs(Date.parse(bound.expiresAt) - Date.now() - 30 * 86_400_000) < 60_000);
    await assertFailure(["accounts", "invite", ada.email], /has an account already/);
    await assertFailure(["accounts", "invite", "nobody"], /^EMAIL must be an email address/);
    await assertFailure(["accounts", "invite", "--expires-in-days", "0"], /whole number/);
  });

  it("accounts invite sends the link with --send, and prints a failure with the link", async () => {
    const smtp = await startSmtp();
    try {
      const env = { REDIS_URL: server.url, PUBLIC_URL: publicUrl, MAIL_FROM: "placard@example.com" };
      const invite = (settings: object, ...args: string[]) =>
        runCommand(["accounts", "invite", ...args, "--send"], { ...env, ...settings });
      const sent = await invite({ SMTP_URL: smtp.url, RP_NAME: "Cards" }, "Eve@example.com");
      assert.equal(sent.status, 0, sent.stderr);
      assert.match(sent.stderr, / The link was sent\.$/m);
      const { subject, text } = await smtp.waitForMail("eve@example.com");
      assert.equal(subject, "Invitation to Cards");
      assert.ok(text.includes(`\n${sent.stdout}\n`));

      const down = `smtp://127.0.0.1:${await findFreePort()}`;
      const failed = await invite({ SMTP_URL: down }, "bob@example.com");
      assert.equal(failed.status, 1);
      assert.match(failed.stdout, /^https:/);
      assert.match(
        failed.stderr,
        /The mail could not be sent \(.*ECONNREFUSED.*\): send the link yourself\./,
      );
      for (const [result, message] of [
        [await invite({}, "bob@example.com"), /--send needs an SMTP server/],
        [await invite({ SMTP_URL: smtp.url }), /--send needs EMAIL/],
        [
          await invite({ SMTP_URL: smtp.url, SIGNUP_EMAILS: "*@b.example" }, "bob@example.com"),
          /does not permit/,
        ],
      ] as const) {
        assert.deepEqual([result.status, result.stdout], [1, ""]);
        assert.match(result.stderr, message);
      }
      assert.equal(await smtp.count(), 1);
    } finally {
      await smtp.stop();
    }
  });

  it("accounts delete notifies a user whose email address is verified", async () => {
    const smtp = await startSmtp();
    try {
      const env = { REDIS_URL: server.url, PUBLIC_URL: publicUrl, MAIL_FROM: "placard@example.com" };
      const remove = ({ id }: TestAccount, smtpUrl: string) =>
        runCommand(["accounts", "delete", id, "--yes"], { ...env, SMTP_URL: smtpUrl });
      const verified = await createAccount();
      const alsoVerified = await createAccount();
      for (const { id } of [verified, alsoVerified])
        await redis.hset(`{placard}:user:${id}`, "emailVerified", "true");
      for (const account of [ada, verified]) {
        const { status, stderr } = await remove(account, smtp.url);
        assert.deepEqual([status, stderr], [0, ""]);
      }
      assert.match((await smtp.waitForMail(verified.email)).subject, /was deleted/);
      assert.equal(await smtp.count(), 1, "none to an address that is not verified");
      const failed = await remove(alsoVerified, `smtp://127.0.0.1:${await findFreePort()}`);
      assert.equal(failed.status, 0);
      assert.match(failed.stderr, /^The user could not be notified \(.*ECONNREFUSED/);
    } finally {
      await smtp.stop();
    }
  });

  it("accounts invite warns if SIGNUP is closed", async () => {
    const { stderr } = await runCommand(["accounts", "invite"], { REDIS_URL: server.url, SIGNUP: "closed" });
    assert.match(stderr, /SIGNUP is closed: it is rejected/);
  });

  it("invitations revoke ends an invitation by the ID that accounts invite prints", async () => {
    const { id } = await runJson("accounts", "invite", "eve@example.com");
    assert.equal((await run("invitations", "revoke", id)).stdout, `Revoked invitation ${id}.\n`);
    await assertFailure(["invitations", "revoke", id], /not found/);
  });

  it("accounts recover prints a link, and is recorded as an event of the operator", async () => {
    const { status, stdout, stderr } = await run("accounts", "recover", ada.email);
    assert.equal(status, 0, stderr);
    assert.match(
      stdout,
      /^https:\/\/og\.example\.com\/#recover\?email=\S+%40example\.com&code=[A-Z2-7-]{19}\n$/,
    );
    assert.match(stderr, /^Created a recovery link of \S+, which expires at /);
    assert.deepEqual(await listEvents(ada.id), ["operator recovery_code_issued"]);
  });

  it("keys create and revoke act for an account, with scopes, and are recorded as events", async () => {
    const create = ["keys", "create", "--name", "ci", "--account", ada.email, "--scopes", "images:write"];
    const { id, key, scopes } = await runJson(...create);
    assert.deepEqual(scopes, ["images:write"]);
    const found = await createApiKeys({ redis, now: Date.now }).find(key);
    assert.deepEqual([found?.owner, found?.scopes], [ada.id, ["images:write"]]);
    assert.equal((await run("keys", "revoke", id, "--account", ada.id)).status, 0);
    assert.deepEqual(await listEvents(ada.id), ["operator api_key_revoked", "operator api_key_created"]);
  });
});
