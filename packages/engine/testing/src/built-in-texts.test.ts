import assert from "node:assert/strict";
import { readBuiltInTemplates, readSampleCards, type SampleCard } from "@placard/template-store";
import type { Template } from "@placard/templates";
import { safeAreasOf, type CardRect } from "@placard/templates/safe-areas";
import { createCanvas, type CanvasRenderingContext2D } from "canvas";
import PQueue from "p-queue";
import type { Rect } from "../../dist/layout/placed.js";
import { CanvasCache } from "../../dist/paint/canvas-cache.js";
import type { DisplayItem, TextCommand } from "../../dist/paint/commands.js";
import type { PixelSize } from "../../dist/paint/images.js";
import { LayerFilters } from "../../dist/paint/layer-filters.js";
import { paintItems } from "../../dist/paint/paint-items.js";
import { startTimeSlice } from "../../dist/time-slice.js";
import { sampleSizes, sizesToTest } from "./sample-sizes.ts";
import { displayListOf, textsIn } from "./text-boxes.ts";

/** The sizes of samples, and the narrowest and the widest ones whose corners platforms cover. */
const sizes = [...sampleSizes, { width: 1000, height: 735 }, { width: 1500, height: 600 }];

/** The smallest text on a card of 1200 px, in pixels. */
const minTextSize = 30;

/** Enough words for every accent color to occur. */
const words = Array.from({ length: 60 }, (_, index) => `Word ${index}`);

const canvases = new CanvasCache(32 * 1024 * 1024);
const layerQueue = new PQueue({ concurrency: 1 });
const filters = new LayerFilters();
const images = { remoteSize: () => undefined, pixels: () => undefined, ground: () => undefined };

describe("the texts of built-in templates", () => {
  for (const template of readBuiltInTemplates()) {
    const { id } = template;
    const sampleCards = readSampleCards(id);
    for (const size of sizes) {
      const isLinkPreview = size.width === 1200;
      const place = `${id} at ${size.width}×${size.height}${isLinkPreview ? `, of ${minTextSize} px or more,` : ""}`;
      const isSample = sampleSizes.some((sample) => sample === size);
      const guarantees = `${isSample ? "have a contrast of 4.5 to 1 or better, and " : ""}are covered by no platform`;
      it(`of ${place} ${guarantees}`, async () => {
        const cards = sampleCards.filter(
          (card) => isLinkPreview || card.layout !== undefined || sizesToTest(card).length > 1,
        );
        for (const card of isLinkPreview ? [...cards, ...cardsWithAccents(template)] : cards) {
          const items = await displayListOf(template, card.data, { ...size, layout: card.layout });
          const texts = textsIn(items);
          assert.ok(texts.length > 0, card.name);
          const context = isSample ? await paint(withoutTexts(items), size) : undefined;
          for (const { fragment, color } of texts) {
            const text = `“${fragment.text}” of ${JSON.stringify(card)}`;
            if (isLinkPreview)
              assert.ok(fragment.fontSize >= minTextSize, `${text}: ${fragment.fontSize} px`);
            for (const { platform, covered } of safeAreasOf(size))
              assert.ok(
                !covered.some((area) => isOver(fragment, area, size)),
                `${text} is below ${platform}`,
              );
            // An initial repeats the text next to it.
            if (!context || Array.from(fragment.text).length === 1) continue;
            const contrast = lowestContrast(context, color, fragment);
            assert.ok(contrast >= 4.5, `${text}: ${contrast.toFixed(2)}`);
          }
        }
      });
    }
  }
});

/** The fullest card of a template in each of its accent colors. */
function cardsWithAccents(template: Template): SampleCard[] {
  const [accentField = ""] = template.source.json.paletteFields;
  const full = readSampleCards(template.id).find(({ name }) => name === "full")!;
  const ofWords = words.map((word) => ({ ...full, data: { ...full.data, [accentField]: word } }));
  return [
    ...new Map(
      ofWords.map((card) => [JSON.stringify(template.palette(card.data, undefined)), card]),
    ).values(),
  ];
}

async function paint(items: readonly DisplayItem[], size: PixelSize): Promise<CanvasRenderingContext2D> {
  const context = createCanvas(size.width, size.height).getContext("2d");
  const target = { context, area: { x: 0, y: 0, ...size } };
  const timeSlice = startTimeSlice();
  await paintItems(target, items, { images, canvases, layerQueue, filters, timeSlice });
  return context;
}

/** Whether a text reaches into an area, in fractions of the card. */
function isOver(
  { x, y, width, baseline, fontSize }: TextCommand["fragment"],
  area: CardRect,
  card: PixelSize,
): boolean {
  // The content area of a font reaches below its letters: a descender is about a fifth of the font size.
  const bottom = baseline + fontSize / 5;
  const isBeside = x >= (area.x + area.width) * card.width || x + width <= area.x * card.width;
  return !isBeside && y < (area.y + area.height) * card.height && bottom > area.y * card.height;
}

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
