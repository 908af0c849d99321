import assert from "node:assert/strict";
import { readBuiltInTemplates, readSampleCards } from "@placard/template-store";
import { createCanvas, type CanvasRenderingContext2D } from "canvas";
import PQueue from "p-queue";
import type { Rect } from "../../dist/layout/placed.js";
import { CanvasCache } from "../../dist/paint/canvas-cache.js";
import type { DisplayItem } from "../../dist/paint/commands.js";
import { LayerFilters } from "../../dist/paint/layer-filters.js";
import { paintItems } from "../../dist/paint/paint-items.js";
import { startTimeSlice } from "../../dist/time-slice.js";
import { sampleSizes, sizesToTest } from "./sample-sizes.ts";
import { displayListOf, textsIn } from "./text-boxes.ts";

/** Enough words for every accent color to occur. */
const words = Array.from({ length: 60 }, (_, index) => `Word ${index}`);

const canvases = new CanvasCache(32 * 1024 * 1024);
const layerQueue = new PQueue({ concurrency: 1 });
const filters = new LayerFilters();
const images = { remoteSize: () => undefined, pixels: () => undefined, ground: () => undefined };

describe("the contrast of text with its background", () => {
  for (const template of readBuiltInTemplates()) {
    const { id, source } = template;
    const sampleCards = readSampleCards(id);
    const [accentField = ""] = source.json.paletteFields;
    for (const size of sampleSizes) {
      it(`is 4.5 to 1 or better at every pixel of ${id} at ${size.width}×${size.height}`, async () => {
        const cards = sampleCards.filter((card) => sizesToTest(card).includes(size));
        const full = sampleCards.find(({ name }) => name === "full")!.data;
        const ofWords = words.map((word) => ({ ...full, [accentField]: word }));
        const byPalette = new Map(
          ofWords.map((data) => [JSON.stringify(template.palette(data, undefined)), data]),
        );
        const withAccents =
          size.width === 1200 ? Array.from(byPalette.values(), (data) => ({ data, layout: undefined })) : [];
        for (const { data, layout } of [...cards, ...withAccents]) {
          const items = await displayListOf(template, data, { ...size, layout });
          const texts = textsIn(items);
          const context = createCanvas(size.width, size.height).getContext("2d");
          const target = { context, area: { x: 0, y: 0, ...size } };
          await paintItems(target, withoutTexts(items), {
            images,
            canvases,
            layerQueue,
            filters,
            timeSlice: startTimeSlice(),
            isCached: true,
          });
          assert.ok(texts.length > 0);
          for (const { fragment, color } of texts) {
            // An initial, which repeats the text next to it.
            if (Array.from(fragment.text).length === 1) continue;
            const contrast = lowestContrast(context, color, fragment);
            assert.ok(contrast >= 4.5, `${fragment.text} of ${JSON.stringify(data)}: ${contrast.toFixed(2)}`);
          }
        }
      });
    }
  }
});

function withoutTexts(items: readonly DisplayItem[]): DisplayItem[] {
  return items.flatMap((item): DisplayItem[] => {
    if (item.kind === "group") return [{ ...item, items: withoutTexts(item.items) }];
    return item.command.kind === "text" ? [] : [item];
  });
}

/** The lowest contrast ratio (WCAG 2.2) of a text's color with the pixels behind it. */
function lowestContrast(context: CanvasRenderingContext2D, color: string, area: Rect): number {
  const [x, y] = [Math.max(0, Math.round(area.x)), Math.max(0, Math.round(area.y))];
  const { data } = context.getImageData(x, y, Math.max(1, area.width), Math.max(1, area.height));
  const backgrounds = new Set<number>();
  let last = -1;
  for (let at = 0; at < data.length; at += 4) {
    const packed = (data[at]! << 16) | (data[at + 1]! << 8) | data[at + 2]!;
    if (packed !== last) backgrounds.add(packed);
    last = packed;
  }
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
