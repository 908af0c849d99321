import assert from "node:assert/strict";
import { getSharedPlacard, openConsole, type ConsolePage } from "@placard/testing";

describe("lists of the console that could not be loaded", () => {
  let at: ConsolePage;
  before(async () => {
    const { publicUrl } = await getSharedPlacard();
    at = await openConsole(publicUrl);
    await at.signUp(`${crypto.randomUUID()}@example.com`, "Ada Lovelace");
  });
  after(() => at?.close());

  const failure = (name: string) => at.page.getByRole("alert").getByText(`Could not load ${name}.`);

  it("say so in their place, and are loaded again by a button", async () => {
    await at.page.route("**/api/v1/account/images*", (route) => route.abort());
    await at.openPage("Images");
    await failure("your images").waitFor();
    await at.page.getByText("The server could not be reached.").waitFor();
    assert.equal(await at.page.locator("#images-status").textContent(), "");
    await at.page.unroute("**/api/v1/account/images*");
    await at.button("Try again").click();
    await at.page.getByText("You have no images yet.").waitFor();
    assert.equal(await failure("your images").count(), 0);
  });

  it("are loaded again when the browser is online", async () => {
    await at.page.context().setOffline(true);
    await at.openPage("API keys");
    await failure("your API keys").waitFor();
    await at.page.context().setOffline(false);
    await at.page.getByText("You have no API keys yet.").waitFor();
    assert.equal(await failure("your API keys").count(), 0);
  });

  it("are not mistaken for empty ones", async () => {
    await at.page.context().setOffline(true);
    await at.openPage("Templates");
    await failure("your templates").waitFor();
    assert.equal(await at.page.getByText("You have no templates yet.").isVisible(), false);
    await at.page.context().setOffline(false);
    await at.page.getByText("You have no templates yet.").waitFor();
  });
});
