import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { getSharedPlacard, openConsole, type ConsolePage } from "@placard/testing";

describe("recovery in the console", () => {
  let at: ConsolePage;
  let codes: string[] = [];
  before(async () => {
    at = await openConsole((await getSharedPlacard()).publicUrl);
    await at.signUp(email, "Ada Lovelace");
  });
  after(() => at?.close());

  const email = "ada+recovery@example.com";
  const region = (name: string) => at.page.getByRole("region", { name, exact: true });
  const shownCodes = () => at.page.getByRole("group", { name: "New recovery codes" }).getByRole("listitem");
  async function signOut(): Promise<void> {
    await at.button("Sign out").click();
    await at.waitForMessage("You are signed out.");
    await at.heading("Sign in").waitFor();
  }

  it("creates recovery codes, which can be copied, downloaded and printed, and are shown once", async () => {
    await at.openPage("Account");
    await region("Recovery codes").getByText("You have no recovery codes.").waitFor();
    await at.button("Create recovery codes").click();
    await at.waitForMessage("The recovery codes were created.");
    codes = await shownCodes().allInnerTexts();
    assert.equal(codes.length, 10);
    for (const code of codes) assert.match(code, /^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/);

    const copied = await at.copyWith("Copy codes");
    await at.waitForMessage("The list of recovery codes was copied to the clipboard.");
    const downloading = at.page.waitForEvent("download");
    await at.button("Download codes").click();
    const download = await downloading;
    assert.equal(download.suggestedFilename(), "placard-recovery-codes.txt");
    assert.equal(await readFile(await download.path(), "utf8"), copied);
    for (const code of codes) assert.ok(copied.includes(code));

    await at.page.emulateMedia({ media: "print" });
    assert.equal(await shownCodes().first().isVisible(), true);
    assert.equal(await at.heading("Security events").isVisible(), false);
    await at.page.emulateMedia({ media: "screen" });

    await at.openPage("Sessions");
    await at.openPage("Account");
    await region("Recovery codes").getByText("You have 10 unused recovery codes.").waitFor();
    assert.equal(await shownCodes().count(), 0);
  });

  it("creates a new passkey with a recovery code, and signs in", async () => {
    await signOut();
    await at.replaceAuthenticator();
    await at.page.getByRole("link", { name: "Lost your passkey?" }).click();
    await at.heading("Recover your account").waitFor();
    assert.equal(await at.heading("Sign in").isVisible(), false);
    await region("Recover your account").getByLabel("Email").fill(email);
    await region("Recover your account")
      .getByLabel("Recovery code")
      .fill(codes[0] ?? "");
    await at.button("Create new passkey").click();
    await at.waitForMessage("Your new passkey was created. All other sessions were revoked.");
    await at.openPage("Passkeys");
    await at.page.getByRole("listitem").filter({ visible: true }).nth(1).waitFor();
    await at.openPage("Account");
    await region("Recovery codes").getByText("You have 9 unused recovery codes.").waitFor();
    await region("Security events").getByText("Account recovered").waitFor();
  });

  it("replaces recovery codes after a confirmation", async () => {
    await at.button("Replace recovery codes").click();
    await at.button("Cancel").click();
    await at.button("Replace recovery codes").click();
    await at.button("Replace codes").click();
    await at.waitForMessage("The recovery codes were created.");
    const replaced = await shownCodes().allInnerTexts();
    assert.ok(replaced.every((code) => !codes.includes(code)));
    codes = replaced;
  });

  it("fills in the form from a recovery link, whose code leaves the address bar", async () => {
    await signOut();
    await at.replaceAuthenticator();
    const parameters = new URLSearchParams({ email, code: codes[1] ?? "" });
    await at.page.goto(`${at.url}/#recover?${parameters.toString()}`);
    await at.heading("Recover your account").waitFor();
    assert.equal(at.page.url(), `${at.url}/#recover`);
    assert.equal(await at.page.evaluate("document.activeElement.id"), "recover-title");
    await at.button("Create new passkey").click();
    await at.waitForMessage("Your new passkey was created.");
    assert.equal(at.page.url(), `${at.url}/`);
  });

  it("rejects a code that was used before, and leads back to sign-in", async () => {
    await signOut();
    await at.page.goto(`${at.url}/#recover`);
    await region("Recover your account").getByLabel("Email").fill(email);
    await region("Recover your account")
      .getByLabel("Recovery code")
      .fill(codes[1] ?? "");
    await at.button("Create new passkey").click();
    await at.page
      .getByText("Wrong email address or recovery code, or the code was used or has expired.")
      .waitFor();
    await at.page.getByRole("link", { name: "Back to sign-in" }).click();
    await at.heading("Sign in").waitFor();
    await at.signIn();
  });
});
