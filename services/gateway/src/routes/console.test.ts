import assert from "node:assert/strict";
import { startBrowser, startPlacard, type Browser, type Placard } from "@placard/testing";
import request from "supertest";

const paths = [
  ["/", "text/html; charset=utf-8"],
  ["/style.css", "text/css; charset=utf-8"],
  ["/main.js", "text/javascript; charset=utf-8"],
  ["/icon.svg", "image/svg+xml"],
] as const;

describe("the sign-in page", () => {
  let placard: Placard;
  before(async () => {
    placard = await startPlacard({ env: { RATE_LIMIT_AUTH: "0" } });
  });
  after(() => placard.stop());

  describe("as files", () => {
    it("is served with a policy that lets no foreign script or frame in", async () => {
      for (const [path, type] of paths) {
        const { headers } = await request(placard.url).get(path).expect(200);
        assert.equal(headers["content-type"], type);
        assert.equal(headers["x-content-type-options"], "nosniff");
        assert.equal(headers["referrer-policy"], "no-referrer");
        const policy = (headers["content-security-policy"] ?? "").split("; ");
        const must = [
          "default-src 'none'",
          "script-src 'self'",
          "style-src 'self'",
          "connect-src 'self'",
          "form-action 'none'",
          "frame-ancestors 'none'",
          "base-uri 'none'",
        ];
        for (const directive of must) assert.ok(policy.includes(directive), `${path}: ${directive}`);
      }
    });

    it("costs a browser that has it no bytes", async () => {
      for (const [path] of paths) {
        const { headers } = await request(placard.url).get(path).expect(200);
        assert.equal(headers["cache-control"], "no-cache");
        const etag = headers["etag"] ?? "";
        const again = await request(placard.url).get(path).set("If-None-Match", etag).expect(304);
        assert.deepEqual([again.text, again.headers["etag"]], ["", etag]);
        await request(placard.url).get(path).set("If-None-Match", '"another"').expect(200);
      }
    });

    it("takes GET and HEAD only", async () => {
      for (const [path] of paths) {
        const get = await request(placard.url).get(path);
        const head = await request(placard.url).head(path).expect(200);
        for (const name of ["content-type", "content-length", "etag", "content-security-policy"]) {
          assert.equal(head.headers[name], get.headers[name], name);
        }
        const { status, headers } = await request(placard.url).post(path);
        assert.deepEqual([status, headers["allow"]], [405, "GET, HEAD"], path);
      }
    });

    it("gives out no other file, however it is asked for", async () => {
      const odd = [
        "/package.json",
        "/tsconfig.json",
        "/index.html",
        "/public/main.js",
        "/main.js/",
        "/MAIN.js",
      ];
      odd.push(
        "/..%2fpackage.json",
        "/%2e%2e/package.json",
        "/.%2e%5cpackage.json",
        "/main.js%00",
        "/style.css.map",
      );
      for (const path of odd) {
        const { status, body } = await request(placard.url).get(path);
        assert.deepEqual([status, body.error?.code], [404, "not_found"], path);
      }
    });
  });

  describe("in a browser", function () {
    this.timeout(60_000);
    let browser: Browser;
    before(async () => {
      browser = await startBrowser();
      await browser.page.goto(pageUrl());
    });
    after(() => browser?.close());

    /** The page at the relying party's own host. */
    const pageUrl = () => placard.url.replace("127.0.0.1", "localhost");
    const button = (name: string) => browser.page.getByRole("button", { name, exact: true });
    const heading = (name: string) => browser.page.getByRole("heading", { name, exact: true });
    const said = (text: string) => browser.page.getByRole("status").getByText(text).waitFor();

    async function register(email: string, name: string): Promise<void> {
      const form = browser.page.getByRole("region", { name: "Create an account" });
      await form.getByLabel("E-mail").fill(email);
      await form.getByLabel("Name").fill(name);
      await button("Create account and passkey").click();
    }

    it("makes an account with a passkey", async () => {
      await register("Ada@example.com", "Ada Lovelace");
      await heading("Ada Lovelace").waitFor();
      await said("Your account is made, and you are signed in.");
    });

    it("stays signed in over a reload, and signs out", async () => {
      await browser.page.reload();
      await heading("Ada Lovelace").waitFor();
      await button("Sign out").click();
      await said("You are signed out.");
      await heading("Sign in").waitFor();
      await browser.page.reload();
      await heading("Sign in").waitFor();
    });

    it("signs in by passkey alone, and by e-mail", async () => {
      await button("Sign in with a passkey").click();
      await heading("Ada Lovelace").waitFor();
      await said("You are signed in.");
      await button("Sign out").click();
      await browser.page.getByLabel("E-mail (optional)").fill("ada@example.com");
      await button("Sign in with a passkey").click();
      await heading("Ada Lovelace").waitFor();
    });

    it("makes an API key that works, and revokes it", async () => {
      await browser.page.getByLabel("Name of the new key").fill("ci <b>");
      await button("Make a key").click();
      await said("The key is made.");
      const key = (await browser.page.getByText(/^plk_[0-9A-Za-z]{36}$/).textContent()) ?? "";
      const templates = () =>
        request(placard.url).get("/api/v1/og/templates").set("Authorization", `Bearer ${key}`);
      const { body } = await templates().expect(200);
      assert.equal(body.data.templates.length, 3);

      await browser.page.reload();
      const listed = browser.page.getByRole("listitem").filter({ hasText: "ci <b>" });
      await listed.getByText(`plk_…${key.slice(-4)}`).waitFor();
      assert.equal(await browser.page.getByText(key).count(), 0, "a key is shown once");

      browser.page.once("dialog", (dialog) => void dialog.accept());
      await button("Revoke ci <b>").click();
      await said("The key “ci <b>” is revoked.");
      await templates().expect(401);
    });

    it("adds no second passkey from a device that has one", async () => {
      await button("Add a passkey").click();
      await said("This device has a passkey for that account already.");
    });

    it("does all that without a word in the console, and asks no other host for anything", () => {
      assert.deepEqual(browser.faults(), []);
      assert.deepEqual(browser.origins(), [pageUrl()]);
    });

    it("says why the server refuses, in its words and with the request id", async () => {
      await button("Sign out").click();
      await heading("Sign in").waitFor();
      const refused = browser.page.waitForResponse(/register\/start/);
      await register("ada@example.com", "Another Ada");
      const { error } = (await (await refused).json()) as { error: { message: string; requestId: string } };
      await said(error.message);
      await said(`Request id: ${error.requestId}`);
    });

    it("asks to sign in again when the session was ended elsewhere", async () => {
      const finished = browser.page.waitForResponse(/login\/finish/);
      await button("Sign in with a passkey").click();
      const { data } = (await (await finished).json()) as { data: { token: string } };
      await heading("Ada Lovelace").waitFor();
      await request(placard.url)
        .post("/api/v1/auth/logout")
        .set("Authorization", `Bearer ${data.token}`)
        .expect(200);
      await browser.page.getByLabel("Name of the new key").fill("too late");
      await button("Make a key").click();
      await heading("Sign in").waitFor();
      await said("Your session has ended. Sign in again.");
    });
  });
});
