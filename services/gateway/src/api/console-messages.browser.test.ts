import assert from "node:assert/strict";
import { getSharedPlacard, openConsole, type ConsolePage } from "@placard/testing";

describe("the console's messages", () => {
  let at: ConsolePage;
  before(async () => {
    const { publicUrl } = await getSharedPlacard();
    at = await openConsole(publicUrl);
    // The tests advance the clock by less than 30 s: after that, requests time out, and their error replaces the message.
    await at.page.clock.install();
    await at.page.clock.pauseAt(Date.now() + 60_000); // so that messages don't fade while the machine is busy
    await at.signUp(`${crypto.randomUUID()}@example.com`, "Ada Lovelace");
  });
  after(() => at?.close());

  const text = "Your account was created, and you are signed in.";
  const message = () => at.page.locator("#message");
  const waitUntilGone = () => message().getByText(/./).first().waitFor({ state: "detached" });

  it("pause while the pointer is on them, and fade after 4 seconds", async () => {
    await at.waitForMessage(text);
    await message().hover();
    await at.page.clock.runFor(10_000);
    assert.equal(await message().textContent(), text);
    await at.page.mouse.move(0, 0);
    await at.page.clock.runFor(3_000);
    assert.equal(await message().textContent(), text);
    await at.page.clock.runFor(2_000);
    await waitUntilGone();
  });

  it("stay until they are closed if they are errors, and return the focus to the page", async () => {
    await at.openPage("API keys");
    await at.page.route("**/api/v1/keys", (route) => route.abort());
    await at.page.getByLabel("Name of the new API key").fill("ci");
    await at.button("Create API key").click();
    await at.waitForMessage("The server could not be reached.");
    await at.page.clock.runFor(10_000);
    await at.waitForMessage("The server could not be reached.");
    await at.button("Close message").focus();
    await at.page.keyboard.press("Enter");
    await waitUntilGone();
    assert.equal(await at.page.evaluate("document.activeElement.id"), "main");
  });

  it("do not hide the navigation, which is one row on a phone and shows the current view", async () => {
    await at.page.setViewportSize({ width: 390, height: 844 });
    await at.openPage("Sessions");
    const navigation = at.page.getByRole("navigation");
    const box = await navigation.boundingBox();
    assert.ok(box && box.height < 60, `${box?.height} px high`);
    const link = await navigation.getByRole("link", { name: "Sessions" }).boundingBox();
    assert.ok(link && link.x >= 0 && link.x + link.width <= 390, "the current view is in sight");
  });
});
