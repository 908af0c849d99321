import { compileTemplate, expandToHtml } from "@placard/templates";
import { addFontAsset } from "../../../dist/fonts/faces.js";
import { inlineFormatterFor } from "../../../dist/inline/formatter.js";
import { arrangeScene } from "../../../dist/layout/fit-scene.js";
import { withCanvasBuffer } from "../../../dist/paint/canvas-pool.js";
import { paintScene } from "../../../dist/paint/paint-scene.js";
import { startTimeSlice } from "../../../dist/paint/time-slice.js";
import type { CardPage } from "./chromium.ts";
import type { Fixture, FixtureAsset } from "./fixtures.ts";
import { createImages } from "./images.ts";
import { listDropped, listFontSizes, measurePlaced } from "./measure-placed.ts";
import type { RenderedCard } from "./measurements.ts";

export interface PlacardRenderer {
  /**
   * Renders a fixture, and creates the page that a browser is to show.
   * @throws Error with the first problem of the template
   */
  render: (fixture: Fixture) => Promise<RenderedCard & { readonly page: CardPage }>;
}

export function createPlacardRenderer(assets: readonly FixtureAsset[]): PlacardRenderer {
  for (const { id, contentType, bytes } of assets) if (contentType === "font/ttf") addFontAsset(id, bytes);
  const imagesOf = createImages(assets);

  return {
    async render({ document, data, width, height }) {
      const { template, problems } = compileTemplate(document);
      if (!template) {
        const { message, line, column } = problems[0]!;
        throw new Error(`${message} (line ${line}, column ${column})`);
      }
      const scene = template.scene(data, { width, height });
      const { root } = arrangeScene(scene, inlineFormatterFor(scene));
      const measurements = measurePlaced(scene, root);
      const paint = (images: Parameters<typeof paintScene>[2]["images"]): Promise<Buffer> =>
        withCanvasBuffer(width, height, async ({ canvas, context }) => {
          await paintScene(context, root, { images, width, height, timeSlice: startTimeSlice() });
          return canvas.toBuffer("image/png", { compressionLevel: 1 });
        });
      return {
        ...measurements,
        png: await imagesOf(paint),
        page: {
          width,
          height,
          html: expandToHtml(template, data, {
            width,
            height,
            fontSizes: listFontSizes(scene.root),
            dropped: new Set(listDropped(scene.root, measurements)),
          }),
        },
      };
    },
  };
}
