import assert from "node:assert/strict";
import { join } from "node:path";
import { imagePrefix, recipePrefix } from "@placard/contracts";
import { openImageStore, type ImageStore } from "@placard/storage";
import { poll, prepareBucket, startPlacard, type Placard } from "@placard/testing";
import request from "supertest";
import { renderCard } from "./image-links.contract.ts";

/** A Placard whose images expire after 2 s, and recipes after 15 s. */
interface Installation {
  placard: Placard;
  store: ImageStore;
}

describe("expiry", () => {
  const installations: Installation[] = [];
  before(async () => {
    for (const { env, s3 } of [{ env: {}, s3: undefined }, await prepareBucket()]) {
      const placard = await startPlacard({ env: { IMAGE_TTL: "2", RECIPE_TTL: "15", ...env } });
      installations.push({
        placard,
        store: openImageStore({ s3, directory: join(placard.directory, "storage") }),
      });
    }
  });
  after(async () => {
    for (const { placard, store } of installations) {
      store.close();
      await placard.stop();
    }
  });

  async function expire({ placard, store }: Installation): Promise<void> {
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
  }

  // Both in parallel, because they only wait.
  it("deletes bytes, renders them again for their link, and deletes the link with its recipe, on files and on S3", async () => {
    assert.equal(installations.length, 2);
    await Promise.all(installations.map(expire));
  });
});

async function countObjects(store: ImageStore, prefix: string): Promise<number> {
  let count = 0;
  for await (const _ of store.list(prefix)) count++;
  return count;
}
