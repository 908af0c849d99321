import assert from "node:assert/strict";
import { AppError, remoteImageQueue, renderQueue } from "@placard/contracts";
import { readBuiltInTemplate } from "@placard/template-store";
import { createFixedProvider, createTemplateCatalog, type TemplateDescription } from "@placard/templates";
import Type from "typebox";
import { parseGenerateRequest } from "./parse-generate-request.ts";

const blog = readBuiltInTemplate("blog");
const { hash } = blog;
const gallery: TemplateDescription = {
  name: "Gallery",
  description: "Photos",
  fields: ["title"],
  id: "gallery",
  version: 4,
  layouts: ["list", "photos"],
  hash: "g".repeat(43),
  data: Type.Object(
    {
      title: Type.String(),
      tags: Type.Optional(Type.Array(Type.String())),
      count: Type.Optional(Type.String({ format: "number" })),
      live: Type.Optional(Type.Unsafe<string>({ enum: [true, false, "true", "false"] })), // a `boolean`
      speakers: Type.Optional(
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
const catalog = createTemplateCatalog<TemplateDescription>([
  createFixedProvider([blog]),
  createFixedProvider([gallery]),
]);

const parse = async (body: object, owner = "ada") =>
  parseGenerateRequest(catalog, body as Readonly<Record<string, unknown>>, { owner, requestId: "r" });

async function errorOf(body: object): Promise<AppError> {
  return parse(body).then(
    () => assert.fail("the request is valid"),
    (error: unknown) => {
      assert.ok(error instanceof AppError, String(error));
      return error;
    },
  );
}

describe("a generate request", () => {
  it("has the same image for a boolean and for its text, and for false and no value", async () => {
    const idOf = async (live?: unknown) =>
      (await parse({ template: "gallery", data: { title: "Photos", ...(live !== undefined && { live }) } }))
        .id;
    assert.equal(await idOf(true), await idOf("true"));
    assert.equal(await idOf(false), await idOf());
    assert.equal(await idOf("false"), await idOf());
    const { details } = await errorOf({ template: "gallery", data: { title: true, live: "yes" } });
    assert.deepEqual(
      details?.map(({ path }) => path),
      ["/data/title", "/data/live"],
    );
  });

  it("has the same image for a number and for its digits, in number fields only", async () => {
    const idOf = async (count: unknown) =>
      (await parse({ template: "gallery", data: { title: "Photos", count } })).id;
    assert.equal(await idOf(62.5), await idOf("62.5"));
    const { details } = await errorOf({ template: "gallery", data: { title: 62.5, count: 1e21 } });
    assert.deepEqual(
      details?.map(({ path }) => path),
      ["/data/title", "/data/count"],
    );
  });

  it("becomes a recipe with the owner, the template version, normalized data and all options", async () => {
    const { recipe, resultTtlSeconds } = await parse({
      template: "blog",
      data: { title: "  Cafe\u0301 ", author: "" },
    });
    assert.deepEqual(recipe, {
      owner: "ada",
      template: { id: "blog", version: 1, hash },
      data: { title: "Caf\u00e9" },
      width: 1200,
      height: 630,
      format: "png",
      quality: 100,
    });
    assert.equal(resultTtlSeconds, undefined);
  });

  it("has one image id for each account, and a random one with cache: false", async () => {
    const body = { template: "blog", data: { title: "Same" } };
    const [first, second, otherAccount] = [await parse(body), await parse(body), await parse(body, "eve")];
    assert.equal(first.id, second.id);
    assert.notEqual(first.id, otherAccount.id);
    const uncached = { ...body, options: { cache: false } };
    assert.notEqual((await parse(uncached)).id, (await parse(uncached)).id);
  });

  it("can name a template's current version, and is rejected with gone for any other version", async () => {
    assert.equal((await parse({ template: "gallery@4", data: { title: "x" } })).recipe.template.version, 4);
    const gone = await errorOf({ template: "gallery@3", data: { title: "x" } });
    assert.deepEqual([gone.code, gone.status], ["gone", 410]);
    assert.match(gone.message, /gallery@4/);
    assert.equal((await errorOf({ template: "poster@1", data: {} })).code, "unknown_template");
  });

  it("can contain lists of strings and of objects, in which all texts are normalized", async () => {
    const data = { title: "x", tags: [" a  b "], speakers: [{ name: "Ada\u0000" }] };
    const { recipe } = await parse({ template: "gallery", data });
    assert.deepEqual(recipe.data, { title: "x", tags: ["a b"], speakers: [{ name: "Ada" }] });
  });

  it("goes to the queue for remote images if any field of the format image-url has a value", async () => {
    const card = (speaker: object) => ({ template: "gallery", data: { title: "x", speakers: [speaker] } });
    assert.equal((await parse(card({ name: "Ada" }))).queue, renderQueue);
    const photo = "https://a.example/ada.png";
    assert.equal((await parse(card({ name: "Ada", photo }))).queue, remoteImageQueue);
    assert.equal((await parse({ template: "blog", data: { title: photo } })).queue, renderQueue);
  });

  it("names its language with a canonical locale, which is part of the image id", async () => {
    const body = { template: "blog", data: { title: "Fest" } };
    const [first, second] = await Promise.all(
      ["DE-de", "de-DE"].map((locale) => parse({ ...body, options: { locale } })),
    );
    assert.equal(first?.recipe.locale, "de-DE");
    assert.equal(first.id, second?.id);
    assert.notEqual(first.id, (await parse(body)).id);
    for (const locale of ["german!", "en_US", "", "x".repeat(40)]) {
      const { details } = await errorOf({ ...body, options: { locale } });
      assert.equal(details?.[0]?.path, "/options/locale", locale);
    }
  });

  it("names a layout of its template, which is part of the image id only when it is given", async () => {
    const body = { template: "gallery", data: { title: "x" } };
    const { id, recipe } = await parse(body);
    const chosen = await parse({ ...body, options: { layout: "photos" } });
    assert.deepEqual([recipe.layout, chosen.recipe.layout], [undefined, "photos"]);
    assert.notEqual(chosen.id, id);
    const { details } = await errorOf({ ...body, options: { layout: "photo" } });
    const message = "must be one of list, photos; this is `photo`. Did you mean `photos`?";
    assert.deepEqual(details, [{ path: "/options/layout", message }]);
    const blogLayout = await errorOf({
      template: "blog",
      data: { title: "x" },
      options: { layout: "__proto__" },
    });
    assert.equal(blogLayout.details?.[0]?.path, "/options/layout");
  });

  it("has the focus of the images that it has, which is part of the image id only for these", async () => {
    const speakers = [{ name: "Ada", photo: "https://a.example/ada.png" }];
    const body = { template: "gallery", data: { title: "x", speakers } };
    const focus = { "speakers/0/photo": "50% 20%" };
    const focused = await parse({ ...body, options: { focus: { ...focus, "speakers/1/photo": "top" } } });
    assert.deepEqual(focused.recipe.focus, focus);
    assert.notEqual(focused.id, (await parse(body)).id);
    const other = await parse({ ...body, options: { focus: { "speakers/7/photo": "top" } } });
    assert.equal(other.id, (await parse(body)).id);
    const invalid: [object, string][] = [
      [{ title: "top" }, "/options/focus/title"],
      [{ ["__proto__/photo"]: "top" }, "/options/focus/__proto__~1photo"],
      [{ "speakers/0/photo": "50px" }, "/options/focus/speakers~10~1photo"],
      [{ "speakers/0/photo": "101%" }, "/options/focus/speakers~10~1photo"],
      [{ "speakers/0/photo": "top 5%" }, "/options/focus/speakers~10~1photo"],
      [{ "speakers/0/photo": "url(x)" }, "/options/focus/speakers~10~1photo"],
    ];
    for (const [given, path] of invalid) {
      const { details } = await errorOf({ ...body, options: { focus: given } });
      assert.deepEqual(
        details?.map((detail) => detail.path),
        [path],
        JSON.stringify(given),
      );
    }
  });

  it("is rejected with the JSON pointer of every invalid field, including those in lists", async () => {
    const { details = [] } = await errorOf({
      template: "gallery",
      data: { tags: [5], speakers: [{ name: "Ada", photo: "x" }, {}] },
      options: { width: 1 },
      extra: true,
    });
    assert.deepEqual(details.map(({ path }) => path).toSorted(), [
      "/data/speakers/0/photo",
      "/data/speakers/1/name",
      "/data/tags/0",
      "/data/title",
      "/extra",
      "/options/width",
    ]);
  });

  it("treats null as absent for optional data fields only", async () => {
    const { recipe } = await parse({ template: "blog", data: { title: "x", author: null } });
    assert.deepEqual(recipe.data, { title: "x" });
    assert.deepEqual(
      (await errorOf({ template: "blog", data: { title: null, color: null } })).details?.map(
        ({ path }) => path,
      ),
      ["/data/color", "/data/title"],
    );
  });

  it("is rejected if a value is nested deeper than any template allows", async () => {
    for (const open of ["[", '{"a":']) {
      const depth = 30_000;
      const close = open === "[" ? "]" : "}";
      const json = `${open.repeat(depth)}1${close.repeat(depth)}`;
      const body = JSON.parse(`{"template":"blog","data":{"title":${json}}}`) as object;
      const { code, details } = await errorOf(body);
      assert.equal(code, "validation_failed");
      assert.deepEqual(
        details?.map(({ path }) => path),
        ["/data/title"],
      );
    }
  });
});
