import assert from "node:assert/strict";
import { templates, type TemplateId } from "@placard/templates";
import { createCanvas, type CanvasRenderingContext2D } from "canvas";
import { before, describe, it } from "mocha";
import { registerFonts } from "../fonts/register-fonts.ts";
import { samples, sampleSizes } from "../sheet/samples.ts";
import { arrange } from "./arrange.ts";
import { paintBackground } from "./background.ts";
import { createBreath } from "./breath.ts";
import type { Place } from "./layout.ts";
import { paint } from "./paint.ts";

/** Fields that a card's colours follow from: other words, other colours. */
const colouredBy: Record<TemplateId, string> = { blog: "category", product: "name", event: "host" };

/** Enough words to meet every palette. */
const words = Array.from({ length: 60 }, (_, index) => `Word ${index}`);

describe("the contrast of text on what is behind it", () => {
  before(registerFonts);

  for (const id of Object.keys(templates) as TemplateId[]) {
    for (const size of sampleSizes) {
      it(`is 4.5 to 1 or better at every pixel of ${id} at ${size.width}×${size.height}`, async () => {
        const cards = samples[id].map(({ data }) => data);
        const full = samples[id].find(({ name }) => name === "full")!.data;
        const colours = words.map((word) => ({ ...full, [colouredBy[id]]: word }));
        for (const data of [...cards, ...(size.width === 1200 ? colours : [])]) {
          const scene = templates[id].scene(data, size);
          const placed = arrange(scene, size);
          const context = createCanvas(size.width, size.height).getContext("2d");
          paintBackground(context, scene, size);
          await paint(
            context,
            placed.filter(({ node }) => node.kind === "box"),
            { direction: scene.direction, breath: createBreath() },
          );
          for (const item of placed) {
            // A text of no field is an initial: it says again what stands beside it.
            if (!("set" in item) || !item.node.field) continue;
            const { color, field } = item.node;
            const found = worstContrast(context, color, item);
            assert.ok(found >= 4.5, `${field} of ${JSON.stringify(data)}: ${found.toFixed(2)}`);
          }
        }
      });
    }
  }
});

/** The lowest contrast ratio (WCAG 2.2) of a text's colour with the pixels it will lie on. */
function worstContrast(context: CanvasRenderingContext2D, color: string, place: Place): number {
  const [x, y] = [Math.max(0, Math.round(place.x)), Math.max(0, Math.round(place.y))];
  const { data } = context.getImageData(x, y, Math.max(1, place.width), Math.max(1, place.height));
  const seen = new Set<number>();
  for (let at = 0; at < data.length; at += 4)
    seen.add((data[at]! << 16) | (data[at + 1]! << 8) | data[at + 2]!);
  let worst = Infinity;
  for (const packed of seen) {
    const ground = [packed >> 16, (packed >> 8) & 255, packed & 255];
    worst = Math.min(worst, contrast(over(color, ground), ground));
  }
  return worst;
}

/** A colour of six or eight hexadecimal digits laid over an opaque one. */
function over(color: string, ground: readonly number[]): number[] {
  const alpha = color.length > 7 ? Number.parseInt(color.slice(7), 16) / 255 : 1;
  return [1, 3, 5].map(
    (at, index) => Number.parseInt(color.slice(at, at + 2), 16) * alpha + (ground[index] ?? 0) * (1 - alpha),
  );
}

function contrast(one: readonly number[], other: readonly number[]): number {
  const [dark = 0, bright = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}

function luminance(color: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = color.map((value) =>
    value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
