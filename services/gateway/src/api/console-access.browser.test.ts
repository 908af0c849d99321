import assert from "node:assert/strict";
import {
  getSharedPlacard,
  openConsole,
  poll,
  retryIfPaintingStops,
  startHttpServer,
  type ConsolePage,
  type SharedPlacard,
  type TestHttpServer,
} from "@placard/testing";
import axe from "axe-core";
import request from "supertest";

const schemes = ["light", "dark"] as const;
const widths = [1440, 820, 390];

describe("console accessibility", () => {
  let placard: SharedPlacard;
  let site: TestHttpServer;
  let at: ConsolePage;
  before(async () => {
    placard = await getSharedPlacard();
    const { body } = await request(placard.url)
      .post("/api/v1/og/generate")
      .set("Authorization", `Bearer ${placard.key}`)
      .send({ template: "blog", data: { title: "A page" } })
      .expect(200);
    const html = `<title>A page</title><meta property="og:image" content="${body.data.url}">`;
    site = await startHttpServer({
      "/": (_req, res) => res.writeHead(200, { "content-type": "text/html" }).end(html),
    });
  });
  after(() => site?.stop());
  beforeEach(async () => {
    at = await openConsole(placard.publicUrl);
  });
  afterEach(() => at?.close());

  /** Opens every view of the console, and calls `inspect` in each of its states. */
  async function visitViews(inspect: (name: string) => Promise<void>): Promise<void> {
    const { page } = at;
    await at.heading("Sign in").waitFor();
    await inspect("front page");
    await page.getByRole("link", { name: "Lost your passkey?" }).click();
    await at.heading("Recover your account").waitFor();
    await inspect("recovery");
    await page.getByRole("link", { name: "Back to sign-in" }).click();
    await at.signUp(`${crypto.randomUUID()}@example.com`, "Ada Lovelace");
    await at.heading("Start with your brand").waitFor();
    await inspect("brand setup");
    await at.button("Skip for now").click();
    await page.getByText("Up to date").waitFor();
    await page.getByText("More options").click();
    await page.getByLabel("Author", { exact: true }).fill("W".repeat(120));
    await page.getByText("is too long for this card").waitFor();
    await page.getByLabel("Show safe area").check();
    await inspect("playground");
    await at.button("Create image URL").click();
    await at.button("Copy URL").waitFor();
    await page.getByRole("radio", { name: "Signed link" }).check();
    await inspect("playground with an image URL");
    await page.getByRole("radio", { name: "Event" }).check();
    await page.getByLabel("Location").waitFor();
    await page.getByLabel("Size").selectOption("Custom size");
    await page.getByLabel("Format").selectOption("JPEG");
    await page.getByRole("radio", { name: "curl" }).check();
    await page.getByLabel("Width").fill("1");
    await page.getByText("Must be at least 200; this is 1").waitFor();
    await inspect("playground with an error");
    await at.openPage("Brand");
    await page.getByLabel("Accent", { exact: true }).fill("#ffee00");
    await page.getByLabel("Background", { exact: true }).fill("white");
    await page.getByText("Enter a color as #rrggbb.").waitFor();
    await inspect("brand");
    await at.openPage("Templates");
    await at.button("Fork Blog post").waitFor();
    await inspect("templates");
    await at.button("New template").click();
    await page.getByRole("dialog").waitFor();
    await inspect("dialog for a new template");
    await page.keyboard.press("Escape");
    await page.evaluate(`fetch("/api/v1/og/generate", {
      method: "POST",
      headers: { Authorization: "Bearer " + JSON.parse(localStorage["placard-session"]).token, "Content-Type": "application/json" },
      body: JSON.stringify({ template: "blog", data: { title: "An image in the list" } }),
    })`);
    await at.openPage("Images");
    await page.getByText(/\d images? shown\./).waitFor();
    await inspect("images");
    await at.openPage("Check a page");
    await page.getByLabel("Address of the page").fill(site.url);
    await at.button("Check page").click();
    await page.locator("#page-report figure img").first().waitFor();
    await inspect("check of a page");
    await at.openPage("Sites");
    await page.getByLabel("Domain", { exact: true }).fill("localhost:9");
    await at.button("Add site").click();
    await at.waitForMessage("The site was added. Verify its domain next.");
    await at.button("Verify localhost:9").click();
    await at.waitForMessage("localhost:9 is not verified yet");
    await inspect("sites");
    await at.openPage("API keys");
    await at.button("Create API key").click();
    await page.getByText("Enter a name.").waitFor();
    await inspect("API keys with an error");
    await page.getByLabel("Name of the new API key").fill("k".repeat(128));
    await at.button("Create API key").click();
    await at.waitForMessage("The API key was created.");
    await inspect("API keys");
    await page.getByRole("button", { name: "Revoke kkk" }).click();
    await page.getByRole("dialog").waitFor();
    await inspect("dialog");
    await page.keyboard.press("Escape");
    await at.openPage("Signing keys");
    await page.getByLabel("Name of the new signing key").fill("blog");
    await at.button("Create signing key").click();
    await at.waitForMessage("The signing key was created.");
    await inspect("signing keys");
    await at.openPage("Webhooks");
    await page.getByLabel("URL", { exact: true }).fill("https://example.invalid/placard-webhook");
    await at.button("Create webhook").click();
    await at.waitForMessage("The webhook was created.");
    await inspect("webhooks");
    await page.getByRole("button", { name: /^Send test event/ }).click();
    await page.getByText("webhook.test", { exact: true }).waitFor();
    await page.getByText("Body", { exact: true }).click();
    await inspect("deliveries of a webhook");
    await at.openPage("Passkeys");
    await at.button("Delete Passkey on Linux").waitFor();
    await inspect("passkeys");
    await at.openPage("Sessions");
    await page.getByText("This session").waitFor();
    await inspect("sessions");
    await at.openPage("Account");
    await page.getByText("Account created").waitFor();
    await poll("the usage to be counted", async () => {
      await at.openPage("Sessions");
      await at.openPage("Account");
      return !(await page.getByText(/cache hits? in the last/).innerText()).startsWith("0 renders");
    });
    await at.button("Create recovery codes").click();
    await at.waitForMessage("The recovery codes were created.");
    await page.getByText("Show the numbers as tables").click();
    await inspect("account");
    await at.button("Delete account").click();
    await page.getByRole("dialog").waitFor();
    await inspect("dialog with a form");
  }

  it(
    "has no axe violations in any view, light or dark, fits every width, and causes no policy violation",
    retryIfPaintingStops(
      () => at.page,
      async () => {
        const { page } = at;
        const initialSize = page.viewportSize()!;
        await page.emulateMedia({ reducedMotion: "reduce" });
        await visitViews(async (name) => {
          for (const colorScheme of schemes) {
            await page.emulateMedia({ colorScheme });
            // Through the debugger, because the content security policy blocks injected scripts.
            await page.evaluate(axe.source);
            const violations: unknown = await page.evaluate(`axe.run().then(({ violations }) =>
          violations.map(({ id, nodes }) => [id, ...nodes.map(({ html, failureSummary }) => html + failureSummary)]))`);
            assert.deepEqual(violations, [], `${name}, ${colorScheme}`);
          }
          for (const width of widths) {
            await page.setViewportSize({ width, height: 800 });
            const overflow: unknown = await page.evaluate(
              "document.documentElement.scrollWidth - innerWidth",
            );
            assert.ok(Number(overflow) <= 0, `${name} at ${width}: ${String(overflow)} px too wide`);
          }
          await page.setViewportSize(initialSize);
        });
        const failedRequest = /^Failed to load resource: the server responded with a status of 400/;
        assert.deepEqual(
          at.errors().filter((error) => !failedRequest.test(error)),
          [],
        );
      },
    ),
  );

  it("cannot parse a string as HTML", async () => {
    await assert.rejects(at.page.evaluate("document.body.innerHTML = '<p>text</p>'"), /TrustedHTML/);
  });

  it("works with the keyboard alone, with a visible focus", async () => {
    const { keyboard } = at.page;
    await at.heading("Sign in").waitFor();
    await tabTo("Email");
    await keyboard.type("keys@example.com");
    await tabTo("Name");
    await keyboard.type("Kay");
    await keyboard.press("Enter");
    await at.heading("Start with your brand").waitFor();
    await tabTo("Skip for now");
    await keyboard.press("Enter");
    await at.page.getByText("Up to date").waitFor();
    await tabTo("Blog post");
    await keyboard.press("ArrowRight");
    await keyboard.press("ArrowRight");
    await at.page.getByLabel("Location").waitFor();
    await tabTo("Title *");
    await keyboard.press("ControlOrMeta+A");
    await keyboard.type("By keyboard");
    await at.page.getByRole("img", { name: "Image “By keyboard”" }).waitFor();
    await tabTo("Create image URL for the tags");
    await keyboard.press("Enter");
    await tabTo("Copy snippet");
    await keyboard.press("Enter");
    await at.waitForMessage("The snippet was copied to the clipboard.");
    await at.page.reload();
    await at.heading("Playground").waitFor();
    await tabTo("Skip to content");
    await keyboard.press("Enter");
    assert.equal(await at.page.evaluate("document.activeElement.id"), "main");
    await at.page.reload();
    await tabTo("API keys");
    await keyboard.press("Enter");
    await poll("the heading of the new view to have the focus", () =>
      at.page.evaluate<boolean>("document.activeElement.id === 'keys-title'"),
    );
    await tabTo("Name of the new API key");
    await keyboard.type("ci");
    await keyboard.press("Enter");
    await at.waitForMessage("The API key was created.");
    await tabTo("Revoke ci");
    await keyboard.press("Enter");
    await tabTo("Revoke API key");
    await keyboard.press("Enter");
    await at.waitForMessage("The API key “ci” was revoked.");
    assert.equal(await at.page.evaluate("document.activeElement.id"), "keys-title");
    await at.page.reload();
    await tabTo("Sign out");
    await keyboard.press("Enter");
    await at.waitForMessage("You are signed out.");
  });

  /** Presses Tab until the element with this name has the focus. Fails if the focus is not visible at any stop. */
  async function tabTo(name: string): Promise<void> {
    const named = at.page.getByLabel(name, { exact: true }).or(at.page.getByText(name, { exact: true }));
    await named.filter({ visible: true }).first().waitFor();
    for (let presses = 0; presses < 60; presses++) {
      await at.page.keyboard.press("Tab");
      const [focusedName, outline] = (await at.page.evaluate(`(() => {
        const { activeElement } = document;
        const outlined = activeElement.type === "radio" ? activeElement.nextElementSibling : activeElement;
        const name = activeElement.ariaLabel ?? activeElement.labels?.[0]?.innerText ?? activeElement.innerText;
        const needsOutline = activeElement !== document.body;
        return [name.trim(), needsOutline ? getComputedStyle(outlined).outlineStyle : "not needed"];
      })()`)) as [string, string];
      assert.notEqual(outline, "none", `the focus is not visible at ${focusedName}`);
      if (focusedName === name) return;
    }
    assert.fail(`no element named ${name} can have the focus`);
  }
});
