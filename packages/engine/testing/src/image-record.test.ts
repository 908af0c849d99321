import assert from "node:assert/strict";
import { builtInTemplateIds } from "@placard/template-store";
import { compareWithRecord } from "./image-record.ts";

describe("the image record", () => {
  for (const id of builtInTemplateIds) {
    it(`has the current appearance of ${id}; after a deliberate change, look at \`npm run sheet\` and run it with --accept`, async () => {
      assert.deepEqual(await compareWithRecord(id), []);
    });
  }
});
