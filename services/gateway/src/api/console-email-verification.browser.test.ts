import assert from "node:assert/strict";
import {
  getSharedPlacard,
  openConsole,
  poll,
  startPlacard,
  startSmtp,
  type ConsolePage,
  type Placard,
  type TestSmtp,
} from "@placard/testing";

describe("email verification in the console", () => {
  let smtp: TestSmtp;
  let placard: Placard;
  let at: ConsolePage;
  before(async () => {
    smtp = await startSmtp();
    const env = { SMTP_URL: smtp.url, MAIL_FROM: "Placard <placard@example.com>" };
    placard = await startPlacard({ renderers: 0, env });
    at = await openConsole(placard.publicUrl);
    await at.signUp("ada@example.com", "Ada Lovelace");
  });
  after(async () => {
    await at?.close();
    await placard?.stop();
    await smtp?.stop();
  });

  const linkIn = (text: string) => /^http:\S+#verify-email\S+$/m.exec(text)?.[0] ?? "";
  const profile = (page: ConsolePage) => page.page.getByRole("region", { name: "Profile" });

  it("asks to open the link in the email, which can be sent again", async () => {
    await at.openPage("Account");
    await profile(at)
      .getByText(
        "Your email address is not verified. Open the link in the email that was sent to ada@example.com.",
      )
      .waitFor();
    await at.button("Send email again").click();
    await at.waitForMessage("An email was sent to ada@example.com.");
    await poll("2 mails", async () => (await smtp.mailsTo("ada@example.com")).length === 2);
  });

  it("verifies the address when the link is opened, and removes the token from the address bar", async () => {
    const { text } = await smtp.waitForMail("ada@example.com");
    await at.page.goto(linkIn(text));
    await at.waitForMessage("The email address ada@example.com is verified.");
    assert.doesNotMatch(at.page.url(), /token/);
    await at.openPage("Account");
    await profile(at).getByText("Your email address is verified.").waitFor();
  });

  it("verifies a changed address, even if nobody is signed in", async () => {
    await profile(at).getByLabel("Email").fill("ada.king@example.com");
    await at.button("Save").click();
    await profile(at).getByText("Your email address is not verified.").waitFor();
    await at.button("Sign out").click();
    await at.waitForMessage("You are signed out.");
    const { text } = await smtp.waitForMail("ada.king@example.com");
    await at.page.goto(linkIn(text));
    await at.waitForMessage("The email address ada.king@example.com is verified.");
    await at.page.goto(linkIn(text));
    await at.waitForMessage("The verification link was used, has expired, or is for another email address.");
  });

  it("is not mentioned if the server sends no mail", async () => {
    const page = await openConsole((await getSharedPlacard()).publicUrl);
    try {
      await page.signUp(`${crypto.randomUUID()}@example.com`, "Ada Lovelace");
      const answered = page.page.waitForResponse(/account\/events/);
      await page.openPage("Account");
      await answered;
      await page.page.getByText("You have no recovery codes.").waitFor();
      assert.doesNotMatch(await profile(page).innerText(), /verified/);
    } finally {
      await page.close();
    }
  });
});
