import assert from "node:assert/strict";
import {
  deriveImageId,
  imageIdPattern,
  ownerTag,
  parseStoredRecipe,
  randomImageId,
  type Recipe,
} from "./recipe.ts";

const recipe: Recipe = {
  owner: "3q2-7wAAAAAAAAAAAAAAAA",
  template: { id: "blog", version: 1, hash: "h".repeat(43) },
  data: { title: "A title", author: "Someone" },
  width: 1200,
  height: 630,
  format: "png",
  quality: 100,
};

describe("image ids", () => {
  it("don't depend on the order of the data fields", () => {
    const reordered = { ...recipe, data: { author: "Someone", title: "A title" } };
    assert.equal(deriveImageId(reordered), deriveImageId(recipe));
    assert.match(deriveImageId(recipe), imageIdPattern);
  });

  it("differ by owner, template, document, brand, data, size, scale, format and encoding options", () => {
    const variants: Recipe[] = [
      recipe,
      { ...recipe, owner: "another-account-id-000" },
      { ...recipe, template: { ...recipe.template, id: "event" } },
      { ...recipe, template: { ...recipe.template, hash: "i".repeat(43) } },
      { ...recipe, brand: { site: "example.com" } },
      { ...recipe, brand: { site: "example.org" } },
      { ...recipe, data: { title: "A title" } },
      { ...recipe, width: 1201 },
      { ...recipe, height: 631 },
      { ...recipe, format: "webp" },
      { ...recipe, format: "auto" },
      { ...recipe, quality: 99 },
      { ...recipe, scale: 2 },
      { ...recipe, maxBytes: 300_000 },
      { ...recipe, maxBytes: 300_001 },
    ];
    assert.equal(new Set(variants.map((variant) => deriveImageId(variant))).size, variants.length);
  });

  it("don't depend on the number of the template's version", () => {
    const renumbered = { ...recipe, template: { ...recipe.template, version: 2 } };
    assert.equal(deriveImageId(renumbered), deriveImageId(recipe));
  });

  it("differ by locale", () => {
    const ids = [undefined, "de", "ja"].map((locale) =>
      deriveImageId({ ...recipe, ...(locale !== undefined && { locale }) }),
    );
    assert.equal(new Set(ids).size, ids.length);
  });

  it("differ by brand, and do not depend on the order of its members", () => {
    const idOf = (brand?: Recipe["brand"]) => deriveImageId({ ...recipe, ...(brand && { brand }) });
    const colors = { ground: "#ffffff", ink: "#111111" };
    const ids = [
      idOf(),
      idOf({}),
      idOf({ colors }),
      idOf({ colors: { ...colors, ink: "#222222" } }),
      idOf({ site: "example.com" }),
      idOf({ displayName: "example.com" }),
    ];
    assert.equal(new Set(ids).size, ids.length);
    assert.equal(idOf({ colors: { ink: "#111111", ground: "#ffffff" } }), idOf({ colors }));
  });

  it("differ by expiry, and from the id of the permanent image", () => {
    const ids = [deriveImageId(recipe), deriveImageId(recipe, 1_000), deriveImageId(recipe, 2_000)];
    assert.equal(new Set(ids).size, ids.length);
    assert.equal(deriveImageId(recipe, 1_000), ids[1]);
  });

  it("can't be made equal by moving text between fields, list items and objects", () => {
    const idOf = (data: Recipe["data"]) => deriveImageId({ ...recipe, data });
    const ids = [
      idOf({ title: 'a","author","b', author: "c" }),
      idOf({ title: "a", author: 'b","author","c' }),
      idOf({ title: "ab", author: "c" }),
      idOf({ title: "a", author: "bc" }),
      idOf({ title: ["a", "bc"] }),
      idOf({ title: ["ab", "c"] }),
      idOf({ title: ["a,bc"] }),
      idOf({ title: [{ a: "bc" }] }),
      idOf({ title: [{ a: "b", c: "" }] }),
    ];
    assert.equal(new Set(ids).size, ids.length);
  });

  it("are unique and match the pattern if they are random", () => {
    const ids = new Set(Array.from({ length: 1000 }, () => randomImageId(recipe.owner)));
    assert.equal(ids.size, 1000);
    for (const id of ids) assert.match(id, imageIdPattern);
  });
});

describe("the owner tag", () => {
  it("starts the ids of all images of the account, and of no other account's", () => {
    const another = "another-account-id-000";
    const tag = ownerTag(recipe.owner);
    for (const id of [deriveImageId(recipe), deriveImageId(recipe, 1_000), randomImageId(recipe.owner)])
      assert.equal(id.slice(0, 8), tag);
    for (const id of [deriveImageId({ ...recipe, owner: another }), randomImageId(another)])
      assert.notEqual(id.slice(0, 8), tag);
  });

  it("does not contain a part of the account id", () => {
    assert.ok(!recipe.owner.includes(ownerTag(recipe.owner)));
    assert.equal(ownerTag(recipe.owner).length, 8);
  });
});

describe("a stored recipe", () => {
  it("is valid with strings, lists of strings and lists of objects as data", () => {
    const data = { title: "x", tags: ["a", "b"], speakers: [{ name: "Ada" }, {}] };
    assert.ok(parseStoredRecipe(JSON.stringify({ ...recipe, data })).ok);
  });

  it("is invalid without an owner or a document hash, or with data of another type, or unknown members", () => {
    const { owner: _owner, ...withoutOwner } = recipe;
    for (const invalid of [
      withoutOwner,
      { ...recipe, owner: "" },
      { ...recipe, template: "blog" },
      { ...recipe, template: { id: "blog", version: 1 } },
      { ...recipe, data: { title: 5 } },
      { ...recipe, data: { title: [["x"]] } },
      { ...recipe, format: "gif" },
      { ...recipe, extra: true },
      null,
      "recipe",
    ]) {
      assert.ok(!parseStoredRecipe(JSON.stringify(invalid)).ok, JSON.stringify(invalid));
    }
  });
});
