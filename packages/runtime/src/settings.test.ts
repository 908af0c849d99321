import assert from "node:assert/strict";
import { readGatewaySettings, readRendererSettings, SettingsError } from "./settings.ts";

describe("readGatewaySettings", () => {
  const required = { REDIS_URL: "redis://localhost", JWT_SECRET: "a secret of thirty-two bytes or more" };

  it("allows a graceful stop the drain delay, the longest wait for an image, and 5 s", () => {
    assert.equal(readGatewaySettings(required).stopTimeoutMs, 15_000);
    const settings = { ...required, DRAIN_DELAY_MS: "2000", RENDER_TIMEOUT_MS: "60000" };
    assert.equal(readGatewaySettings(settings).stopTimeoutMs, 67_000);
  });

  it("has limits for each account, which are whole numbers from 1 to 1,000", () => {
    const defaults = { MAX_API_KEYS: 50, MAX_SIGNING_KEYS: 20, MAX_PASSKEYS: 20, MAX_SESSIONS: 100 };
    const settings: Record<string, unknown> = readGatewaySettings(required);
    for (const [name, value] of Object.entries(defaults)) {
      assert.equal(settings[name], value);
      for (const invalid of ["0", "1001", "1.5", "many"]) {
        const read = () => readGatewaySettings({ ...required, [name]: invalid });
        assert.throws(read, (error) => error instanceof SettingsError && error.message.includes(name));
      }
    }
  });

  it("limits requests with session tokens like those with API keys, unless RATE_LIMIT_ACCOUNT is set", () => {
    const limitOf = (settings: object) =>
      readGatewaySettings({ ...required, ...settings }).RATE_LIMIT_ACCOUNT;
    assert.equal(limitOf({}), 600);
    assert.equal(limitOf({ RATE_LIMIT_API: "0" }), 0);
    assert.equal(limitOf({ RATE_LIMIT_API: "0", RATE_LIMIT_ACCOUNT: "5" }), 5);
  });

  it("lets everybody sign up by default if PUBLIC_URL is local, and requires invitations elsewhere", () => {
    const modeOf = (PUBLIC_URL: string, SIGNUP = "") =>
      readGatewaySettings({ ...required, PUBLIC_URL, SIGNUP }).SIGNUP;
    for (const host of ["localhost", "127.0.0.1:3000", "[::1]:3000", "127.1", "og.localhost", "LOCALHOST"])
      assert.equal(modeOf(`http://${host}`), "open", host);
    for (const host of ["og.example.com", "192.168.0.1", "localhost.example.com", "notlocalhost", "[::2]"])
      assert.equal(modeOf(`https://${host}`), "invite", host);
    assert.equal(modeOf("https://og.example.com", "open"), "open");
    assert.equal(modeOf("http://localhost", "closed"), "closed");
    assert.throws(
      () => modeOf("http://localhost", "off"),
      /^.*settings:\n {2}- SIGNUP must be one of open, invite, closed; this is off$/,
    );
  });

  it("rejects SIGNUP_EMAILS if it is not a list of email addresses and *@domain patterns", () => {
    const read = (SIGNUP_EMAILS: string) => readGatewaySettings({ ...required, SIGNUP_EMAILS }).SIGNUP_EMAILS;
    for (const emails of [
      "example.com",
      "*",
      "*@",
      "*@*",
      "*@*.example",
      "a*@b.example",
      "a@b@c",
      "a@b,,c@d",
    ])
      assert.throws(() => read(emails), /- SIGNUP_EMAILS must be email addresses or patterns/, emails);
    assert.deepEqual(read("*@Example.com, Ada@b.example"), ["*@example.com", "ada@b.example"]);
    assert.equal(read(""), undefined);
  });
});

describe("the error for a setting", () => {
  const required = { REDIS_URL: "redis://localhost", JWT_SECRET: "a secret of thirty-two bytes or more" };
  const errorOf = (settings: object) => {
    try {
      readGatewaySettings({ ...required, ...settings });
    } catch (error) {
      return String(error).split("  - ")[1];
    }
    return undefined;
  };

  it("shows the value of an integer, a boolean and a choice", () => {
    const cases: [object, string][] = [
      [{ PORT: "abc" }, "PORT must be an integer; this is abc"],
      [{ PORT: "0" }, "PORT must be at least 1; this is 0"],
      [{ PUBLIC_PLAYGROUND: "yes" }, "PUBLIC_PLAYGROUND must be true or false; this is yes"],
      [
        { LOG_LEVEL: "warning" },
        "LOG_LEVEL must be one of debug, info, warn, error; this is warning. Did you mean `warn`?",
      ],
      [{ QUEUE_LIMIT: "x".repeat(50) }, `QUEUE_LIMIT must be an integer; this is ${"x".repeat(40)}…`],
    ];
    for (const [settings, message] of cases) assert.equal(errorOf(settings), message);
  });

  it("never shows the value of a text, which can be a secret", () => {
    const secret = "short";
    for (const name of ["JWT_SECRET", "REDIS_URL", "SMTP_URL", "PUBLIC_URL", "ORIGINS"])
      assert.ok(errorOf({ [name]: secret })?.includes(secret) === false, name);
  });
});

