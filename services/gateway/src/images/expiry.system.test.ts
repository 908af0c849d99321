import assert from "node:assert/strict";
import { join } from "node:path";
import { imagePrefix, recipePrefix } from "@placard/contracts";
import { createFileStore, type ImageStore } from "@placard/storage";
import { poll, startPlacard, type Placard } from "@placard/testing";
import request from "supertest";
import { renderCard } from "../testing/image-links.ts";

describe("expiry", () => {
  let placard: Placard;
  let store: ImageStore;
  before(async () => {
    placard = await startPlacard({
      inProcess: ["gateway", "renderer"],
      env: { IMAGE_TTL: "2", RECIPE_TTL: "8" },
    });
    store = createFileStore({ directory: join(placard.directory, "storage") });
  });
  after(async () => {
    store?.close();
    await placard?.stop();
  });

  it("deletes bytes, renders them again for their link, and deletes the link with its recipe", async () => {
    const path = await renderCard(placard, "Short-lived");
    const first = await request(placard.url).get(path).expect(200);
    await poll("the sweep of expired bytes", async () => (await countObjects(store, imagePrefix)) === 0);
    await poll("the log line of the sweep", () =>
      placard.logs().some(({ msg }) => msg === "expired objects deleted"),
    );
    assert.equal(await countObjects(store, recipePrefix), 1);
    const second = await request(placard.url).get(path).expect(200);
    assert.deepEqual(second.body, first.body);
    assert.match(second.headers["cache-control"] ?? "", /max-age=[012],/);
    await poll("the sweep of expired recipes", async () => (await countObjects(store, recipePrefix)) === 0);
    await poll("the link to expire", async () => (await fetch(placard.url + path)).status === 404);
  });
});

async function countObjects(store: ImageStore, prefix: string): Promise<number> {
  let count = 0;
  for await (const _ of store.list(prefix)) count++;
  return count;
}
