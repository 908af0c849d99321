import assert from "node:assert/strict";
import {
  createCertificates,
  createTempDirectory,
  findFreePort,
  startSmtp,
  type TempDirectory,
  type TestSmtp,
} from "@placard/testing";
import { createMailTransport, type MailTransport } from "./smtp-transport.ts";

const from = { name: "Placard", address: "placard@example.com" };

describe("the SMTP transport", () => {
  let smtp: TestSmtp;
  let directory: TempDirectory;
  const transports: MailTransport[] = [];
  before(async () => {
    smtp = await startSmtp();
    directory = await createTempDirectory();
  });
  after(async () => {
    for (const transport of transports) transport.close();
    await smtp?.stop();
    await directory?.remove();
  });

  function createTransport(smtpUrl: string): MailTransport {
    const transport = createMailTransport({ smtpUrl, from });
    transports.push(transport);
    return transport;
  }

  it("delivers a mail in plain text, with its sender and without changing long lines", async () => {
    const link = `https://og.example.com/#verify-email?token=${"x".repeat(2_000)}`;
    for (const [to, text] of [
      ["ascii@example.com", `.\n\n${link}\n\nThe end\n`],
      ["unicode@example.com", `Zażółć gęślą jaźń 😀\n\n${link}\n`],
    ] as const) {
      await createTransport(smtp.url).deliver({ to, subject: "Grüße", text });
      assert.equal((await smtp.waitForMail(to)).text.trimEnd(), text.trimEnd());
    }
    const mail = await smtp.waitForMail("unicode@example.com");
    assert.equal(mail.from, "Placard <placard@example.com>");
    assert.equal(mail.subject, "=?UTF-8?Q?Gr=C3=BC=C3=9Fe?=");
    assert.ok(mail.header.includes("Auto-Submitted: auto-generated"));
    assert.ok(mail.header.some((line) => line.startsWith("Content-Type: text/plain")));
  });

  it("rejects recipients that are not one plain address, and keeps subjects in one line", async () => {
    const transport = createTransport(smtp.url);
    const before = await smtp.count();
    const addresses = [
      `"a@evil.example, b"@example.com`,
      `"a> , <b@evil.example"@example.com`,
      `"Bcc: b@evil.example"@example.com`,
      `a@example.com\r\nBcc: b@evil.example`,
      `a@example.com>\r\nRCPT TO:<b@evil.example`,
      "a@example.com, b@evil.example",
      "Ada <a@example.com>",
    ];
    for (const to of addresses) {
      const mail = { to, subject: "Subject", text: "." };
      await assert.rejects(transport.deliver(mail), /not supported/, to);
    }
    await transport.deliver({ to: "last@example.com", subject: "x\r\nBcc: c@evil.example", text: "." });
    const last = await smtp.waitForMail("last@example.com");
    assert.ok(!last.header.some((line) => /^bcc:/i.test(line)), last.header.join("\n"));
    assert.equal(last.subject, "x Bcc: c@evil.example");
    assert.equal((await smtp.count()) - before, 1);
  });

  it("rejects a mail within seconds if the server is down or hangs, and works when it recovers", async () => {
    const absent = createTransport(`smtp://127.0.0.1:${await findFreePort()}`);
    await assert.rejects(absent.deliver({ to: "b@example.com", subject: "s", text: "t" }), /ECONNREFUSED/);
    const hanging = createTransport(smtp.url);
    smtp.pause();
    const start = performance.now();
    await assert.rejects(hanging.deliver({ to: "b@example.com", subject: "s", text: "t" }), /[Gg]reeting/);
    assert.ok(performance.now() - start < 30_000);
    smtp.resume();
    await hanging.deliver({ to: "b@example.com", subject: "s", text: "t" });
    await smtp.waitForMail("b@example.com");
  });

  it("rejects a server whose certificate is not trusted", async () => {
    const certificates = await createCertificates(directory.path);
    const server = await startSmtp({ tls: certificates });
    try {
      const mail = { to: "c@example.com", subject: "s", text: "t" };
      await assert.rejects(createTransport(server.url).deliver(mail), /certificate/);
      assert.equal(await server.count(), 0);
    } finally {
      await server.stop();
    }
  });

  it("sends no password to a server without TLS, and its errors contain none", async () => {
    const transport = createTransport(smtp.url.replace("//", "//user:a-password@"));
    await assert.rejects(transport.deliver({ to: "d@example.com", subject: "s", text: "t" }), (error) => {
      assert.match(String(error), /STARTTLS|TLS/);
      assert.ok(!JSON.stringify([error, String(error), (error as Error).stack]).includes("a-password"));
      return true;
    });
    assert.deepEqual(await smtp.mailsTo("d@example.com"), []);
  });
});
