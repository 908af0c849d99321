import { sharedOwner } from "@placard/contracts";
import { compileTemplate, expandToHtml } from "@placard/templates";
import { createAssetImages, type StoredImageSource } from "../../../dist/assets/asset-images.js";
import { noImages } from "../../../dist/card-images.js";
import { createDecoder } from "../../../dist/decoder/decoder.js";
import { withoutIsolation } from "../../../dist/decoder/decoder-isolation.js";
import { addFontAsset } from "../../../dist/fonts/faces.js";
import { renderImage } from "../../../dist/render-image.js";
import type { CardPage } from "./chromium.ts";
import type { Fixture, FixtureAsset } from "./fixtures.ts";
import { listDropped, listFontSizes, measurePlaced } from "./measure-placed.ts";
import type { RenderedCard } from "./measurements.ts";

export interface PlacardRenderer {
  /**
   * Renders a fixture as a renderer process does, and creates the page that a browser is to show.
   * @throws Error with the first problem of the template
   */
  render: (fixture: Fixture) => Promise<RenderedCard & { readonly page: CardPage }>;
  /** Ends the process that decodes images. */
  close: () => void;
}

export function createPlacardRenderer(assets: readonly FixtureAsset[]): PlacardRenderer {
  for (const { id, contentType, bytes } of assets) if (contentType === "font/ttf") addFontAsset(id, bytes);
  const decoder = createDecoder({ maxProcesses: 1, isolation: withoutIsolation });
  const { imagePixels } = createAssetImages({
    decoder,
    store: {
      get(key) {
        const asset = assets.find(({ id }) => key.includes(id));
        return Promise.resolve(asset && { bytes: asset.bytes, meta: metaOf(asset) });
      },
    },
  });
  const images = {
    ...noImages,
    load: (source: Parameters<(typeof noImages)["load"]>[0], size: { width: number; height: number }) =>
      imagePixels(source as StoredImageSource, size, sharedOwner),
  };

  return {
    async render({ document, data, width, height }) {
      const { template, problems } = compileTemplate(document);
      if (!template) {
        const { message, line, column } = problems[0]!;
        throw new Error(`${message} (line ${line}, column ${column})`);
      }
      const recipe = { data, width, height, format: "png", quality: 100 } as const;
      const { bytes, root } = await renderImage({ ...template, version: 1 }, recipe, { images });
      const measurements = measurePlaced(root);
      return {
        ...measurements,
        png: bytes,
        page: {
          width,
          height,
          html: expandToHtml(template, data, {
            width,
            height,
            fontSizes: listFontSizes(root.node),
            dropped: new Set(listDropped(root.node, measurements)),
          }),
        },
      };
    },
    close: () => decoder.stop(),
  };
}

function metaOf({ id, contentType, bytes }: FixtureAsset) {
  return { contentType, storedAt: 0, expiresAt: Infinity, etag: id, size: bytes.length, userMetadata: {} };
}
