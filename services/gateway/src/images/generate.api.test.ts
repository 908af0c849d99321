import assert from "node:assert/strict";
import { getSharedPlacard, poll, type SharedPlacard } from "@placard/testing";
import request from "supertest";

describe("POST /api/v1/og/generate", () => {
  let placard: SharedPlacard;
  before(async () => {
    placard = await getSharedPlacard();
  });

  const generate = (body: string | object, url = placard.url) =>
    request(url).post("/api/v1/og/generate").set("Authorization", `Bearer ${placard.key}`).send(body);
  const errorsOf = async (body: object) => {
    const { body: response } = await generate(body).expect(400);
    assert.equal(response.error.code, "validation_failed");
    return Object.fromEntries(
      response.error.details.map(({ path, message }: { path: string; message: string }) => [path, message]),
    );
  };

  it("returns exactly the fields of a generated image, as stored", async () => {
    const { body, headers } = await generate({
      template: "blog",
      data: { title: "Exactly these fields" },
      options: { width: 640, height: 336, format: "jpeg", quality: 70 },
    }).expect(200);
    assert.equal(body.success, true);
    assert.deepEqual(Object.keys(body.data).sort(), [
      "expiresAt",
      "format",
      "height",
      "size",
      "url",
      "width",
    ]);
    assert.match(body.data.url, /^http:\/\/localhost:\d+\/og\/[A-Za-z0-9_-]{22,}\.jpeg$/);
    assert.equal(headers["x-cache"], "MISS");
    const image = await request(placard.url).get(new URL(body.data.url).pathname).expect(200);
    assert.equal(image.headers["content-type"], "image/jpeg");
    assert.equal(image.body.length, body.data.size);
    const days = (Date.parse(body.data.expiresAt) - Date.now()) / 86_400_000;
    assert.ok(days > 6.99 && days < 7.01, `expires in ${days} days`);
  });

  it("returns the same link for the same request at every gateway, and renders once", async () => {
    const body = { template: "event", data: { title: "Same", date: "14 March" } };
    const [first, second] = [await generate(body), await generate(body, placard.gateways[1]!.url)];
    const path = (url: string) => new URL(url).pathname;
    assert.equal(path(first.body.data.url), path(second.body.data.url));
    assert.deepEqual([first.headers["x-cache"], second.headers["x-cache"]], ["MISS", "HIT"]);
    assert.equal(first.body.data.expiresAt, second.body.data.expiresAt);
  });

  it("renders one image for 200 identical requests at two gateways, and reports one MISS", async () => {
    const body = { template: "blog", data: { title: "Two hundred at once" }, options: { format: "jpeg" } };
    const urls = placard.gateways.map(({ url }) => url);
    const responses = await Promise.all(Array.from({ length: 200 }, (_, i) => generate(body, urls[i % 2])));
    assert.deepEqual([...new Set(responses.map(({ status }) => status))], [200]);
    assert.equal(responses.filter(({ headers }) => headers["x-cache"] === "MISS").length, 1);
    const id = /og\/(.+)\./.exec(responses[0]!.body.data.url)?.[1];
    const renders = () => placard.logs({ msg: "image rendered", imageId: id! });
    await poll("the renderer's log line", async () => (await renders()).length > 0);
    assert.equal((await renders()).length, 1);
  });

  it("treats normalized texts, quality on png, and empty optional fields as the same image", async () => {
    const forms = [
      { data: { title: "Caf\u00e9 au lait" } },
      {
        data: { title: "  Cafe\u0301\t au\u00a0\n lait\u0000 ", description: "", author: null },
        options: { quality: 5 },
      },
      {
        data: { title: "Caf\u00e9 au lait" },
        options: { width: 1200, height: 630, format: "png", cache: true },
      },
    ];
    const urls = [];
    for (const form of forms) urls.push((await generate({ template: "blog", ...form })).body.data.url);
    assert.equal(new Set(urls).size, 1);
  });

  it("keeps single line breaks in titles only, and treats all other line breaks as spaces", async () => {
    const urlOf = async (data: object) =>
      String((await generate({ template: "blog", data }).expect(200)).body.data.url);
    const plain = await urlOf({ title: "Two lines", author: "Ada Lovelace" });
    assert.equal(await urlOf({ title: "Two\n  lines", author: "Ada\nLovelace" }), plain);
    const broken = await urlOf({ title: "Two\nlines", author: "Ada Lovelace" });
    assert.notEqual(broken, plain);
    assert.equal(await urlOf({ title: "\nTwo\r\nlines\n", author: "Ada Lovelace" }), broken);
  });

  it("returns another link for another template, data value, size, format or quality", async () => {
    const base = { template: "blog", data: { title: "One", date: "Two" }, options: { format: "jpeg" } };
    const others = [
      base,
      { ...base, template: "event" },
      { ...base, data: { title: "Two", date: "One" } },
      { ...base, data: { title: "One" } },
      { ...base, options: { format: "jpeg", width: 1201 } },
      { ...base, options: { format: "jpeg", height: 631 } },
      { ...base, options: { format: "webp" } },
      { ...base, options: { format: "jpeg", quality: 89 } },
    ];
    const responses = await Promise.all(others.map((body) => generate(body).expect(200)));
    assert.equal(new Set(responses.map(({ body }) => body.data.url)).size, others.length);
  });

  it("renders each request with cache: false again, with its own id", async () => {
    const body = { template: "product", data: { name: "Uncached" }, options: { cache: false } };
    const responses = await Promise.all([generate(body), generate(body), generate({ ...body, options: {} })]);
    assert.equal(new Set(responses.map(({ body: { data } }) => data.url)).size, 3);
    assert.deepEqual([...new Set(responses.map(({ headers }) => headers["x-cache"]))], ["MISS"]);
    const days = (Date.parse(responses[0].body.data.expiresAt) - Date.now()) / 86_400_000;
    assert.ok(days > 6.99 && days < 7.01);
    await request(placard.url).get(new URL(responses[0].body.data.url).pathname).expect(200);
  });

  it("renders a card without an image that can't be fetched, warns, and keeps it for a minute", async () => {
    const body = { template: "product", data: { name: "Lamp", image: "https://shop.invalid/lamp.png" } };
    const startedAt = Date.now();
    const first = await generate(body);
    const renderedBy = Date.now();
    const second = await generate(body);
    assert.equal(first.status, 200);
    const [warning, ...more] = first.body.data.warnings;
    assert.deepEqual([warning.code, warning.field, more], ["image_unavailable", "image", []]);
    const renderedAt = Date.parse(first.body.data.expiresAt) - 60_000;
    assert.ok(renderedAt > startedAt - 500 && renderedAt < renderedBy + 500, first.body.data.expiresAt);
    assert.deepEqual([first.headers["x-cache"], second.headers["x-cache"]], ["MISS", "HIT"]);
    assert.deepEqual(second.body.data, first.body.data);
  });

  it("warns about truncated text and missing glyphs, also from the cache, and keeps the image", async () => {
    const body = {
      template: "blog",
      data: { title: "Unassigned \u0378", author: "One of a great many names ".repeat(4) },
    };
    const [first, second] = [await generate(body), await generate(body)];
    assert.equal(first.status, 200);
    const found = first.body.data.warnings.map(({ code, field }: Record<string, string>) => [code, field]);
    assert.deepEqual(found, [
      ["glyph_missing", "title"],
      ["text_truncated", "author"],
    ]);
    assert.match(first.body.data.warnings[0].message, /U\+0378/);
    assert.deepEqual([first.headers["x-cache"], second.headers["x-cache"]], ["MISS", "HIT"]);
    assert.deepEqual(second.body.data, first.body.data);
    const days = (Date.parse(first.body.data.expiresAt) - Date.now()) / 86_400_000;
    assert.ok(days > 6.99, `expires in ${days} days`);
  });

  it("writes dates in the language of the request, which gets another link", async () => {
    const card = (options: object) => {
      const data = { title: "Frühlingsfest", date: "2027-03-14T18:30:00Z" };
      return { template: "event", data, options: { width: 400, height: 210, ...options } };
    };
    const bodies = [{}, { locale: "de" }, { locale: "DE" }].map((options) =>
      generate(card(options)).expect(200),
    );
    const [detected, german, same] = await Promise.all(bodies);
    assert.equal(german!.body.data.url, same!.body.data.url);
    assert.notEqual(german!.body.data.url, detected!.body.data.url);
    assert.equal(german!.body.data.warnings, undefined);
    assert.deepEqual(await errorsOf(card({ locale: "german!" })), {
      "/options/locale": "must be a BCP 47 language tag such as de or pt-BR",
    });
  });

  it("warns about dates that do not exist or are ambiguous, and about no other text", async () => {
    const warningsFor = async (date: string) => {
      const { body } = await generate({ template: "event", data: { title: "Party", date } }).expect(200);
      return body.data.warnings?.map(({ code, field }: Record<string, string>) => [code, field]);
    };
    for (const date of ["2027-02-30", "03/04/2027"])
      assert.deepEqual(await warningsFor(date), [["date_not_understood", "date"]], date);
    for (const date of ["TBA", "2027-06-02/2027-06-04"])
      assert.equal(await warningsFor(date), undefined, date);
  });

  it("lists every invalid field of a body with its JSON pointer", async () => {
    const found = await errorsOf({
      template: "blog",
      data: { title: 5, color: "red", author: 7 },
      options: { width: "1200", height: 199, format: "gif", quality: 101, cache: 1, depth: 2 },
      extra: true,
    });
    assert.deepEqual(Object.keys(found).sort(), [
      "/data/author",
      "/data/color",
      "/data/title",
      "/extra",
      "/options/cache",
      "/options/depth",
      "/options/format",
      "/options/height",
      "/options/quality",
      "/options/width",
    ]);
  });

  it("names missing fields by their own JSON pointers", async () => {
    assert.deepEqual(Object.keys(await errorsOf({})).sort(), ["/data", "/template"]);
    assert.deepEqual(Object.keys(await errorsOf({ template: "event", data: {} })).sort(), [
      "/data/date",
      "/data/title",
    ]);
  });

  it("rejects required texts without a visible character, and null", async () => {
    for (const title of ["", null, " \t\n", "\u200b\u200d\u2060\ufeff", "\u0000\u0007", "\u3164\u00ad"]) {
      assert.deepEqual(Object.keys(await errorsOf({ template: "blog", data: { title } })), ["/data/title"]);
    }
  });

  it("counts lengths in code points after normalization", async () => {
    await generate({ template: "blog", data: { title: `${"😀".repeat(300)}  ` } }).expect(200);
    const found = await errorsOf({
      template: "blog",
      data: { title: "😀".repeat(301), description: "x".repeat(1001), author: "x".repeat(121) },
    });
    assert.deepEqual(Object.keys(found).sort(), ["/data/author", "/data/description", "/data/title"]);
  });

  it("accepts only http and https image URLs", async () => {
    for (const image of [
      "",
      "/lamp.png",
      "ftp://shop.example/x",
      "data:image/png;base64,AA",
      "javascript:1",
      "http://",
    ]) {
      assert.deepEqual(Object.keys(await errorsOf({ template: "product", data: { name: "Lamp", image } })), [
        "/data/image",
      ]);
    }
  });

  it("names the available templates if the requested one is unknown", async () => {
    for (const template of ["poster", "", "constructor", "__proto__", "Blog"]) {
      const { body } = await generate({ template, data: {} }).expect(400);
      assert.equal(body.error.code, "unknown_template");
      assert.match(body.error.message, /blog, product, event/);
    }
  });

  it("accepts the current version of a template by number, and responds 410 for others", async () => {
    const data = { title: "Pinned" };
    const urls = [];
    for (const template of ["blog", "blog@1"])
      urls.push((await generate({ template, data }).expect(200)).body.data.url);
    assert.equal(urls[0], urls[1]);
    const { body } = await generate({ template: "blog@7", data }).expect(410);
    assert.equal(body.error.code, "gone");
    assert.match(body.error.message, /blog@1/);
    for (const template of ["blog@0", "blog@", "blog@1.0", "blog@01", "poster@1", "@1"]) {
      assert.equal((await generate({ template, data })).body.error.code, "unknown_template", template);
    }
  });

  it("rejects prototype keys as unknown fields", async () => {
    const { body } = await generate(
      '{"template":"blog","data":{"title":"a","__proto__":"x"},"constructor":{}}',
    ).set("Content-Type", "application/json");
    const paths = body.error.details.map(({ path }: { path: string }) => path);
    assert.deepEqual(paths.sort(), ["/constructor", "/data/__proto__"]);
  });

  it("logs the request ID in the renderer, too", async () => {
    await generate({ template: "blog", data: { title: "Traced" } })
      .set("X-Request-Id", "trace-me-1")
      .expect(200);
    const line = await poll(
      "the renderer's log line",
      async () => (await placard.logs({ msg: "image rendered", requestId: "trace-me-1" }))[0],
    );
    assert.equal(line["service"], "renderer");
  });
});