describe("the settings of the admin server", () => {
  const required = { REDIS_URL: "redis://localhost", ADMIN_HOST: "127.0.0.1" };
  const read = (settings: object) => readRendererSettings({ ...required, ...settings });
  const [token, otherToken] = ["x".repeat(32), "y".repeat(32)];

  it("accept a short ADMIN_TOKEN on a loopback address only", () => {
    for (const host of ["127.0.0.1", "localhost", "::1"])
      assert.equal(read({ ADMIN_HOST: host, ADMIN_TOKEN: "short" }).ADMIN_TOKEN, "short");
    assert.throws(() => read({ ADMIN_HOST: "::", ADMIN_TOKEN: "short" }), /at least 32 characters/);
    assert.doesNotThrow(() => read({ ADMIN_HOST: "::", ADMIN_TOKEN: token, METRICS_TOKEN: otherToken }));
  });

  it("reject METRICS_TOKEN without ADMIN_TOKEN, or with the same value", () => {
    assert.throws(() => read({ METRICS_TOKEN: token }), /METRICS_TOKEN requires ADMIN_TOKEN/);
    assert.throws(() => read({ ADMIN_TOKEN: token, METRICS_TOKEN: token }), /another token than ADMIN_TOKEN/);
  });
});

describe("the settings of mail", () => {
  const required = { REDIS_URL: "redis://localhost", JWT_SECRET: "a secret of thirty-two bytes or more" };

  it("rejects an invalid SMTP_URL or MAIL_FROM, and one without the other, and hides the password", () => {
    const from = "Placard <placard@example.com>";
    const read = (SMTP_URL: string, MAIL_FROM = from) =>
      readGatewaySettings({ ...required, SMTP_URL, MAIL_FROM }).mail;
    for (const url of [
      "smtp.example.com",
      "http://smtp.example.com",
      "smtp://",
      "smtp://user@smtp.example.com",
      "smtp://user:a-password%@smtp.example.com",
      "smtp://smtp.example.com/path",
      "smtp://smtp.example.com?pool=false",
    ]) {
      assert.throws(
        () => read(url),
        (error) => {
          assert.match(String(error), /- SMTP_URL must be a URL/);
          return !String(error).includes("a-password");
        },
        url,
      );
    }
    for (const mailFrom of ["placard", "a@b, c@d", "Placard <a@b>\r\nBcc: c@d", '"a b"@example.com', "<a@b>"])
      assert.throws(
        () => read("smtp://localhost", mailFrom),
        /- MAIL_FROM must be an email address/,
        mailFrom,
      );
    assert.throws(() => read("smtp://localhost", ""), /- MAIL_FROM is required because SMTP_URL is set/);
    assert.equal(read("", from), undefined);
    assert.deepEqual(read("smtps://user:p%40ss@smtp.example.com:465"), {
      smtpUrl: "smtps://user:p%40ss@smtp.example.com:465",
      from: { name: "Placard", address: "placard@example.com" },
    });
  });

  it("requires verified addresses by default only if SIGNUP_EMAILS and SMTP_URL are set", () => {
    const read = (settings: object) =>
      readGatewaySettings({ ...required, MAIL_FROM: "a@b.example", ...settings }).REQUIRE_VERIFIED_EMAIL;
    const both = { SMTP_URL: "smtp://localhost", SIGNUP_EMAILS: "*@example.com" };
    assert.equal(read({}), false);
    assert.equal(read({ SMTP_URL: both.SMTP_URL }), false);
    assert.equal(read({ SIGNUP_EMAILS: both.SIGNUP_EMAILS }), false);
    assert.equal(read(both), true);
    assert.equal(read({ ...both, REQUIRE_VERIFIED_EMAIL: "false" }), false);
    assert.throws(() => read({ REQUIRE_VERIFIED_EMAIL: "true" }), /- SMTP_URL is required/);
  });
});

describe("readRendererSettings", () => {
  it("rejects IMAGE_HOSTS_ALLOW if it is not a list of host names and *.host names", () => {
    const read = (hosts: string) =>
      readRendererSettings({ REDIS_URL: "redis://localhost", IMAGE_HOSTS_ALLOW: hosts });
    for (const hosts of ["https://shop.example", "a.example,,b.example", "*", "a*.example", "Shop.example"])
      assert.throws(() => read(hosts), /- IMAGE_HOSTS_ALLOW must be host names/, hosts);
    assert.doesNotThrow(() => read("shop.example, *.cdn.example"));
  });

  it("requires decoders without network if a node of Redis is not on this machine, unless set otherwise", () => {
    const read = (REDIS_URL: string, settings = {}) =>
      readRendererSettings({ REDIS_URL, ...settings }).DECODER_ISOLATION;
    assert.equal(read("redis://localhost,[::1]:6380"), "none");
    assert.equal(read("redis://127.0.0.1,redis.example"), "namespace");
    assert.equal(read("redis://redis:6379", { DECODER_ISOLATION: "none" }), "none");
  });
});
