import assert from "node:assert/strict";
import { builtInTemplates, type Template } from "@placard/templates";
import { before, describe, it } from "mocha";
import { registerFonts } from "../fonts/register-fonts.ts";
import { arrangeScene } from "./arrange-scene.ts";

const sizes = [
  [1200, 630],
  [600, 315],
  [1080, 1080],
  [1080, 1920],
  [200, 200],
  [400, 200],
  [2048, 2048],
  [2048, 200],
  [200, 2048],
] as const;

describe("arranging a scene", () => {
  before(registerFonts);

  for (const template of Object.values<Template>(builtInTemplates)) {
    for (const [width, height] of sizes) {
      it(`keeps all nodes of a ${template.id} card of ${width}×${height} on the canvas, with texts of any length`, () => {
        for (const words of [1, 4, 400]) {
          const canvas = { width, height };
          const nodes = arrangeScene(template.scene(dataFor(template, words), canvas), canvas);
          assert.ok(nodes.some((placed) => "typeset" in placed));
          for (const placed of nodes) {
            assert.ok(placed.x >= 0 && placed.x + placed.width <= width + 1, describeNode(placed));
            assert.ok(placed.y >= 0 && placed.y + placed.height <= height + 1, describeNode(placed));
            if ("typeset" in placed) {
              const { typeset } = placed;
              assert.ok(typeset.height <= placed.height + typeset.lineHeight * 0.3, describeNode(placed));
            }
          }
        }
      });
    }
  }

  it("leaves out the description before it truncates the title", () => {
    const fields = fieldsShown("blog", { title: sentence(280), description: sentence(900), author: "Ada" });
    assert.deepEqual(fields, ["title", "author"]);
  });

  it("keeps the description if there is room for both", () => {
    const fields = fieldsShown("blog", { title: sentence(40), description: sentence(100) });
    assert.deepEqual(fields, ["title", "description"]);
  });

  it("mirrors a card whose title is written from right to left", () => {
    const canvas = { width: 1200, height: 630 };
    const dateX = (title: string) =>
      arrangeScene(builtInTemplates.event.scene({ title, date: "March 14, 2027" }, canvas), canvas).find(
        ({ node }) => node.kind === "text" && node.field === "date",
      )?.x ?? 0;
    assert.ok(dateX("Evening") < 600 && dateX("أمسية") > 600);
  });
});

function fieldsShown(template: "blog", data: Record<string, string>) {
  const canvas = { width: 1200, height: 630 };
  const nodes = arrangeScene(builtInTemplates[template].scene(data, canvas), canvas);
  return nodes.flatMap((placed) => ("typeset" in placed && placed.node.field ? [placed.node.field] : []));
}

function dataFor({ data }: Template, words: number): Record<string, string> {
  return Object.fromEntries(
    Object.entries(data.properties).map(([field, schema]) => {
      const maxLength = "maxLength" in schema ? Number(schema.maxLength) : 0;
      return [field, sentence(Math.min(maxLength, words * 5))];
    }),
  );
}

function sentence(length: number): string {
  return "each word here ".repeat(80).slice(0, length).trim();
}

function describeNode(placed: { node: object; x: number; y: number; width: number; height: number }): string {
  return JSON.stringify({ ...placed, node: { ...placed.node, children: undefined } });
}
