import assert from "node:assert/strict";
import { callGateway, startPlacard } from "@placard/testing";
import { readSampleCards } from "../../../packages/template-store/dist/index.js";
import { generate, isOk } from "../../drills/load.mjs";

const formats = ["png", "jpeg", "webp"];

/**
 * The containers render the sample cards of all templates, in all formats, to the same bytes as this machine
 * does.
 */
export async function checkSameImages(project) {
  const { body } = await callGateway(`${project.url}/api/v1/og/templates`, "GET", { token: project.key });
  const { templates } = body.data;
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
      const [image, expected] = [
        await fetchImage(project, await generate(project, request)),
        await fetchImage(host, await generate(host, request)),
      ];
      assert.ok(image.equals(expected), `${JSON.stringify(request)} differs`);
    }
  } finally {
    await host.stop();
  }
  return `${requests.length} images of ${templates.length} templates`;
}

/**
 * Fetches the image of a generate request from a gateway, whatever host its link names.
 * @param outcome of `generate`
 */
export async function fetchImage({ url }, outcome) {
  assert.ok(isOk(outcome), `generate responded with ${outcome.status} ${outcome.code}`);
  const response = await fetch(new URL(new URL(outcome.url).pathname, url));
  assert.equal(response.status, 200, outcome.url);
  return Buffer.from(await response.arrayBuffer());
}
