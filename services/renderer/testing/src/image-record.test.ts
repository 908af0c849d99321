import assert from "node:assert/strict";
import { builtInTemplates, type BuiltInTemplateId } from "@placard/templates";
import { describe, it } from "mocha";
import { compareWithRecord } from "./image-record.ts";

describe("the recorded images of templates", () => {
  for (const id of Object.keys(builtInTemplates) as BuiltInTemplateId[]) {
    it(`match the pixels of ${id} unless its version has changed`, async () => {
      const { isCurrent, changed } = await compareWithRecord(id);
      assert.ok(isCurrent, `${id} has a new version: check its cards, then run npm run sheet -- --accept`);
      assert.deepEqual(changed, [], `${id} looks different: raise its version in packages/templates`);
    });
  }
});
