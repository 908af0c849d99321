import assert from "node:assert/strict";
import { readBuiltInTemplates } from "@placard/template-store";
import { compareWithRecord } from "./image-record.ts";

describe("the image record", () => {
  for (const template of readBuiltInTemplates()) {
    const { id } = template;
    it(`has the recorded appearance of ${id}; to accept it: \`npm run sheet -- --accept\``, async () => {
      assert.deepEqual(await compareWithRecord(template), []);
    });
  }
});
