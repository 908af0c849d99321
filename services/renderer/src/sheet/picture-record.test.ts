import assert from "node:assert/strict";
import type { TemplateId } from "@placard/templates";
import { templates } from "@placard/templates";
import { describe, it } from "mocha";
import { comparePictures } from "./picture-record.ts";

describe("a template's version", () => {
  for (const id of Object.keys(templates) as TemplateId[]) {
    it(`is raised with every change of what ${id} looks like`, async () => {
      const { current, changed } = await comparePictures(id);
      assert.ok(current, `${id} has a new version: look at its cards, then npm run sheet -- --accept`);
      assert.deepEqual(changed, [], `${id} looks different: raise its version in packages/templates`);
    });
  }
});
