// `npm run fallback-images`: renders the plain fallback images, which gateways send while nothing else is available, from the
// card in packages/templates/src/fallback-card.ts. Run it after a change to the card, and look at the images.
import { writeFileSync } from "node:fs";
import { setUp } from "./setup/set-up.mjs";

await setUp("start");
// These modules import the build, so they are loaded after the set-up.
const { plainFallbackFile } = await import("@placard/template-store");
const { renderPlainFallbacks } = await import("../packages/engine/testing/dist/plain-fallbacks.js");

for (const [format, bytes] of await renderPlainFallbacks()) {
  const path = plainFallbackFile(format);
  writeFileSync(path, bytes);
  console.log(`${path}: ${bytes.length} bytes`);
}
