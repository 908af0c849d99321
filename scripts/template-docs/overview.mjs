import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { readBuiltInTemplates } from "../../packages/template-store/dist/index.js";
import {
  joinPictures,
  renderDocumentationCard,
} from "../../packages/engine/testing/dist/documentation-card.js";
import { root } from "../setup/command.mjs";
import { assetDirectory } from "./examples.mjs";

/** The cards that the README and the front page of the console show: the first samples, the product with an image. */
const shown = /** @type {const} */ ({
  blog: {},
  product: { image: "https://example.com/lamp.jpg" },
  event: {},
});

/**
 * The longer side of the console's pictures, in pixels. Must not be that of the guides: esbuild writes one file for two entry
 * points with the same content.
 */
const maxSide = 880;

/** Renders the pictures of the README and of the console. Returns their paths. */
export async function renderOverview() {
  const templates = readBuiltInTemplates();
  const paths = [];
  const pictures = [];
  for (const id of /** @type {(keyof typeof shown)[]} */ (Object.keys(shown))) {
    const data = { ...templates[id].samples[0]?.data, ...shown[id] };
    const card = { data, width: 1200, height: 630, maxSide };
    const { webp } = await renderDocumentationCard(templates[id], card, assetDirectory);
    const path = join(root, `services/console/src/samples/${id}.webp`);
    writeFileSync(path, webp);
    paths.push(path);
    pictures.push(webp);
  }
  const path = join(root, "docs/cards.webp");
  writeFileSync(path, await joinPictures(pictures, { height: 336, radius: 24, gap: 24 }));
  return [...paths, path, await renderSizes()];
}

/** Renders the picture of a card in several sizes. Returns its path. */
async function renderSizes() {
  const { event } = readBuiltInTemplates();
  const data = event.samples[0]?.data ?? {};
  const pictures = [];
  for (const [width, height] of /** @type {const} */ ([
    [1200, 630],
    [1080, 1080],
    [1080, 1920],
  ])) {
    const { webp } = await renderDocumentationCard(
      event,
      { data, width, height, maxSide: 800 },
      assetDirectory,
    );
    pictures.push(webp);
  }
  const path = join(root, "docs/sizes.webp");
  writeFileSync(path, await joinPictures(pictures, { height: 400, radius: 20, gap: 24 }));
  return path;
}
