import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import {
  createAuthenticator,
  createCertificates,
  createTempDirectory,
  createTestClient,
  findFreePort,
  listChanges,
  poll,
  registerTestClient,
  startPlacard,
  startSmtp,
  type ApiResponse,
  type GatewayService,
  type Placard,
  type TempDirectory,
  type TestClient,
  type TestSmtp,
} from "@placard/testing";
import request from "supertest";

/** The changes that a session may make before the email address is verified, other than deletions. */
const unverifiedChanges = [
  "PATCH /account",
  "PATCH /auth/passkeys/{id}",
  "PATCH /webhooks/{id}",
  "POST /account/events/{id}/report",
  "POST /account/recovery-codes",
  "POST /account/verification",
  "POST /account/verify-email",
  "POST /auth/reauthenticate/finish",
  "POST /auth/reauthenticate/start",
  "POST /webhooks/{id}/deliveries/{deliveryId}/redeliver",
  "POST /webhooks/{id}/secret",
  "POST /webhooks/{id}/test",
];

const mailFrom = "Placard <placard@example.com>";

describe("mails to users", () => {
  let placard: Placard;
  let smtp: TestSmtp;
  let directory: TempDirectory;
  before(async () => {
    smtp = await startSmtp();
    directory = await createTempDirectory();
    const env = { PUBLIC_URL: "http://localhost:3000", RATE_LIMIT_AUTH: "0" };
    placard = await startPlacard({
      inProcess: ["gateway"],
      renderers: 0,
      env: { ...env, SMTP_URL: smtp.url, MAIL_FROM: mailFrom },
    });
  });
  after(async () => {
    await placard?.stop();
    await smtp?.stop();
    await directory?.remove();
  });

  const verify = ({ callWithToken }: TestClient, token: string) =>
    callWithToken("POST", "/account/verify-email", { token });
  const outcome = ({ status, body }: ApiResponse) => `${status} ${body.error?.code ?? "ok"}`;
  const tokenIn = (text: string) =>
    /^http:\/\/localhost:3000\/#verify-email\?token=([\w-]{43})$/m.exec(text)?.[1] ?? "";
  const isVerified = async (client: TestClient) =>
    (await client.callWithToken("GET", "/account")).body.data.user.emailVerified;
  const failures = (gateway: Pick<GatewayService, "logs">) =>
    gateway.logs().filter(({ msg }) => msg === "mail delivery failed");

  it("verify the email address of a new account by a link, once, and only in its sessions", async () => {
    const ada = await registerTestClient(placard.url);
    assert.equal(await isVerified(ada), false);
    const { from, subject, text } = await smtp.waitForMail(ada.email);
    assert.deepEqual([from, subject], [mailFrom, "Verify your email address for Placard"]);
    const eve = await registerTestClient(placard.url);
    assert.equal(outcome(await verify(eve, tokenIn(text))), "404 not_found");
    const anonymous = await ada.call("POST", "/account/verify-email", { body: { token: tokenIn(text) } });
    assert.equal(outcome(anonymous), "401 unauthorized");
    assert.equal(await isVerified(ada), false);
    const verified = await verify(ada, tokenIn(text));
    assert.deepEqual([verified.status, verified.body.data], [200, { email: ada.email }]);
    assert.equal(await isVerified(ada), true);
    assert.equal(outcome(await verify(ada, tokenIn(text))), "404 not_found");
    const { events } = (await ada.callWithToken("GET", "/account/events")).body.data;
    assert.equal(events[0].type, "email_verified");
  });

  it("verify a changed email address, which makes links to the old address invalid", async () => {
    const ada = await registerTestClient(placard.url);
    const old = tokenIn((await smtp.waitForMail(ada.email)).text);
    const email = `${randomUUID()}@example.com`;
    await ada.callWithToken("PATCH", "/account", { email });
    const { text } = await smtp.waitForMail(email);
    assert.equal(outcome(await verify(ada, old)), "404 not_found");
    assert.equal(await isVerified(ada), false);
    assert.equal(outcome(await verify(ada, tokenIn(text))), "200 ok");
    assert.equal(await isVerified(ada), true);
    const { email: other } = await registerTestClient(placard.url);
    await ada.callWithToken("PATCH", "/account", { email: `changed-${other}` });
    assert.equal(await isVerified(ada), false);
  });

  it("change an address when the link is opened, and reveal no accounts unless sign-up is open", async () => {
    const gateway = await placard.startGateway({ SIGNUP: "invite" });
    const [ada, eve] = [await registerTestClient(placard.url), await registerTestClient(placard.url)];
    const change = async (email: string) => {
      const body = { email };
      const token = ada.token();
      const response = await ada.call("PATCH", "/account", { token, body, gatewayUrl: gateway.url });
      const { user, pendingEmail } = response.body.data;
      return [outcome(response), user.email, pendingEmail];
    };
    const email = `${randomUUID()}@example.com`;
    await smtp.waitForMail(eve.email);
    assert.deepEqual(await change(eve.email), ["200 ok", ada.email, eve.email]);
    const [, taken] = await poll("the mail", async () => {
      const mails = await smtp.mailsTo(eve.email);
      return mails.length === 2 && mails;
    });
    assert.equal(outcome(await verify(eve, tokenIn(taken?.text ?? ""))), "404 not_found");
    assert.equal(outcome(await verify(ada, tokenIn(taken?.text ?? ""))), "409 email_taken");
    assert.deepEqual(await change(email), ["200 ok", ada.email, email]);
    assert.equal(outcome(await verify(ada, tokenIn((await smtp.waitForMail(email)).text))), "200 ok");
    const { user } = (await ada.callWithToken("GET", "/account")).body.data;
    assert.deepEqual([user.email, user.emailVerified], [email, true]);
    const { events } = (await ada.callWithToken("GET", "/account/events")).body.data;
    assert.deepEqual([events[0].type, events[1].type], ["email_verified", "email_changed"]);
    assert.equal((await smtp.mailsTo(email)).length, 1);
  });

  it("are sent again on request, at most 5 times per hour, and not for a verified address", async () => {
    const ada = await registerTestClient(placard.url);
    const send = () => ada.callWithToken("POST", "/account/verification");
    for (let i = 0; i < 4; i++) assert.equal((await send()).status, 200);
    const limited = await send();
    assert.equal(limited.status, 429);
    const retryAfter = Number(limited.headers.get("retry-after"));
    assert.ok(retryAfter > 3_000 && retryAfter <= 3_600, `${retryAfter} s`);
    await poll("5 mails", async () => (await smtp.mailsTo(ada.email)).length === 5);
    const [mail] = await smtp.mailsTo(ada.email);
    assert.equal(outcome(await verify(ada, tokenIn(mail?.text ?? ""))), "200 ok");
    assert.equal((await send()).status, 200);
    assert.equal((await smtp.mailsTo(ada.email)).length, 5);
    assert.equal((await ada.call("POST", "/account/verification")).status, 401);
  });

  it("are limited for each address: at most 5 changes of accounts per hour send one a mail", async () => {
    const victim = `${randomUUID()}@example.com`;
    for (let i = 0; i < 6; i++) {
      const eve = await registerTestClient(placard.url);
      assert.equal((await eve.callWithToken("PATCH", "/account", { email: victim })).status, 200);
      await eve.callWithToken("PATCH", "/account", { email: `${randomUUID()}@example.com` });
    }
    await poll("5 mails", async () => (await smtp.mailsTo(victim)).length === 5);
    await poll("a failure", () =>
      placard
        .logs()
        .some(({ msg, type }) => msg === "mail for security event failed" && type === "email_changed"),
    );
    assert.equal((await smtp.mailsTo(victim)).length, 5);
  });

  it("are limited for each mailbox: subaddresses do not get around the limit", async () => {
    const victim = randomUUID();
    const addresses = Array.from({ length: 7 }, (_, i) => `${victim}+${i}@example.com`);
    for (const email of addresses) await registerTestClient(placard.url, { email });
    const sent = async () => (await Promise.all(addresses.map((email) => smtp.mailsTo(email)))).flat().length;
    await poll("5 mails", async () => (await sent()) >= 5);
    const marker = await registerTestClient(placard.url); // its mail comes after those to the victim
    await smtp.waitForMail(marker.email);
    assert.equal(await sent(), 5);
  });

  it("contain no name, and no header fields that a name or an address contains", async () => {
    const name = "Ada Bcc: eve@evil.example https://evil.example/";
    const ada = await registerTestClient(placard.url, { name });
    const { text, header } = await smtp.waitForMail(ada.email);
    assert.ok(!JSON.stringify([text, header]).includes("evil.example"));
    const body = { email: "a@example.com\r\nBcc: eve@evil.example", name: "Ada\r\nBcc: eve@evil.example" };
    const rejected = await request(placard.url).post("/api/v1/auth/register/start").send(body).expect(400);
    assert.deepEqual(
      rejected.body.error.details.map(({ path }: { path: string }) => path),
      ["/email"],
    );
    const quoted = await registerTestClient(placard.url, {
      email: `"${randomUUID()},eve@evil.example"@example.com`,
    });
    assert.equal(await isVerified(quoted), false);
    await poll("the rejection", () =>
      failures(placard.gateways[0]!).some(({ err }) => JSON.stringify(err).includes("not supported")),
    );
    assert.deepEqual(await smtp.mailsTo("eve@evil.example"), []);
  });

  it("that the SMTP server rejects are logged with its response, but without the address", async () => {
    const server = createServer((socket) => {
      socket.on("error", () => {}).write("220 ready\r\n");
      socket.on("data", (line) => {
        const recipient = /^RCPT TO:(\S+)/.exec(String(line))?.[1];
        socket.write(recipient === undefined ? "250 OK\r\n" : `550 5.1.1 ${recipient} unknown\r\n`);
      });
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    try {
      const { port } = server.address() as AddressInfo;
      const gateway = await placard.startGateway({ SMTP_URL: `smtp://127.0.0.1:${port}` });
      const { email } = await registerTestClient(gateway.url);
      await poll("the failure", () => failures(gateway).length > 0);
      const log = JSON.stringify(gateway.logs());
      assert.ok(log.includes("550 5.1.1 <[address]> unknown"));
      assert.ok(!log.includes(email));
      await gateway.stop();
    } finally {
      server.close();
    }
  });

  it("never slow down or fail requests if the SMTP server is down or hangs, and log failures", async () => {
    const down = await placard.startGateway({ SMTP_URL: `smtp://127.0.0.1:${await findFreePort()}` });
    const hanging = await startSmtp();
    try {
      hanging.pause();
      const blocked = await placard.startGateway({ SMTP_URL: hanging.url });
      for (const gateway of [down, blocked]) {
        const client = await registerTestClient(gateway.url);
        // A delivery to a server that hangs fails after 5 s: no response has waited for that.
        assert.equal(failures(blocked).length, 0);
        assert.equal((await client.callWithToken("POST", "/account/verification")).status, 200);
        assert.ok(failures(blocked).length < 2);
        const [failure] = await poll("two failures", () => {
          const lines = failures(gateway);
          return lines.length === 2 && lines;
        });
        const { user } = (await client.callWithToken("GET", "/account")).body.data;
        assert.deepEqual([failure?.["accountId"], failure?.["mail"]], [user.id, "verification"]);
        assert.ok(failure?.["requestId"]);
        assert.ok(!JSON.stringify(gateway.logs()).includes(client.email));
        const metrics = await (await fetch(`${gateway.adminUrl}/metrics`)).text();
        assert.match(metrics, /^placard_mails_total\{.*result="failed".*\} 2$/m);
      }
    } finally {
      await hanging.stop();
    }
  });

  it("that wait when the gateway is stopped are sent first, for up to 3 s", async () => {
    const gateway = await placard.startGateway();
    const client = createTestClient(gateway.url);
    smtp.pause();
    await client.register();
    const stopped = gateway.stop();
    smtp.resume();
    assert.equal(await stopped, 0);
    assert.equal((await smtp.mailsTo(client.email)).length, 1);

    const blocked = await placard.startGateway();
    smtp.pause();
    try {
      await registerTestClient(blocked.url);
      assert.equal(await blocked.stop(), 0);
      assert.ok(blocked.logs().some(({ msg }) => msg === "mails not sent before the stop"));
    } finally {
      smtp.resume();
    }
  });

  it("are sent over TLS to a server with a certificate of a private CA", async () => {
    const certificates = await createCertificates(directory.path);
    const server = await startSmtp({ tls: certificates });
    try {
      const trust = { SMTP_URL: server.url, NODE_EXTRA_CA_CERTS: certificates.ca };
      const gateway = await placard.startGateway(trust);
      const { email } = await registerTestClient(gateway.url);
      await server.waitForMail(email);
    } finally {
      await server.stop();
    }
  });

  it("are not sent without an SMTP server, and nothing is verified", async () => {
    const gateway = await placard.startGateway({ SMTP_URL: "", MAIL_FROM: "" });
    const config = await request(gateway.url).get("/api/v1/auth/config").expect(200);
    assert.equal(config.body.data.hasMail, false);
    const client = await registerTestClient(gateway.url);
    const sent = await client.callWithToken("POST", "/account/verification");
    assert.deepEqual([sent.status, sent.body.error.code], [403, "forbidden"]);
    assert.equal(await isVerified(client), false);
    assert.deepEqual(await smtp.mailsTo(client.email), []);
    assert.equal((await request(placard.url).get("/api/v1/auth/config")).body.data.hasMail, true);
  });

  it("tell verified users about a new passkey, a changed address, a recovery and a deletion", async () => {
    const ada = await registerTestClient(placard.url);
    await verify(ada, tokenIn((await smtp.waitForMail(ada.email)).text));
    const waitForSubject = (address: string, pattern: RegExp) =>
      poll(`a mail about ${pattern.source}`, async () =>
        (await smtp.mailsTo(address)).find(({ subject }) => pattern.test(subject)),
      );

    await ada.register({ token: ada.token(), authenticator: createAuthenticator() });
    const added = await waitForSubject(ada.email, /^A passkey was added to your Placard account$/);
    assert.match(
      added.text,
      /^A passkey .* at \d{4}-\d\d-\d\d \d\d:\d\d UTC, from the network address 127\.0\.0\.1\.$/m,
    );
    assert.match(added.text, /sign in at http:\/\/localhost:3000, delete the passkey/);

    const [code] = (await ada.callWithToken("POST", "/account/recovery-codes")).body.data.codes;
    const started = await ada.call("POST", "/auth/recover/start", { body: { email: ada.email, code } });
    const credential = createAuthenticator().register(started.body.data.options);
    const recovered = await ada.call("POST", "/auth/recover/finish", {
      body: { email: ada.email, credential },
    });
    const { token } = recovered.body.data;
    await waitForSubject(ada.email, /^Your Placard account was recovered/);

    const email = `${randomUUID()}@example.com`;
    assert.equal((await ada.call("PATCH", "/account", { token, body: { email } })).status, 200);
    const changed = await waitForSubject(
      ada.email,
      /^The email address of your Placard account was changed$/,
    );
    assert.ok(!changed.text.includes(email));
    const { text } = await waitForSubject(email, /^Verify/);
    await ada.call("POST", "/account/verify-email", { token, body: { token: tokenIn(text) } });

    assert.equal((await ada.call("DELETE", "/account", { token })).status, 200);
    await waitForSubject(email, /^Your Placard account was deleted$/);
    assert.equal((await smtp.mailsTo(ada.email)).length, 4);
    assert.equal((await smtp.mailsTo(email)).length, 2);
  });

  it("do not tell an address that is not verified about events", async () => {
    const ada = await registerTestClient(placard.url);
    await ada.register({ token: ada.token(), authenticator: createAuthenticator() });
    const email = `${randomUUID()}@example.com`;
    await ada.callWithToken("PATCH", "/account", { email });
    await ada.callWithToken("DELETE", "/account");
    const other = await registerTestClient(placard.url);
    await smtp.waitForMail(other.email);
    for (const address of [ada.email, email])
      assert.deepEqual(
        (await smtp.mailsTo(address)).map(({ subject }) => subject),
        ["Verify your email address for Placard"],
      );
  });

  it("are required before a session can create, render or fetch, with REQUIRE_VERIFIED_EMAIL", async () => {
    const gateway = await placard.startGateway({
      SIGNUP: "open",
      SIGNUP_EMAILS: "*@example.com",
      RATE_LIMIT_ACCOUNT: "0",
    });
    const client = await registerTestClient(gateway.url);
    const isRefused = ({ body }: ApiResponse) =>
      body.error?.code === "forbidden" && body.error.message.startsWith("Verify your email address");
    const permitted: string[] = [];
    for (const { method, path, name } of await listChanges(gateway.url))
      if (method !== "DELETE" && !isRefused(await client.callWithToken(method, path))) permitted.push(name);
    assert.deepEqual(permitted.toSorted(), unverifiedChanges);
    assert.ok(isRefused(await client.callWithToken("GET", "/check?url=https://example.com/")));
    assert.equal((await client.callWithToken("GET", "/keys")).status, 200);
    await verify(client, tokenIn((await smtp.waitForMail(client.email)).text));
    for (const path of ["/keys", "/signing-keys"])
      assert.equal((await client.callWithToken("POST", path, { name: "ci" })).status, 201);
    const lenient = await placard.startGateway({
      REQUIRE_VERIFIED_EMAIL: "false",
      SIGNUP_EMAILS: "*@example.com",
    });
    const unverified = await registerTestClient(lenient.url);
    assert.equal((await unverified.callWithToken("POST", "/keys", { name: "ci" })).status, 201);
  });
});
