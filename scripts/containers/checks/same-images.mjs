import assert from "node:assert/strict";
import { startPlacard } from "@placard/testing";
import { readSampleCards } from "../../../packages/template-store/dist/index.js";
import { generate } from "../../drills/load.mjs";
import { hashImage } from "../hash-image.mjs";

const formats = ["png", "jpeg", "webp"];

/**
 * The containers render the sample cards of all templates, in all formats, to the same bytes as this machine
 * does.
 * @param url of the gateway in its container
 */
export async function checkSameImages(url, key) {
  const response = await fetch(`${url}/api/v1/og/templates`, {
    headers: { Authorization: `Bearer ${key}` },
  });
  const { data } = JSON.parse(await response.text());
  const { templates } = data;
  assert.ok(templates.length >= 3);
  // Remote images are on hosts that do not exist.
  const requests = templates.flatMap(({ id }) =>
    readSampleCards(id)
      .filter((card) => !JSON.stringify(card.data).includes("https://"))
      .flatMap((card) => formats.map((format) => ({ template: id, data: card.data, options: { format } }))),
  );
  const host = await startPlacard({ keepLogs: false });
  try {
    for (const request of requests) {
      const [inContainer, onHost] = [await generate({ url, key }, request), await generate(host, request)];
      assert.deepEqual([inContainer.status, onHost.status], [200, 200], inContainer.code);
      const hashes = [
        await hashImage(url, inContainer.url ?? ""),
        await hashImage(host.url, onHost.url ?? ""),
      ];
      assert.equal(hashes[0], hashes[1], `${JSON.stringify(request)} differs`);
    }
  } finally {
    await host.stop();
  }
  return `${requests.length} images of ${templates.length} templates`;
}
