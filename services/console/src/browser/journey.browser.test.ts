import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import {
  expireAuthentication,
  getSharedPlacard,
  openConsole,
  poll,
  type ConsolePage,
  type SharedPlacard,
} from "@placard/testing";

const logoIn = (color: string) => ({
  name: "logo.svg",
  mimeType: "image/svg+xml",
  buffer: Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path fill="${color}" d="M0 0h9v9z"/></svg>`,
  ),
});

describe("an account in the console, in a browser", () => {
  const email = `${crypto.randomUUID()}@example.com`;
  let placard: SharedPlacard;
  let at: ConsolePage;
  let codes: string[];
  before(async () => {
    placard = await getSharedPlacard();
    at = await openConsole(placard.publicUrl);
  });
  after(() => at?.close());

  const signOut = async () => {
    await at.button("Sign out").click();
    await at.waitForMessage("You are signed out.");
    await at.heading("Sign in").waitFor();
  };
  const fetchAs = async (token: string, path: string) =>
    await fetch(placard.url + path, { headers: { Authorization: `Bearer ${token}` } });

  it("is created with a passkey", async () => {
    await at.signUp(email, "Ada Lovelace");
    await at.waitForMessage("Your account was created, and you are signed in.");
  });

  it("starts with its brand, whose logo is uploaded, and replaced where it is hard to see on cards", async () => {
    const { page } = at;
    await page.getByLabel("Brand name").fill("Acme");
    await page.getByLabel("Brand color", { exact: true }).fill("#ffe14d"); // on a dark background
    await page.getByLabel("Logo", { exact: true }).setInputFiles(logoIn("#134e4a"));
    const warning = page.getByText("The logo is hard to see on your cards.");
    await warning.waitFor();
    await page.getByLabel("Logo on dark backgrounds", { exact: true }).setInputFiles(logoIn("#fff"));
    await warning.waitFor({ state: "detached" });
    await at.button("Save brand").click();
    await at.waitForMessage("Your brand was saved.");
  });

  it("creates an image whose URL can be copied, and which can be downloaded", async () => {
    const { page } = at;
    await page.getByText("Up to date").waitFor();
    await page.getByLabel("Title").fill("Tea & scones");
    await page.getByRole("img", { name: "Image “Tea & scones”" }).waitFor();
    await at.button("Create image URL").click();
    const url = await at.copyWith("Copy URL");
    const image = await fetch(placard.url + new URL(url).pathname);
    const downloading = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download" }).click();
    const download = await downloading;
    assert.equal(download.suggestedFilename(), "blog.png");
    assert.deepEqual(await readFile(await download.path()), Buffer.from(await image.arrayBuffer()));
  });

  it("creates an API key that works, and confirms with a passkey if the login is long ago", async () => {
    await at.openPage("API keys");
    await expireAuthentication(placard.redis.url, await at.readSessionToken());
    await at.page.getByLabel("Name of the new API key").fill("ci");
    await at.button("Create API key").click();
    await at.page.getByRole("dialog", { name: "Confirm with your passkey" }).waitFor();
    await at.page.keyboard.press("Enter");
    await at.page.getByText(/^The API key “.+” was created/).waitFor();
    const key = await at.copyWith("Copy API key");
    assert.equal((await fetchAs(key, "/api/v1/og/templates")).status, 200);
  });

  it("shows a message until it has faded, unless it has the focus or is an error", async () => {
    const fades = () => at.page.evaluate<number>("document.querySelector('.toast').getAnimations().length");
    const close = at.button("Close message");
    await at.button("Copy API key").click();
    await at.waitForMessage("The API key was copied to the clipboard.");
    await at.page.mouse.move(0, 0);
    await poll("the message to fade", async () => (await fades()) === 1);
    await close.focus();
    await poll("the message to stay", async () => (await fades()) === 0);
    await at.button("Sign out").focus();
    await poll("the message to fade again", async () => (await fades()) === 1);
    await at.page.evaluate("document.querySelector('.toast').getAnimations()[0].finish()");
    await close.waitFor({ state: "hidden" });
    await at.page.evaluate("navigator.clipboard.writeText = () => Promise.reject(new Error())");
    await at.button("Copy API key").click();
    await at.waitForMessage("The browser blocked access to the clipboard.");
    assert.equal(await fades(), 0);
    await close.click();
  });

  it("signs in by the button while passkeys are suggested, and by a suggestion", async () => {
    await signOut();
    await at.signIn();
    await signOut();
    await at.page.evaluate("localStorage.setItem('autofill', 'on')");
    await at.page.reload();
    await at.waitForMessage("You are signed in.");
    await at.page.evaluate("localStorage.removeItem('autofill')");
  });

  it("keeps its session in a cookie, so that scripts never see the token", async () => {
    await signOut();
    const finished = at.page.waitForResponse(/login\/finish/);
    await at.signIn();
    const token = await at.readSessionToken();
    const visible = [
      await (await finished).text(),
      await at.page.evaluate<string>("JSON.stringify([document.cookie, localStorage, sessionStorage])"),
    ];
    for (const text of visible) assert.ok(!text.includes(token), text);
    assert.equal((await fetchAs(token, "/api/v1/auth/session")).status, 200);
    await signOut();
    await assert.rejects(at.readSessionToken(), /no cookie/);
    assert.equal((await fetchAs(token, "/api/v1/auth/session")).status, 401);
    await at.signIn();
  });

  it("signs out and in in all tabs at once", async () => {
    const tab = await at.page.context().newPage();
    await tab.goto(at.url);
    await tab.getByRole("button", { name: "Sign out" }).waitFor();
    await signOut();
    await tab.getByText("you signed out in another tab").waitFor();
    await at.signIn();
    await tab.getByRole("button", { name: "Sign out" }).waitFor();
    await tab.close();
  });

  it("has one passkey for each device, and tells the browser which were deleted", async () => {
    await at.openPage("Passkeys");
    await at.button("Add a passkey").click();
    await at.waitForMessage("This device already has a passkey of your account.");
    await at.replaceAuthenticator();
    await at.button("Add a passkey").click();
    await at.waitForMessage("The passkey was added to your account.");
    assert.equal((await at.listPasskeys()).length, 1);
    await at.button("Delete Passkey on Linux").last().click();
    await at.button("Delete passkey").click();
    await at.waitForMessage("The passkey “Passkey on Linux” was deleted.");
    await poll("the browser to have no passkey", async () => (await at.listPasskeys()).length === 0);
  });

  it("downloads an export and recovery codes", async () => {
    const { page } = at;
    const download = async (button: string) => {
      const downloading = page.waitForEvent("download");
      await at.button(button).click();
      const file = await downloading;
      return { name: file.suggestedFilename(), text: await readFile(await file.path(), "utf8") };
    };
    await at.openPage("Account");
    const exported = await download("Download export");
    assert.match(exported.name, /^placard-account-\d{4}-\d\d-\d\d\.json$/);
    assert.equal((JSON.parse(exported.text) as { user: { email: string } }).user.email, email);
    await at.button("Create recovery codes").click();
    const list = page.getByRole("group", { name: "New recovery codes" }).getByRole("listitem");
    await list.first().waitFor();
    codes = await list.allInnerTexts();
    const { name, text } = await download("Download codes");
    assert.equal(name, "placard-recovery-codes.txt");
    for (const code of codes) assert.ok(text.includes(code));
  });

  it("is recovered with a code on a new device", async () => {
    await signOut();
    await at.replaceAuthenticator();
    const parameters = new URLSearchParams({ email, code: codes[0] ?? "" });
    await at.page.goto(`${at.url}/#recover?${parameters.toString()}`);
    await at.heading("Recover your account").waitFor();
    await at.button("Create new passkey").click();
    await at.waitForMessage("Your new passkey was created. All other sessions were revoked.");
  });

  it("is deleted, with its passkey in the browser", async () => {
    await at.openPage("Account");
    await at.button("Delete account").click();
    await at.page.getByLabel(`Type ${email} to confirm`).fill(email);
    await at.page.getByRole("dialog").getByRole("button", { name: "Delete account" }).click();
    await at.waitForMessage("Your account was deleted.");
    assert.equal(await at.page.evaluate("sessionStorage.length"), 0);
    await poll("the browser to have no passkey", async () => (await at.listPasskeys()).length === 0);
  });

  it("causes no browser errors or policy violations, and no requests to other origins", () => {
    const isRejection = (error: string) => error.includes("status of 403"); // the one that asks for a passkey
    assert.deepEqual(
      at.errors().filter((error) => !isRejection(error)),
      [],
    );
    assert.deepEqual(at.origins(), [at.url]);
  });
});
