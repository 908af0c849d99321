import assert from "node:assert/strict";
import { createAccountImages } from "./account-images.ts";

describe("the images of an account", () => {
  /** Access to the images in a store with a number of recipes, and the number of listings so far. */
  function createImages(recipes: number) {
    let listings = 0;
    const images = createAccountImages({
      store: {
        get: () => Promise.resolve(undefined),
        async *list() {
          listings++;
          for (let i = 0; i < recipes; i++) yield { key: `recipes/${i}.json`, modifiedAt: 0 };
          await Promise.resolve();
        },
      },
    });
    return { images, listings: () => listings };
  }

  it("are counted up to 10,000", async () => {
    const count = (recipes: number) => createImages(recipes).images.count("ada");
    assert.deepEqual(await count(0), { images: 0, hasMoreImages: false });
    assert.deepEqual(await count(10_000), { images: 10_000, hasMoreImages: false });
    assert.deepEqual(await count(10_001), { images: 10_000, hasMoreImages: true });
  });

  it("are listed once for all requests that count them at the same time", async () => {
    const { images, listings } = createImages(5);
    const counts = await Promise.all(Array.from({ length: 10 }, () => images.count("ada")));
    assert.ok(counts.every((count) => count.images === 5));
    assert.equal(listings(), 1);
  });
});
