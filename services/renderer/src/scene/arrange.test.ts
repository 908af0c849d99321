import assert from "node:assert/strict";
import { templates, type Template } from "@placard/templates";
import { before, describe, it } from "mocha";
import { registerFonts } from "../fonts/register-fonts.ts";
import { arrange } from "./arrange.ts";

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

describe("arranging a card", () => {
  before(registerFonts);

  for (const template of Object.values<Template>(templates)) {
    for (const [width, height] of sizes) {
      it(`keeps a ${template.id} card of ${width}×${height} within its edges, however much is written on it`, () => {
        for (const words of [1, 4, 400]) {
          const canvas = { width, height };
          const placed = arrange(template.scene(filled(template, words), canvas), canvas);
          for (const item of placed) {
            assert.ok(item.x >= 0 && item.x + item.width <= width + 1, describeItem(item));
            assert.ok(item.y >= 0 && item.y + item.height <= height + 1, describeItem(item));
            if ("set" in item)
              assert.ok(item.set.height <= item.height + item.set.lineHeight * 0.3, describeItem(item));
          }
        }
      });
    }
  }

  it("drops the summary before the title is cut", () => {
    const fields = fieldsShown("blog", { title: sentence(280), description: sentence(900), author: "Ada" });
    assert.deepEqual(fields, ["title", "author"]);
  });

  it("keeps the summary where there is room for both", () => {
    const fields = fieldsShown("blog", { title: sentence(40), description: sentence(100) });
    assert.deepEqual(fields, ["title", "description"]);
  });

  it("mirrors a card whose title runs from right to left", () => {
    const canvas = { width: 1200, height: 630 };
    const at = (title: string) =>
      arrange(templates.event.scene({ title, date: "March 14, 2027" }, canvas), canvas).find(
        (item) => item.node.kind === "text" && item.node.field === "date",
      )?.x ?? 0;
    assert.ok(at("Evening") < 600 && at("أمسية") > 600);
  });
});

function fieldsShown(template: "blog", data: Record<string, string>) {
  const canvas = { width: 1200, height: 630 };
  const placed = arrange(templates[template].scene(data, canvas), canvas);
  return placed.flatMap((item) => ("set" in item && item.node.field ? [item.node.field] : []));
}

function filled({ data }: Template, words: number): Record<string, string> {
  return Object.fromEntries(
    Object.entries(data.properties).map(([field, schema]) => {
      const longest = "maxLength" in schema ? Number(schema.maxLength) : 0;
      return [field, sentence(Math.min(longest, words * 5))];
    }),
  );
}

function sentence(length: number): string {
  return "each word here ".repeat(80).slice(0, length).trim();
}

function describeItem(item: { node: object; x: number; y: number; width: number; height: number }): string {
  return JSON.stringify({ ...item, node: { ...item.node, children: undefined } });
}
