import assert from "node:assert/strict";
import { retryIfPaintingStops, startBrowser, type Browser } from "./index.ts";

describe("retryIfPaintingStops", () => {
  let browser: Browser;
  let continuePainting: () => void;
  let runs = 0;
  beforeEach(async () => {
    continuePainting = () => {};
    browser = await startBrowser();
    await browser.page.setContent("<button>Create</button>");
  });
  afterEach(async () => {
    continuePainting(); // Without its GPU process, the browser closes only after 30 s.
    await browser.close();
  });

  it(
    "runs a test once more, in a new browser, if the browser stops painting",
    retryIfPaintingStops(
      () => browser.page,
      async () => {
        runs++;
        if (runs === 1) await stopPainting();
        await browser.page.getByRole("button").click({ timeout: 2_000 });
        assert.equal(runs, 2);
      },
    ),
  );

  it("does not run a test again that fails for another reason", async function () {
    const retries = this.test!.retries();
    const test = retryIfPaintingStops(
      () => browser.page,
      () => browser.page.getByRole("link").click({ timeout: 100 }),
    );
    await assert.rejects(Promise.resolve(test.call(this)), /waiting for getByRole\('link'\)/);
    assert.equal(this.test!.retries(), retries);
  });

  async function stopPainting(): Promise<void> {
    const devTools = await browser.page.context().browser()!.newBrowserCDPSession();
    const { processInfo } = await devTools.send("SystemInfo.getProcessInfo");
    const { id } = processInfo.find(({ type }) => type === "GPU")!;
    process.kill(id, "SIGSTOP");
    continuePainting = () => process.kill(id, "SIGCONT");
  }
});
