import assert from "node:assert/strict";
import { imageIdOfKey, randomImageId, recipeKey, type Recipe } from "@placard/contracts";
import { createAccountImages } from "./account-images.ts";

const recipe: Recipe = {
  owner: "ada",
  template: { id: "blog", version: 1, hash: "h".repeat(43) },
  data: { title: "A title" },
  width: 1200,
  height: 630,
  format: "png",
  quality: 90,
};

describe("the images of an account", () => {
  /** Access to the images in a store with some recipes, of which `1` is deleted. Counts uses of storage. */
  function createImages(ids: readonly string[]) {
    const calls = { listings: 0, yielded: 0, reads: 0 };
    const meta = { contentType: "", size: 0, etag: "", storedAt: 0, expiresAt: 0, userMetadata: {} };
    const images = createAccountImages({
      store: {
        async *list() {
          calls.listings++;
          for (const [i, id] of ids.entries()) {
            calls.yielded++;
            yield { key: recipeKey(id), modifiedAt: i };
          }
          await Promise.resolve();
        },
        get(key) {
          calls.reads++;
          const bytes = Buffer.from(JSON.stringify(recipe));
          return Promise.resolve(imageIdOfKey(key) === "1" ? undefined : { bytes, meta });
        },
        head: () => Promise.resolve(undefined),
      },
    });
    return { images, calls };
  }
  const numbered = (count: number) => Array.from({ length: count }, (_, i) => String(i));

  it("are counted up to 10,000", async () => {
    const count = (recipes: number) => createImages(numbered(recipes)).images.count("ada");
    assert.deepEqual(await count(0), { images: 0, hasMoreImages: false });
    assert.deepEqual(await count(10_000), { images: 10_000, hasMoreImages: false });
    assert.deepEqual(await count(10_001), { images: 10_000, hasMoreImages: true });
  });

  it("are listed up to 10,000, without reading them", async () => {
    const { images, calls } = createImages(numbered(20_000));
    assert.equal((await images.listNewest("ada")).length, 10_000);
    assert.deepEqual([calls.yielded, calls.reads], [10_001, 0]);
  });

  it("are listed from the start of an ID: a cursor may be of another account's image", async () => {
    const imageId = randomImageId("ada");
    const [listed] = await createImages([imageId]).images.listNewest("ada");
    assert.deepEqual(listed, { id: imageId.slice(0, 20), imageId, time: 0 });
  });

  it("are listed newest first, once for requests at the same time and for several pages", async () => {
    const { images, calls } = createImages(numbered(1_001));
    const [first, count] = await Promise.all([images.listNewest("ada"), images.count("ada")]);
    assert.deepEqual(
      first.map(({ time }) => time),
      Array.from({ length: 1_001 }, (_, i) => 1_000 - i),
    );
    assert.deepEqual([count.images, calls.listings], [1_001, 1]);
  });

  it("are read by page in order, without deleted ones, with images whose bytes have expired", async () => {
    const { images, calls } = createImages([]);
    const page = numbered(40).map((id) => ({ id, imageId: id, time: 0 }));
    const read = await images.read(page, "ada");
    assert.equal(calls.reads, 40);
    assert.deepEqual(
      read.map(({ id }) => id),
      numbered(40).filter((id) => id !== "1"),
    );
    assert.equal(read[0]?.stored, undefined);
  });

  it("of another account with the same tag are not read", async () => {
    const { images } = createImages(["0"]);
    assert.deepEqual(await images.read([{ id: "0", imageId: "0", time: 0 }], "eve"), []);
  });
});
