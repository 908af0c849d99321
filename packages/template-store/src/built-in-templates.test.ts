import assert from "node:assert/strict";
import { compileTemplate } from "@placard/templates";
import type { SceneNode } from "@placard/templates/scene";
import { describe, it } from "mocha";
import { readBuiltInTemplates } from "./built-in-templates.ts";

const fontsOf = (node: SceneNode): (string | undefined)[] => {
  if (node.kind === "text") return [node.style.fontFamily[0]];
  return node.kind === "element" ? node.children.flatMap(fontsOf) : [];
};

describe("the built-in templates", () => {
  for (const { id, document, samples, scene } of readBuiltInTemplates()) {
    it(`${id} has no problems, so that a fork starts without warnings, and has samples`, () => {
      assert.deepEqual(compileTemplate(document).problems, []);
      assert.ok(samples.length >= 2);
      assert.ok(samples.some(({ name }) => name === "full"));
    });

    it(`${id} has all texts in the fonts of the brand`, () => {
      const brand = { fonts: { heading: { family: "Fraunces" }, body: { family: "Space Grotesk" } } };
      const { root } = scene(samples[0]!.data, { width: 1200, height: 630, brand });
      assert.deepEqual(new Set(fontsOf(root)), new Set(["Fraunces", "Space Grotesk"]));
    });
  }
});
