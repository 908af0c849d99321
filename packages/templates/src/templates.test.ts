import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { builtInTemplates } from "./built-in.ts";
import type { Box, Node } from "./scene.ts";
import type { Template } from "./template.ts";

const sides = [200, 315, 630, 1080, 1200, 2048];

for (const template of Object.values<Template>(builtInTemplates)) {
  const accepted = Object.keys(template.data.properties);
  const required = template.data.required ?? [];

  describe(`the ${template.id} template`, () => {
    it("lists only fields that its schema accepts, and all required fields", () => {
      for (const field of template.fields) assert.ok(accepted.includes(field), field);
      for (const field of required) assert.ok(template.fields.includes(field), field);
    });

    it("describes every field", () => {
      for (const [field, schema] of Object.entries(template.data.properties)) {
        assert.ok("description" in schema && schema.description, field);
      }
    });

    it("creates a valid scene from every combination of fields at every size", () => {
      for (const data of everyCombination(accepted, required)) {
        for (const width of sides) for (const height of sides) checkScene(template, data, { width, height });
      }
    });

    it("shows every field at 1200×630", () => {
      const data = dataWith(accepted);
      const shown = new Set(shownFields(template.scene(data, { width: 1200, height: 630 }).root));
      assert.deepEqual([...shown].toSorted(), accepted.toSorted());
    });

    it("treats a field of invisible characters as absent", () => {
      const size = { width: 1200, height: 630 };
      const blank = Object.fromEntries(
        accepted.map((field) => [field, required.includes(field) ? "x" : "\u200b"]),
      );
      assert.deepEqual(template.scene(blank, size), template.scene(dataWith(required), size));
    });
  });
}

function dataWith(fields: readonly string[]): Record<string, string> {
  return Object.fromEntries(fields.map((field) => [field, "x"]));
}

function everyCombination(
  accepted: readonly string[],
  required: readonly string[],
): Record<string, string>[] {
  const optional = accepted.filter((field) => !required.includes(field));
  return Array.from({ length: 2 ** optional.length }, (_, bits) =>
    dataWith([...required, ...optional.filter((_field, bit) => bits & (1 << bit))]),
  );
}

function checkScene(
  template: Template,
  data: Record<string, string>,
  canvas: { width: number; height: number },
) {
  const { root, background } = template.scene(data, canvas);
  assert.deepEqual([root.width, root.height], [canvas.width, canvas.height]);
  for (const value of numbersIn({ root, background })) assert.ok(Number.isFinite(value) && value >= 0);
  for (const node of nodesOf(root)) {
    if (node.kind === "text")
      assert.ok(smallestSize(node.size) >= 8 && Number.isInteger(smallestSize(node.size)));
  }
}

function smallestSize(size: number | { min: number }): number {
  return typeof size === "number" ? size : size.min;
}

function nodesOf(node: Node): Node[] {
  return node.kind === "box" ? [node, ...node.children.flatMap(nodesOf)] : [node];
}

function shownFields(root: Box): string[] {
  return nodesOf(root).flatMap((node) => (node.kind !== "box" && node.field ? [node.field] : []));
}

function numbersIn(value: unknown): number[] {
  if (typeof value === "number") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(numbersIn) : [];
}
