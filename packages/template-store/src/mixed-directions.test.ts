import assert from "node:assert/strict";
import type { TemplateData } from "@placard/contracts";
import type { SceneNode, TextNode } from "@placard/templates/scene";
import { describe, it } from "mocha";
import { readBuiltInTemplates } from "./built-in-templates.ts";

const texts = { ltr: "Where are you?", rtl: "أين أنت؟" };

const sizes = [
  { width: 1200, height: 630 },
  { width: 1080, height: 1920 },
  { width: 2048, height: 400 },
];

/** The parts of a JSON schema that this test reads. */
interface Schema {
  type?: string;
  format?: string;
  enum?: unknown;
  properties?: Record<string, Schema>;
  items?: Schema;
  required?: string[];
}

/** The field that decides on the direction of a card. Names of repositories are mostly Latin. */
const decidingField = (id: string, { required = [] }: Schema) =>
  id === "repository" ? "description" : required[0];

/** Data with one text in one direction and all others in the other; undefined for images. */
function example(schema: Schema, deciding: string | undefined, text: string, otherText: string): unknown {
  const { type, format, properties, items } = schema;
  if (type === "string") return format || schema.enum ? undefined : text;
  if (type === "array" && items) return [example(items, undefined, otherText, otherText)];
  if (type !== "object" || !properties) return undefined;
  const entries = Object.entries(properties).flatMap(([name, property]) => {
    const value = example(property, undefined, name === deciding ? text : otherText, otherText);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(entries);
}

function textsIn(node: SceneNode): TextNode[] {
  if (node.kind === "text") return node.fields.length > 0 && node.text.trim() !== "" ? [node] : [];
  return node.kind === "element" ? node.children.flatMap(textsIn) : [];
}

describe("the built-in templates", () => {
  for (const template of readBuiltInTemplates()) {
    const { id } = template;
    for (const direction of ["ltr", "rtl"] as const) {
      const [name, side] = direction === "ltr" ? ["left-to-right", "left"] : ["right-to-left", "right"];
      it(`${id} aligns texts of both directions with the ${side} of a ${name} card`, () => {
        const other = direction === "ltr" ? "rtl" : "ltr";
        const deciding = decidingField(id, template.data);
        const data = example(template.data, deciding, texts[direction], texts[other]) as TemplateData;
        for (const size of sizes) {
          const scene = template.scene(data, size);
          assert.equal(scene.direction, direction);
          const found = textsIn(scene.root);
          assert.ok(found.length > 0);
          for (const { text, style, fields } of found) {
            if (style.textAlign !== "center")
              assert.equal(style.textAlign, side, `the side of ${fields.join()}`);
            // Without these, punctuation stands at the wrong end of a text.
            if (text.includes(texts[other]))
              assert.equal(style.direction, other, `the direction of ${fields.join()}`);
          }
        }
      });
    }
  }
});
