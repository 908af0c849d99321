import assert from "node:assert/strict";
import type { Platform } from "../platform.ts";
import { createFontAssets, FontLimitError } from "./font-assets.ts";

describe("the fonts of a renderer", () => {
  it("have room for another account, and cause no restart, when one account has registered its half", () => {
    const { register } = createFontAssets({ settings: { MAX_FONTS: 64 } } as Platform, () =>
      assert.fail("no restart"),
    );
    for (let font = 0; font < 32; font++) register("ada");
    assert.throws(() => register("ada"), FontLimitError);
    register("bob");
  });
});
