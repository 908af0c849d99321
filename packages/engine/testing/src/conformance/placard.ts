import { bytesOfDataUrl, compileTemplate, isDataUrl } from "@placard/templates";
import { expandToHtml } from "@placard/templates/testing";
import type { ImageSource } from "@placard/templates/scene";
import { createEngine, noImages, type ImageLoader } from "../../../dist/index.js";
import { decodeRaster, rasterizeSvg, sanitizeSvg } from "../../../dist/files/index.js";
import { FontLibrary } from "../../../dist/fonts/typefaces.js";
import { prepareCard } from "../../../dist/render-image.js";
import { startTimeSlice } from "../../../dist/time-slice.js";
import type { CardPage } from "./chromium.ts";
import type { Fixture, FixtureAsset } from "./fixtures.ts";
import { listDropped, listFontSizes, measurePlaced } from "./measure-placed.ts";
import type { Measurements, RenderedCard } from "./measurements.ts";

export interface PlacardRenderer {
  /**
   * Renders a fixture as a renderer process does, and creates the page that a browser is to show.
   * @throws Error with the first problem of the template
   */
  render: (fixture: Fixture) => Promise<RenderedCard & { readonly page: CardPage }>;
  /** Lays out a fixture, and creates the page. */
  measure: (fixture: Fixture) => Promise<Measurements & { readonly page: CardPage }>;
}

export function createPlacardRenderer(assets: readonly FixtureAsset[]): PlacardRenderer {
  const bytesOf = (id: string) => assets.find((asset) => asset.id === id)!.bytes;
  const loadFont = async (id: string) => bytesOf(id);

  function decode(source: ImageSource, size: { width: number; height: number }): Promise<Buffer> {
    if (source.kind === "remote") throw new Error("fixtures have no remote images");
    if (source.kind === "asset") {
      const bytes = isDataUrl(source.id) ? bytesOfDataUrl(source.id) : bytesOf(source.id);
      return decodeRaster({ bytes, format: "png" }, size);
    }
    const { svg, color } = source;
    const bytes = "markup" in svg ? Buffer.from(svg.markup) : bytesOf(svg.id);
    return rasterizeSvg(sanitizeSvg(bytes), { ...size, color });
  }

  const images: ImageLoader = {
    ...noImages,
    load: async (source, size) => ({ ...size, rgba: await decode(source, size) }),
  };

  const engine = createEngine();
  const tools = { fonts: new FontLibrary(), timeSlice: startTimeSlice() };

  function prepare({ document, data, width, height, layout }: Fixture) {
    const { template, problems } = compileTemplate(document);
    if (!template) {
      const { message, line, column } = problems.find(({ severity }) => severity === "error")!;
      throw new Error(`${message} (line ${line}, column ${column})`);
    }
    const output = { width, height, format: "png", quality: 100, images, fonts: loadFont } as const;
    const card = { data, ...output, ...(layout !== undefined && { layout }) };
    return { template, card };
  }

  async function measure(fixture: Fixture) {
    const { template, card } = prepare(fixture);
    const { root } = await prepareCard(tools, template, card, new Map());
    const measurements = measurePlaced(root);
    const { data, width, height, layout } = fixture;
    const html = expandToHtml(template, data, {
      width,
      height,
      layout,
      fontSizes: listFontSizes(root),
      dropped: new Set(listDropped(root.node, measurements)),
    });
    return { ...measurements, page: { width, height, html } };
  }

  return {
    measure,
    async render(fixture) {
      const { template, card } = prepare(fixture);
      const { bytes } = await engine.render(template, card);
      return { ...(await measure(fixture)), png: bytes };
    },
  };
}
