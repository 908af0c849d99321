import assert from "node:assert/strict";
import { getSharedPlacard, registerTestClient, type SharedPlacard } from "@placard/testing";
import request from "supertest";

const sizes = [
  { width: 1200, height: 630 },
  { width: 1080, height: 1080 },
  { width: 400, height: 800 },
];

describe("a generate request with several sizes", () => {
  let placard: SharedPlacard;
  before(async () => {
    placard = await getSharedPlacard();
  });

  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    request(placard.url)
      .post(path)
      .set({ Authorization: `Bearer ${placard.key}`, ...headers })
      .send(body);
  const generate = (title: string, options: object, headers?: Record<string, string>) =>
    post("/api/v1/og/generate", { template: "blog", data: { title }, options }, headers);
  const errorsOf = async (options: object, data: object = { title: "x" }) => {
    const body = { template: "blog", data, options };
    const { body: response } = await post("/api/v1/og/generate", body).expect(400);
    return response.error.details as { path: string; message: string }[];
  };

  it("returns a link for each, and the page's meta tags; the first image is also at the top", async () => {
    const { body, headers } = await generate('Sizes &\n"tags"', { sizes, format: "jpeg" }).expect(200);
    const { images, metaTags, ...first } = body.data;
    assert.deepEqual(images[0], first);
    assert.deepEqual(
      images.map(({ width, height }: (typeof sizes)[0]) => ({ width, height })),
      sizes,
    );
    assert.equal(headers["x-cache"], "MISS");
    for (const { url, size } of images) {
      const image = await request(placard.url).get(new URL(url).pathname).expect(200);
      assert.deepEqual([image.headers["content-type"], image.body.length], ["image/jpeg", size]);
    }
    const tagsOf = ({ url, width, height }: { url: string; width: number; height: number }) => [
      `<meta property="og:image" content="${url}" />`,
      '<meta property="og:image:type" content="image/jpeg" />',
      `<meta property="og:image:width" content="${width}" />`,
      `<meta property="og:image:height" content="${height}" />`,
      '<meta property="og:image:alt" content="Sizes &amp; &quot;tags&quot;" />',
    ];
    assert.deepEqual(metaTags.split("\n"), [
      ...images.flatMap(tagsOf),
      '<meta name="twitter:card" content="summary_large_image" />',
    ]);
    const repeated = await generate('Sizes &\n"tags"', { sizes, format: "jpeg" }).expect(200);
    assert.deepEqual([repeated.headers["x-cache"], repeated.body.data], ["HIT", body.data]);
  });

  it("gives each size the link that a request for this size alone gets", async () => {
    const { body } = await generate("Alone", { sizes, format: "auto" }).expect(200);
    for (const [index, size] of sizes.entries()) {
      const { body: single, headers } = await generate("Alone", { ...size, format: "auto" }).expect(200);
      assert.deepEqual([single.data, headers["x-cache"]], [body.data.images[index], "HIT"]);
    }
  });

  it("is rejected with all errors, which say which size they are about", async () => {
    const errors = await errorsOf(
      { sizes: [sizes[0], { width: 100, height: 1080 }, { width: 300 }], quality: 0 },
      { title: 5 },
    );
    assert.deepEqual(errors.map(({ path }) => path).sort(), [
      "/data/title",
      "/options/quality",
      "/options/sizes/1/width",
      "/options/sizes/2/height",
    ]);
    const beside = await errorsOf({ sizes: [sizes[0], sizes[0]], width: 800 });
    assert.deepEqual(
      beside.map(({ path }) => path),
      ["/options/width", "/options/sizes/1"],
    );
    const [tooLarge] = await errorsOf({ sizes, scale: 2 });
    assert.match(tooLarge?.message ?? "", /^must be 1 for a card of 1080×1080/);
    for (const invalid of [[], Array.from({ length: 9 }, () => sizes[0]), "1200x630"])
      assert.match((await errorsOf({ sizes: invalid }))[0]?.path ?? "", /^\/options\/sizes/);
  });

  it("waits for the images even if it prefers not to, because there is no job for several", async () => {
    const { body, headers } = await generate("Waits", { sizes }, { Prefer: "respond-async" }).expect(200);
    assert.equal(body.data.images.length, 3);
    assert.equal(headers["preference-applied"], undefined);
  });

  it("works in batches and with a session token, and each image counts toward the usage", async () => {
    const ada = await registerTestClient(placard.url);
    const body = { template: "blog", data: { title: "Counted" }, options: { sizes } };
    const { body: own } = await ada.callWithToken("POST", "/og/generate", body);
    assert.equal(own.data.images.length, 3);
    const { body: listed } = await ada.callWithToken("GET", "/account/images");
    assert.equal(listed.data.images.length, 3);
    const batch = await post("/api/v1/og/generate/batch", { requests: [body, { ...body, options: {} }] });
    const [several, single] = batch.body.data.results;
    assert.equal(several.data.images.length, 3);
    assert.equal(single.data.images, undefined);
    assert.equal(single.data.url, several.data.url);
  });

  it("is not possible for previews, which have one image", async () => {
    const body = { template: "blog", data: { title: "x" }, options: { sizes } };
    const { body: response } = await post("/api/v1/og/templates/preview", body).expect(400);
    assert.equal(response.error.details[0].path, "/options/sizes");
  });
});
