import assert from "node:assert/strict";
import { readPlainFallbacks } from "@placard/template-store";
import sharp from "sharp";
import { renderPlainFallbacks } from "./plain-fallbacks.ts";

describe("the plain fallback images", () => {
  it("have the recorded appearance; update them with `npm run generate`", async () => {
    const files = readPlainFallbacks();
    for (const [format, bytes] of await renderPlainFallbacks()) {
      const metadata = await sharp(files[format]).metadata();
      assert.deepEqual([metadata.format, metadata.width, metadata.height], [format, 1200, 630]);
      const [file, rendered] = await Promise.all(
        [files[format], bytes].map((each) => sharp(each).raw().toBuffer()),
      );
      assert.ok(file!.equals(rendered!), format);
    }
  });
});
