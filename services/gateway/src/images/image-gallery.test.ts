import assert from "node:assert/strict";
import { randomImageId, recipeKey, type Recipe } from "@placard/contracts";
import { createImageGallery } from "./image-gallery.ts";

const recipe: Recipe = {
  owner: "ada",
  template: { id: "blog", version: 1, hash: "h".repeat(43) },
  data: { title: "A title" },
  width: 1200,
  height: 630,
  format: "png",
  quality: 90,
};

describe("the gallery of an account", () => {
  /** A gallery over a number of recipes, and how often storage was listed and read. */
  function createGallery(recipes: number) {
    const calls = { listings: 0, yielded: 0, reads: 0 };
    const gallery = createImageGallery({
      store: {
        async *list() {
          calls.listings++;
          for (let i = 0; i < recipes; i++) {
            calls.yielded++;
            yield { key: recipeKey(String(i)), modifiedAt: i };
          }
          await Promise.resolve();
        },
        head: () => Promise.resolve(undefined),
      },
      accountImages: {
        find(id) {
          calls.reads++;
          return Promise.resolve(id === "1" ? undefined : { id, recipe, renderedAt: 0, expiresAt: 0 });
        },
      },
    });
    return { gallery, calls };
  }

  it("lists at most 10,000 images, and reads none of them", async () => {
    const { gallery, calls } = createGallery(20_000);
    assert.equal((await gallery.list("ada")).length, 10_000);
    assert.deepEqual([calls.yielded, calls.reads], [10_000, 0]);
  });

  it("lists only the start of an ID as its position, because a cursor may be that of an image of another account", async () => {
    const imageId = randomImageId("ada");
    const gallery = createImageGallery({
      store: {
        async *list() {
          yield await Promise.resolve({ key: recipeKey(imageId), modifiedAt: 1 });
        },
        head: () => Promise.resolve(undefined),
      },
      accountImages: { find: () => Promise.resolve(undefined) },
    });
    const [listed] = await gallery.list("ada");
    assert.deepEqual(listed, { id: imageId.slice(0, 20), imageId, time: 1 });
  });

  it("lists images newest first, and keeps the listing of many for several pages", async () => {
    const { gallery, calls } = createGallery(1_001);
    const [first, second] = await Promise.all([gallery.list("ada"), gallery.list("ada")]);
    assert.deepEqual(
      first.map(({ time }) => time),
      Array.from({ length: 1_001 }, (_, i) => 1_000 - i),
    );
    assert.deepEqual([second, calls.listings], [first, 1]);
  });

  it("reads only the images of a page, in their order, without deleted ones and with those whose bytes have expired", async () => {
    const { gallery, calls } = createGallery(0);
    const page = Array.from({ length: 40 }, (_, i) => ({ id: String(i), imageId: String(i), time: i }));
    const images = await gallery.read(page, "ada");
    assert.equal(calls.reads, 40);
    assert.deepEqual(
      images.map(({ id }) => id),
      page.map(({ id }) => id).filter((id) => id !== "1"),
    );
    assert.equal(images[0]?.stored, undefined);
  });
});
