import assert from "node:assert/strict";
import { builtInTemplates, type Area, type BuiltInTemplateId } from "@placard/templates";
import { createCanvas, type CanvasRenderingContext2D } from "canvas";
import { before, describe, it } from "mocha";
import { registerFonts } from "../../dist/fonts/register-fonts.js";
import { arrangeScene } from "../../dist/layout/arrange-scene.js";
import { paintBackground } from "../../dist/paint/background.js";
import { paintNodes } from "../../dist/paint/paint-nodes.js";
import { startTimeSlice } from "../../dist/paint/time-slice.js";
import { sampleCards, sampleSizes } from "./sample-cards.ts";

/** The field that a card's accent color is derived from. */
const accentField: Record<BuiltInTemplateId, string> = { blog: "category", product: "name", event: "host" };

/** Enough words for every accent color to occur. */
const words = Array.from({ length: 60 }, (_, index) => `Word ${index}`);

describe("the contrast of text with its background", () => {
  before(registerFonts);

  for (const id of Object.keys(builtInTemplates) as BuiltInTemplateId[]) {
    for (const size of sampleSizes) {
      it(`is 4.5 to 1 or better at every pixel of ${id} at ${size.width}×${size.height}`, async () => {
        const cards = sampleCards[id].map(({ data }) => data);
        const full = sampleCards[id].find(({ name }) => name === "full")!.data;
        const accents = words.map((word) => ({ ...full, [accentField[id]]: word }));
        for (const data of [...cards, ...(size.width === 1200 ? accents : [])]) {
          const scene = builtInTemplates[id].scene(data, size);
          const nodes = arrangeScene(scene, size);
          const context = createCanvas(size.width, size.height).getContext("2d");
          paintBackground(context, scene, size);
          await paintNodes(
            context,
            nodes.filter(({ node }) => node.kind === "box"),
            { direction: scene.direction, remoteImages: new Map(), timeSlice: startTimeSlice() },
          );
          assert.ok(nodes.some((placed) => "typeset" in placed && placed.node.field));
          for (const placed of nodes) {
            // A text without a field is an initial, which repeats the text beside it.
            if (!("typeset" in placed) || !placed.node.field) continue;
            const { color, field } = placed.node;
            const contrast = lowestContrast(context, color, placed);
            assert.ok(contrast >= 4.5, `${field} of ${JSON.stringify(data)}: ${contrast.toFixed(2)}`);
          }
        }
      });
    }
  }
});

/** The lowest contrast ratio (WCAG 2.2) of a text's color with the pixels behind it. */
function lowestContrast(context: CanvasRenderingContext2D, color: string, area: Area): number {
  const [x, y] = [Math.max(0, Math.round(area.x)), Math.max(0, Math.round(area.y))];
  const { data } = context.getImageData(x, y, Math.max(1, area.width), Math.max(1, area.height));
  const backgrounds = new Set<number>();
  for (let at = 0; at < data.length; at += 4)
    backgrounds.add((data[at]! << 16) | (data[at + 1]! << 8) | data[at + 2]!);
  let lowest = Infinity;
  for (const packed of backgrounds) {
    const background = [packed >> 16, (packed >> 8) & 255, packed & 255];
    lowest = Math.min(lowest, contrastRatio(blend(color, background), background));
  }
  return lowest;
}

/** Blends a color of six or eight hexadecimal digits with an opaque background. */
function blend(color: string, background: readonly number[]): number[] {
  const alpha = color.length > 7 ? Number.parseInt(color.slice(7), 16) / 255 : 1;
  return [1, 3, 5].map(
    (at, index) =>
      Number.parseInt(color.slice(at, at + 2), 16) * alpha + (background[index] ?? 0) * (1 - alpha),
  );
}

function contrastRatio(one: readonly number[], other: readonly number[]): number {
  const [dark = 0, bright = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}

function luminance(color: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = color.map((value) =>
    value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
