import assert from "node:assert/strict";
import { Type } from "typebox";
import { createFixedProvider, createTemplateCatalog, type TemplateProvider } from "./catalog.ts";
import { compileTemplate } from "./language/compile-template.ts";
import { remoteImagesOf, withoutFields, type Template } from "./template.ts";

const compiled = compileTemplate({
  template: { id: "blog", name: "Blog post", fields: { title: { type: "string" } } },
  html: "<main>{{title}}</main>",
  assets: {},
}).template;
assert.ok(compiled);
const blog: Template = { ...compiled, version: 1, hash: "b".repeat(43) };
const builtIn = [blog, { ...blog, id: "event" }];
const builtInProvider = createFixedProvider(builtIn);

const speakers: Template = {
  ...blog,
  id: "speakers",
  name: "Speakers",
  description: "The speakers of an event",
  version: 3,
  hash: "s".repeat(43),
  fields: ["cover", "photos", "people"],
  data: Type.Object(
    {
      cover: Type.Optional(Type.String({ format: "image-url" })),
      photos: Type.Optional(Type.Array(Type.String({ format: "image-url" }), { maxItems: 4 })),
      people: Type.Optional(
        Type.Array(
          Type.Object(
            { name: Type.String(), photo: Type.Optional(Type.String({ format: "image-url" })) },
            { additionalProperties: false },
          ),
        ),
      ),
    },
    { additionalProperties: false },
  ),
};

describe("a template catalog", () => {
  /** A provider with a template that only one account can use. */
  const adaProvider: TemplateProvider = {
    find: ({ id, version = 3 }, owner) =>
      Promise.resolve(owner === "ada" && id === "speakers" && version === 3 ? speakers : undefined),
    list: (owner) => Promise.resolve(owner === "ada" ? [speakers] : []),
    findByHash: ({ hash }, owner) =>
      Promise.resolve(owner === "ada" && hash === speakers.hash ? speakers : undefined),
  };
  const catalog = createTemplateCatalog([builtInProvider, adaProvider]);

  it("finds the current version by id, and a pinned version by id and version", async () => {
    assert.equal(await catalog.find({ id: "blog" }, "ada"), blog);
    assert.equal(await catalog.find({ id: "blog", version: blog.version }, "ada"), blog);
    assert.equal(await catalog.find({ id: "blog", version: blog.version + 1 }, "ada"), undefined);
    assert.equal(await catalog.find({ id: "constructor" }, "ada"), undefined);
  });

  it("finds and lists an account's templates for that account only, after the built-in ones", async () => {
    assert.equal(await catalog.find({ id: "speakers" }, "ada"), speakers);
    assert.equal(await catalog.find({ id: "speakers" }, "eve"), undefined);
    assert.deepEqual(await catalog.list("ada"), [...builtIn, speakers]);
    assert.deepEqual(await catalog.list("eve"), builtIn);
    assert.deepEqual(await catalog.list(), builtIn);
  });

  it("finds the template of a stored recipe by the hash of its document", async () => {
    const find = (hash: string, owner = "ada") =>
      catalog.findForRecipe({ template: { id: "speakers", version: 1, hash }, owner });
    assert.equal(await find(speakers.hash), speakers);
    assert.equal(await find("retired"), undefined);
    assert.equal(await find(speakers.hash, "eve"), undefined);
  });

  it("uses the first provider that has an ID, so that built-in templates can't be replaced", async () => {
    const duplicate: Template = { ...speakers, id: "blog" };
    const catalogWithDuplicate = createTemplateCatalog([builtInProvider, createFixedProvider([duplicate])]);
    assert.equal(await catalogWithDuplicate.find({ id: "blog" }, "ada"), blog);
  });

  it("validates strings, lists of strings and lists of objects, with the path of every error", () => {
    const data = { photos: ["https://a.example/1.png"], people: [{ name: "Ada" }] };
    assert.deepEqual(catalog.validate(speakers, data), { ok: true, value: data });
    const invalid = catalog.validate(speakers, {
      photos: ["ftp://a.example"],
      people: [{ photo: 5 }],
      extra: "x",
    });
    assert.ok(!invalid.ok);
    assert.deepEqual(invalid.errors.map(({ path }) => path).toSorted(), [
      "/extra",
      "/people/0/name",
      "/people/0/photo",
      "/photos/0",
    ]);
  });
});

describe("the remote images of a card", () => {
  const data = {
    cover: "https://a.example/cover.png",
    photos: ["https://a.example/1.png", "", "https://a.example/3.png"],
    people: [{ name: "Ada", photo: "https://a.example/ada.png" }, { name: "Bob" }],
  };

  it("are the fields with the format image-url, including those in lists and objects", () => {
    assert.deepEqual(remoteImagesOf(speakers, data), [
      { field: "cover", value: "https://a.example/cover.png" },
      { field: "photos/0", value: "https://a.example/1.png" },
      { field: "photos/2", value: "https://a.example/3.png" },
      { field: "people/0/photo", value: "https://a.example/ada.png" },
    ]);
    assert.deepEqual(remoteImagesOf(blog, { title: "https://a.example/x.png" }), []);
  });

  it("can be removed from the data without shifting the other list entries", () => {
    assert.deepEqual(withoutFields(data, new Set(["cover", "photos/0", "people/0/photo"])), {
      cover: "",
      photos: ["", "", "https://a.example/3.png"],
      people: [{ name: "Ada", photo: "" }, { name: "Bob" }],
    });
  });
});
