import assert from "node:assert/strict";
import { getSharedPlacard, openConsole, type ConsolePage } from "@placard/testing";

describe("the front page of a server without the public playground", () => {
  let at: ConsolePage;
  before(async () => {
    at = await openConsole((await getSharedPlacard()).publicUrl);
  });
  after(() => at?.close());

  it("shows no error to a browser that cached the configuration with the playground", async () => {
    const data = {
      signup: "open",
      hasMail: false,
      hasPublicPlayground: true,
      rpId: "localhost",
      url: at.url,
    };
    await at.page.route(/auth\/config/, (route) => route.fulfill({ json: { success: true, data } }));
    const listed = at.page.waitForResponse(/playground\/templates/);
    await at.page.reload();
    assert.equal((await listed).status(), 404);
    await at.heading("Rendered by Placard").waitFor();
    assert.equal(await at.page.locator("#message").innerText(), "");
    assert.equal(await at.button("Try it without an account").isVisible(), false);
  });
});
