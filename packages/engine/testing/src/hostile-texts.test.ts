import assert from "node:assert/strict";
import type { FieldValue, TemplateData } from "@placard/contracts";
import { readBuiltInTemplates } from "@placard/template-store";
import type { Template } from "@placard/templates";
import { describe, it } from "mocha";
import sharp from "sharp";
import { createEngine } from "../../dist/index.js";
import { hostileTexts } from "./hostile-texts.ts";

const engine = createEngine();

/** The keywords of a field's JSON Schema. */
interface FieldSchema {
  maxLength?: number;
  enum?: string[];
  format?: string;
  items?: FieldSchema;
  properties?: Record<string, FieldSchema>;
  maxItems?: number;
}

const output = { width: 1200, height: 630, format: "jpeg", quality: 90 } as const;

const builtInTemplates = readBuiltInTemplates();

/** Data that has a text in every field, as long as the field permits, and the longest lists. */
function fillFields({ data }: Template, text: string): TemplateData {
  const textFor = ({ maxLength = 0, enum: choices, format }: FieldSchema) =>
    format === "image-url" ? "" : (choices?.[0] ?? Array.from(text).slice(0, maxLength).join(""));
  const { properties } = data as unknown as { properties: Record<string, FieldSchema> };
  return mapValues(properties, (field) => {
    const { items, maxItems = 0 } = field;
    if (!items) return textFor(field);
    const entry = () => (items.properties ? mapValues(items.properties, textFor) : textFor(items));
    return Array.from({ length: maxItems }, entry) as FieldValue;
  });
}

function mapValues<T, R>(values: Record<string, T>, change: (value: T) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
}

describe("hostile texts", () => {
  for (const [i, [name, text]] of Object.entries(hostileTexts).entries()) {
    it(`renders ${name} in every field of a template`, async () => {
      const template = builtInTemplates[i % builtInTemplates.length]!;
      const data = fillFields(template, text);
      for (const [width, height] of [
        [1200, 630],
        [200, 200],
      ] as const) {
        const { bytes } = await engine.render(template, { ...output, data, width, height });
        const { info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
        assert.deepEqual([info.width, info.height], [width, height]);
      }
    });
  }
});
