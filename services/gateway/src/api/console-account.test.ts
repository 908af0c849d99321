import assert from "node:assert/strict";
import { openConsole, startPlacard, type ConsolePage, type Placard } from "@placard/testing";
import request from "supertest";

describe("an account in the console", function () {
  this.timeout(60_000);
  let placard: Placard;
  let at: ConsolePage;
  before(async () => {
    placard = await startPlacard({ renderers: 0, env: { RATE_LIMIT_AUTH: "0" } });
  });
  before(async () => {
    at = await openConsole(placard.url);
    await at.signUp("ada@example.com", "Ada Lovelace");
  });
  after(() => at?.close());
  after(() => placard.stop());

  const items = () => at.page.getByRole("listitem").filter({ visible: true });
  const calls = (method: "get" | "post", path: string, token: string) =>
    request(placard.url)[method](`/api/v1${path}`).set("Authorization", `Bearer ${token}`);

  async function signOut(): Promise<void> {
    await at.button("Sign out").click();
    await at.waitForMessage("You are signed out.");
    await at.heading("Sign in").waitFor();
  }

  it("stays signed in over a reload, where it was, and signs out", async () => {
    await at.openPage("Passkeys");
    await at.page.reload();
    await at.heading("Passkeys").waitFor();
    await at.button("Remove Passkey").waitFor();
    await signOut();
    await at.page.reload();
    await at.heading("Sign in").waitFor();
  });

  it("signs in by the passkeys that the browser fills in", async () => {
    await at.page.evaluate("localStorage.setItem('autofill', 'on')");
    await at.page.reload();
    await at.heading("Passkeys").waitFor();
    await at.waitForMessage("You are signed in.");
    await at.page.evaluate("localStorage.clear()");
    await signOut();
  });

  it("signs in by the button while those are on offer, and by e-mail", async () => {
    const offered = at.page.waitForResponse(/login\/start/);
    await at.page.goto(`${at.url}/#/playground`);
    await at.page.reload();
    await offered;
    await at.signIn();
    await signOut();
    await at.page.getByLabel("E-mail (optional)").fill("ada@example.com");
    await at.signIn();
  });

  it("adds no second passkey from a device that has one", async () => {
    await at.openPage("Passkeys");
    await at.button("Add a passkey").click();
    await at.waitForMessage("This device has a passkey for that account already.");
  });

  it("keeps the last passkey", async () => {
    await at.button("Remove Passkey").click();
    await at.button("Remove the passkey").click();
    await at.waitForMessage("This is the account's last passkey.");
    assert.equal(await items().count(), 1);
  });

  it("renames a passkey, adds another device's and removes the first", async () => {
    await at.button("Rename Passkey").click();
    await at.page.getByLabel("New name").fill("Old <phone>");
    await at.button("Rename").click();
    await at.waitForMessage("The passkey is called “Old <phone>” now.");

    await at.replaceAuthenticator();
    await at.button("Add a passkey").click();
    await at.waitForMessage("The passkey is added to your account.");
    assert.equal(await items().count(), 2);

    await at.button("Remove Old <phone>").click();
    await at.button("Cancel").click();
    assert.equal(await items().count(), 2);
    await at.button("Remove Old <phone>").click();
    await at.button("Remove the passkey").click();
    await at.waitForMessage("The passkey “Old <phone>” is removed.");
    assert.equal(await items().count(), 1);
  });

  it("lists sessions, and ends those of others", async () => {
    await signOut();
    const left = [await at.signIn()];
    for (let more = 0; more < 2; more++) {
      await at.page.evaluate("sessionStorage.clear()");
      await at.page.reload();
      left.push(await at.signIn());
    }
    await at.openPage("Sessions");
    await items().nth(2).waitFor();
    assert.match(await items().first().innerText(), /This browser/);

    // Ended elsewhere, it is gone when the user looks again.
    await calls("post", "/auth/logout", left[0] ?? "").expect(200);
    await at.page.evaluate("dispatchEvent(new Event('focus'))");
    await items().nth(2).waitFor({ state: "detached" });

    await at.button("End all other sessions").click();
    await at.button("End them all").click();
    await at.waitForMessage("The other session is ended.");
    await calls("get", "/auth/session", left[1] ?? "").expect(401);
    await calls("get", "/auth/session", left[2] ?? "").expect(200);
    assert.equal(await at.button("End all other sessions").isVisible(), false);
  });

  it("asks to sign in again when the session was ended elsewhere", async () => {
    await signOut();
    const token = await at.signIn();
    await calls("post", "/auth/logout", token).expect(200);
    await at.page.getByRole("link", { name: "API keys" }).click();
    await at.waitForMessage("Your session has ended. Sign in again.");
    await at.heading("Sign in").waitFor();
  });

  it("says why the server refuses, in its words and with the request id", async () => {
    const form = at.page.getByRole("region", { name: "Create an account" });
    await form.getByLabel("E-mail").fill("ada@example.com");
    await form.getByLabel("Name").fill("Another Ada");
    const refused = at.page.waitForResponse(/register\/start/);
    await at.button("Create account and passkey").click();
    const { error } = (await (await refused).json()) as { error: { message: string; requestId: string } };
    await at.waitForMessage(error.message);
    await at.waitForMessage(`Request id: ${error.requestId}`);
  });
});
