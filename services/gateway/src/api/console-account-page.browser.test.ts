import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { getSharedPlacard, openConsole, poll, type ConsolePage, type SharedPlacard } from "@placard/testing";

describe("the account page of the console", () => {
  let placard: SharedPlacard;
  let at: ConsolePage;
  before(async () => {
    placard = await getSharedPlacard();
    at = await openConsole(placard.publicUrl);
    await at.signUp("ada.of.the.page@example.com", "Ada Lovelace");
  });
  after(() => at?.close());

  const region = (name: string) => at.page.getByRole("region", { name, exact: true });

  it("changes the name and the email address, and shows them in the header", async () => {
    await at.openPage("Account");
    const profile = region("Profile");
    assert.equal(await profile.getByLabel("Email").inputValue(), "ada.of.the.page@example.com");
    await profile.getByLabel("Name").fill("Ada King");
    await profile.getByLabel("Email").fill("Ada.King@example.com");
    await at.button("Save").click();
    await at.waitForMessage("Your account was updated.");
    assert.equal(await at.page.locator("#user").getByText("Ada King").count(), 1);
    assert.equal(await profile.getByLabel("Email").inputValue(), "ada.king@example.com");
    await poll("the browser to show the new names", async () => {
      const [passkey] = await at.listPasskeys();
      return passkey?.name === "ada.king@example.com" && passkey.displayName === "Ada King";
    });
    await at.page.reload();
    await at.page.locator("#user").getByText("ada.king@example.com").waitFor();
  });

  it("keeps the profile if another account has the email address", async () => {
    const other = await openConsole(placard.publicUrl);
    try {
      await other.signUp("taken@example.com", "Grace Hopper");
    } finally {
      await other.close();
    }
    const email = region("Profile").getByLabel("Email");
    await email.fill("taken@example.com");
    await at.button("Save").click();
    await region("Profile")
      .getByText("Another account has this email address. Use another address.")
      .waitFor();
    assert.equal(await email.inputValue(), "taken@example.com", "the user can correct the entry");
    await at.page.reload();
    await at.page.locator("#user").getByText("ada.king@example.com").waitFor();
  });

  it("lists security events with their time, browser and address", async () => {
    await at.openPage("API keys");
    await at.page.getByLabel("Name of the new API key").fill("deploy <b>");
    await at.button("Create API key").click();
    await at.waitForMessage("The API key was created.");
    await at.openPage("Account");
    const created = region("Security events")
      .getByRole("listitem")
      .filter({ hasText: "API key “deploy <b>” created" });
    await created.getByText("just now").waitFor();
    await created.getByText("Chrome on Linux").waitFor();
    await created.getByText("from 127.0.0.1").waitFor();
    await region("Security events").getByText("Account created").waitFor();
  });

  it("shows older security events on request, and moves the focus to them", async () => {
    await at.page.evaluate(`(async () => {
      const headers = { Authorization: "Bearer " + JSON.parse(localStorage["placard-session"]).token, "Content-Type": "application/json" };
      const list = await (await fetch("/api/v1/auth/passkeys", { headers })).json();
      const url = "/api/v1/auth/passkeys/" + list.data.passkeys[0].id;
      for (let i = 0; i < 12; i++)
        await fetch(url, { method: "PATCH", headers, body: JSON.stringify({ name: "Laptop" }) });
    })()`);
    await at.page.reload();
    const items = region("Security events").getByRole("listitem");
    await items.nth(9).waitFor();
    assert.equal(await items.count(), 10);
    assert.match(await items.first().innerText(), /Passkey “Laptop” renamed/);
    while (await at.button("Show older events").isVisible()) await showOlderEvents();
    assert.match(await items.last().innerText(), /Account created/);

    async function showOlderEvents(): Promise<void> {
      const count = await items.count();
      await at.button("Show older events").click();
      await items.nth(count).waitFor();
      const focused: unknown = await at.page.evaluate(
        "[...document.querySelectorAll('#event-list li')].indexOf(document.activeElement)",
      );
      assert.equal(focused, count);
    }
  });

  /** Generates an image with a new API key of the account. */
  async function generateImage(keyName: string): Promise<void> {
    const post = async (path: string, token: unknown, body: object) => {
      const response = await fetch(`${placard.url}/api/v1${path}`, {
        method: "POST",
        headers: { Authorization: `Bearer ${String(token)}`, "Content-Type": "application/json" },
        body: JSON.stringify(body),
      });
      return (await response.json()) as { data: { key: string } };
    };
    const token: unknown = await at.page.evaluate(`JSON.parse(localStorage["placard-session"]).token`);
    const { data } = await post("/keys", token, { name: keyName });
    await post("/og/generate", data.key, { template: "blog", data: { title: "Usage" } });
  }

  it("shows the usage of the last 30 days as a chart and as tables, by day and by key", async () => {
    await region("Usage").getByText("0 renders and 0 cache hits in the last 30 days (UTC).").waitFor();
    await generateImage("usage");
    await poll("the usage to be counted", async () => {
      await at.openPage("API keys");
      await at.openPage("Account");
      const total = await region("Usage")
        .getByText(/cache hits? in the last/)
        .innerText();
      return !total.startsWith("0 renders and 0");
    });
    assert.equal(await region("Usage").locator("svg g").count(), 30);
    await region("Usage").getByText("Show the numbers as tables").click();
    const row = (table: string, name: string) =>
      region("Usage").getByRole("table", { name: table }).getByRole("row").filter({ hasText: name });
    assert.match(await row("Usage by key", "usage").innerText(), /usage\s+1\s+0\s+\d+ kB/);
    assert.equal(
      await region("Usage").getByRole("table", { name: "Usage by day" }).getByRole("row").count(),
      31,
    );
  });

  it("downloads an export of everything that is stored about the account", async () => {
    const downloading = at.page.waitForEvent("download");
    await at.button("Download export").click();
    const download = await downloading;
    await at.waitForMessage("The export was downloaded.");
    assert.match(download.suggestedFilename(), /^placard-account-\d{4}-\d\d-\d\d\.json$/);
    const exported = JSON.parse(await readFile(await download.path(), "utf8")) as {
      user: { email: string };
      apiKeys: { name: string }[];
      images: object[];
    };
    assert.equal(exported.user.email, "ada.king@example.com");
    assert.deepEqual(exported.apiKeys.map(({ name }) => name).sort(), ["deploy <b>", "usage"]);
    assert.equal(exported.images.length, 1);
  });

  it("deletes the account after a summary, once the user has typed the email address", async () => {
    await at.button("Delete account").click();
    const dialog = at.page.getByRole("dialog");
    await dialog.getByText("1 image, with its link").waitFor();
    await dialog.getByText("2 API keys").waitFor();
    await dialog.getByText("1 passkey").waitFor();
    await dialog.getByLabel("Type ada.king@example.com to confirm").fill("someone@example.com");
    await dialog.getByRole("button", { name: "Delete account" }).click();
    await dialog.getByText("The email address does not match. Type ada.king@example.com.").waitFor();
    await dialog.getByLabel("Type ada.king@example.com to confirm").fill("Ada.King@example.com");
    await dialog.getByRole("button", { name: "Delete account" }).click();
    await at.waitForMessage("Your account was deleted.");
    await at.heading("Sign in").waitFor();
    assert.equal(await at.page.evaluate("sessionStorage.length + localStorage.length"), 0);
    const isEmpty = async () => (await at.listPasskeys()).length === 0;
    await poll("the passkey to be removed from the password manager", isEmpty);
  });
});
