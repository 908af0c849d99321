import assert from "node:assert/strict";
import { createLogger } from "@placard/runtime";
import { createFontAssets, FontLimitError } from "./font-assets.ts";

describe("the fonts of a renderer", () => {
  it("have room for another account, and cause no restart, when one account has registered its half", () => {
    const { register } = createFontAssets({
      store: { get: () => assert.fail("no font is loaded") },
      maxFonts: 64,
      onLimit: () => assert.fail("no restart"),
      logger: createLogger("renderer"),
    });
    for (let font = 0; font < 32; font++) register("ada");
    assert.throws(() => register("ada"), FontLimitError);
    register("bob");
  });
});
