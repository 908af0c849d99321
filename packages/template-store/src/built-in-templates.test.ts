import assert from "node:assert/strict";
import { compileTemplate } from "@placard/templates";
import type { ElementNode, SceneNode } from "@placard/templates/scene";
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
      assert.ok(samples.some(({ name }) => name === "All fields"));
    });

    it(`${id} has all texts in the fonts of the brand`, () => {
      const brand = { fonts: { heading: { family: "Fraunces" }, body: { family: "Space Grotesk" } } };
      const { root } = scene(samples[0]!.data, { width: 1200, height: 630, brand });
      assert.deepEqual(new Set(fontsOf(root)), new Set(["Fraunces", "Space Grotesk"]));
    });
  }

  it("choose the layout by the content: a cover of the card's shape fills it if there is only a title", () => {
    const blog = readBuiltInTemplates().find(({ id }) => id === "blog")!;
    const coverOf = (data: object, width = 1600) => {
      const { root } = blog.scene(
        { title: "Lofoten", cover: "https://blog.example/lofoten.jpg", ...data },
        { width: 1200, height: 630, imageSize: () => ({ width, height: 900 }) },
      );
      return (root.children.at(-1) as ElementNode).style.position;
    };
    assert.equal(coverOf({}), "absolute");
    assert.equal(coverOf({}, 600), "relative");
    assert.equal(coverOf({ description: "A week." }), "relative");
  });
});
