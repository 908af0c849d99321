import assert from "node:assert/strict";
import { readBuiltInTemplates } from "@placard/template-store";
import { compareWithRecord } from "./image-record.ts";

describe("the image record", () => {
  for (const template of readBuiltInTemplates()) {
    const { id } = template;
    it(`has the current appearance of ${id}; after a deliberate change, look at \`npm run sheet\` and run it with --accept`, async () => {
      assert.deepEqual(await compareWithRecord(template), []);
    });
  }
});
