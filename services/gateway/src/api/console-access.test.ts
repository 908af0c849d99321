import assert from "node:assert/strict";
import { openConsole, startPlacard, type ConsolePage, type Placard } from "@placard/testing";
import axe from "axe-core";

const schemes = ["light", "dark"] as const;
const widths = [1440, 820, 390];

describe("access to the console", function () {
  this.timeout(90_000);
  let placard: Placard;
  let at: ConsolePage;
  before(async () => {
    placard = await startPlacard({ env: { RATE_LIMIT_AUTH: "0" } });
  });
  beforeEach(async () => {
    at = await openConsole(placard.url);
  });
  afterEach(() => at?.close());
  after(() => placard.stop());

  /** Every page and state that differs, from the first to the last. */
  async function walk(look: (name: string) => Promise<void>): Promise<void> {
    const { page } = at;
    await at.heading("Sign in").waitFor();
    await look("front page");
    await at.signUp(`${crypto.randomUUID()}@example.com`, "Ada Lovelace");
    await look("offer of a key");
    await at.button("Make a key for the playground").click();
    await page.getByText(/^(Drawn|From the cache):/).waitFor();
    await page.getByLabel("Author").fill("W".repeat(120));
    await page.getByRole("list", { name: "Warnings" }).waitFor();
    await look("playground");
    await page.getByRole("radio", { name: "Custom" }).check();
    await page.getByRole("radio", { name: "JPEG" }).check();
    await page.getByRole("radio", { name: "curl" }).check();
    await page.getByLabel("Width").fill("1");
    await page.getByText("Must be at least 200").waitFor();
    await look("playground with a fault");
    await at.openPage("API keys");
    await page.getByLabel("Name of the new key").fill("k".repeat(128));
    await at.button("Make a key").click();
    await at.waitForMessage("The key is made.");
    await look("API keys");
    await page.getByRole("button", { name: "Revoke kkk" }).click();
    await page.getByRole("dialog").waitFor();
    await look("question");
    await page.keyboard.press("Escape");
    await at.openPage("Signing keys");
    await page.getByLabel("Name of the new signing key").fill("blog");
    await at.button("Make a signing key").click();
    await at.waitForMessage("The signing key is made.");
    await look("signing keys");
    await at.openPage("Passkeys");
    await at.button("Remove Passkey").waitFor();
    await look("passkeys");
    await at.openPage("Sessions");
    await page.getByText("This browser").waitFor();
    await look("sessions");
  }

  it("has nothing that axe objects to, on any page, light or dark", async () => {
    await at.page.emulateMedia({ reducedMotion: "reduce" });
    await walk(async (name) => {
      for (const colorScheme of schemes) {
        await at.page.emulateMedia({ colorScheme });
        // By the debugger, which the page's policy does not bind.
        await at.page.evaluate(axe.source);
        const found: unknown = await at.page.evaluate(`axe.run().then(({ violations }) =>
          violations.map(({ id, nodes }) => [id, ...nodes.map(({ html, failureSummary }) => html + failureSummary)]))`);
        assert.deepEqual(found, [], `${name}, ${colorScheme}`);
      }
    });
  });

  it("fits every width without scrolling to the side", async () => {
    await walk(async (name) => {
      for (const width of widths) {
        await at.page.setViewportSize({ width, height: 800 });
        const over: unknown = await at.page.evaluate("document.documentElement.scrollWidth - innerWidth");
        assert.ok(Number(over) <= 0, `${name} at ${width}: ${String(over)} px too wide`);
      }
    });
  });

  it("can be used by keyboard alone, and shows where its focus is", async () => {
    const { keyboard } = at.page;
    await at.heading("Sign in").waitFor();
    await tabTo("E-mail");
    await keyboard.type("keys@example.com");
    await tabTo("Name");
    await keyboard.type("Kay");
    await keyboard.press("Enter");
    await at.heading("Playground").waitFor();
    await tabTo("Make a key for the playground");
    await keyboard.press("Space");
    await at.page.getByText(/^(Drawn|From the cache):/).waitFor();
    await tabTo("Blog post");
    await keyboard.press("ArrowRight");
    await keyboard.press("ArrowRight");
    await tabTo("Title *");
    await keyboard.press("ControlOrMeta+A");
    await keyboard.type("By keys alone");
    await at.page.getByRole("img", { name: "The card “By keys alone”" }).waitFor();
    await tabTo("Copy the snippet");
    await keyboard.press("Enter");
    await at.waitForMessage("The snippet is on the clipboard.");
    await at.page.reload();
    await at.heading("Playground").waitFor();
    await tabTo("Skip to the content");
    await keyboard.press("Enter");
    assert.equal(await at.page.evaluate("document.activeElement.id"), "main");
    await at.page.reload();
    await tabTo("API keys");
    await keyboard.press("Enter");
    await tabTo("Revoke Playground");
    await keyboard.press("Enter");
    await tabTo("Revoke the key");
    await keyboard.press("Enter");
    await at.waitForMessage("The key “Playground” is revoked.");
    assert.equal(await at.page.evaluate("document.activeElement.id"), "keys-title");
    await at.page.reload();
    await tabTo("Sign out");
    await keyboard.press("Enter");
    await at.waitForMessage("You are signed out.");
  });

  /** Presses Tab until what has the focus is called so, and looks at each stop that the focus can be seen. */
  async function tabTo(name: string): Promise<void> {
    for (let presses = 0; presses < 60; presses++) {
      await at.page.keyboard.press("Tab");
      const [called, outline] = (await at.page.evaluate(`(() => {
        const { activeElement: here } = document;
        const shown = here.type === "radio" ? here.nextElementSibling : here;
        const called = here.ariaLabel ?? here.labels?.[0]?.innerText ?? here.innerText;
        return [called.trim(), here === document.body ? "none needed" : getComputedStyle(shown).outlineStyle];
      })()`)) as [string, string];
      assert.notEqual(outline, "none", `the focus is not to be seen at ${called}`);
      if (called === name) return;
    }
    assert.fail(`nothing called ${name} takes the focus`);
  }
});
