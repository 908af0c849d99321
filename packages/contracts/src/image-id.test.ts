import assert from "node:assert/strict";
import { deriveImageId, imageIdPattern, randomImageId } from "./image-id.ts";
import type { Recipe } from "./generate-request.ts";

describe("image ids", () => {
  const recipe: Recipe = {
    template: "blog",
    data: { title: "A title", author: "Someone" },
    width: 1200,
    height: 630,
    format: "png",
    quality: 100,
  };

  it("are the same whatever the order of the fields", () => {
    const turned = { ...recipe, data: { author: "Someone", title: "A title" } };
    assert.equal(deriveImageId(turned), deriveImageId(recipe));
    assert.match(deriveImageId(recipe), imageIdPattern);
  });

  it("can't be made equal by moving text from one field to another", () => {
    const split = (title: string, author: string) => deriveImageId({ ...recipe, data: { title, author } });
    assert.notEqual(split('a","author","b', "c"), split("a", 'b","author","c'));
    assert.notEqual(split("ab", "c"), split("a", "bc"));
  });

  it("that are random look like the others and don't repeat", () => {
    const ids = new Set(Array.from({ length: 1000 }, randomImageId));
    assert.equal(ids.size, 1000);
    for (const id of ids) assert.match(id, imageIdPattern);
  });
});
