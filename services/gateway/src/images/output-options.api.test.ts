import assert from "node:assert/strict";
import { join } from "node:path";
import { canonicalLink, detectFormat, imageKey, shortLinkText, signLink } from "@placard/contracts";
import { createFileStore } from "@placard/storage";
import {
  getSharedPlacard,
  poll,
  registerTestClient,
  type SharedPlacard,
  type TestClient,
} from "@placard/testing";
import request from "supertest";

describe("the options of an image file", () => {
  let placard: SharedPlacard;
  let ada: TestClient;
  before(async () => {
    placard = await getSharedPlacard();
    ada = await registerTestClient(placard.url);
  });

  const generate = (options: object, title = "Output options", prefer = "") =>
    request(placard.url)
      .post("/api/v1/og/generate")
      .set("Authorization", `Bearer ${placard.key}`)
      .set("Prefer", prefer)
      .send({ template: "blog", data: { title }, options });
  const follow = async (link: string) => {
    const path = link.startsWith("/") ? link : new URL(link).pathname;
    const { headers, body } = await request(placard.url).get(path).expect(200);
    return { headers, bytes: body as Buffer, format: detectFormat(body as Buffer) };
  };

  it("limit the file to maxBytes, and report the quality", async () => {
    const { body: full } = await generate({ format: "jpeg" }).expect(200);
    assert.equal(full.data.quality, undefined, "only reported if the renderer chooses it");
    const maxBytes = Math.round(full.data.size / 2);
    const { body, headers } = await generate({ format: "jpeg", maxBytes }).expect(200);
    const { size, quality, format, warnings, url } = body.data;
    assert.ok(size <= maxBytes && quality >= 1 && quality < 90, `${size} bytes at quality ${quality}`);
    assert.deepEqual([format, warnings, headers["x-cache"]], ["jpeg", undefined, "MISS"]);
    const image = await follow(url);
    assert.deepEqual([image.format, image.bytes.length], ["jpeg", size]);
    const { body: repeated, headers: repeatedHeaders } = await generate({ format: "jpeg", maxBytes });
    assert.deepEqual(repeated.data, body.data);
    assert.equal(repeatedHeaders["x-cache"], "HIT");
  });

  it("warn if the file can't be that small", async () => {
    const { body } = await generate({ format: "png", maxBytes: 1_000 }).expect(200);
    assert.deepEqual(
      body.data.warnings.map(({ code, field }: Record<string, string>) => [code, field]),
      [["over_budget", "options/maxBytes"]],
    );
    assert.equal(body.data.quality, undefined);
  });

  it("choose a format with auto, in a link that stays the same, with the right Content-Type", async () => {
    const { body } = await generate({ format: "auto" }, "Automatic").expect(200);
    const { url, format, size } = body.data;
    assert.match(url, /\/og\/[\w-]{32}\.auto$/);
    const image = await follow(url);
    assert.deepEqual(
      [image.format, image.headers["content-type"], image.bytes.length],
      [format, `image/${format}`, size],
    );
    const sizes = await Promise.all(
      ["png", "jpeg"].map(async (each) => (await generate({ format: each }, "Automatic")).body.data.size),
    );
    assert.equal(size, Math.min(...sizes));
    for (const extension of ["png", "jpeg"])
      await request(placard.url).get(new URL(url).pathname.replace("auto", extension)).expect(404);
  });

  it("render an image with auto again, at the same link, if its bytes no longer exist", async () => {
    const { body } = await generate({ format: "auto", maxBytes: 30_000 }, "Again").expect(200);
    const first = await follow(body.data.url);
    const imageId = /og\/(.+)\./.exec(body.data.url)?.[1] ?? "";
    const { body: other } = await generate({ format: "auto", cache: false }, "Again").expect(200);
    const otherId = /og\/(.+)\./.exec(other.data.url)?.[1] ?? "";
    const store = createFileStore({ directory: join(placard.directory, "storage") });
    for (const id of [imageId, otherId]) await store.delete(imageKey(id, "auto"));
    store.close();
    const renders = async () => (await placard.logs({ msg: "image rendered", imageId: otherId })).length;
    await follow(other.data.url);
    await poll("the second render", async () => (await renders()) === 2);
    assert.deepEqual((await follow(body.data.url)).bytes, first.bytes);
  });

  it("give the same link to asynchronous requests with auto", async () => {
    const { body: started } = await generate({ format: "auto" }, "Later", "respond-async").expect(202);
    const job = await poll("the job to be done", async () => {
      const { body } = await request(placard.url)
        .get(`/api/v1/og/jobs/${started.data.id}`)
        .set("Authorization", `Bearer ${placard.key}`);
      return body.data.status === "done" && body.data;
    });
    assert.equal(job.result.url, `${placard.publicUrl}/og/${started.data.id}.auto`);
    assert.equal((await follow(job.result.url)).format, job.result.format);
    const { body } = await generate({ format: "auto" }, "Later").expect(200);
    assert.deepEqual(body.data, job.result);
  });

  it("draw twice as many pixels at scale 2", async () => {
    const { body } = await generate({ scale: 2 }).expect(200);
    assert.deepEqual([body.data.width, body.data.height], [2400, 1260]);
    const { bytes: png } = await follow(body.data.url);
    assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [2400, 1260], "the header of the PNG");
    const { body: once } = await generate({ scale: 1 }).expect(200);
    assert.equal(once.data.url, (await generate({})).body.data.url, "scale 1 is the default");
  });

  it("are rejected with the limit if the image would have too many pixels", async () => {
    const { body } = await generate({ width: 1080, height: 1080, scale: 2 }).expect(400);
    assert.deepEqual(body.error.details, [
      {
        path: "/options/scale",
        message:
          "must be 1 for a card of 1080×1080: at scale 2, width × height can be at most 1,048,576 pixels, such as 1200×630 or 1024×1024",
      },
    ]);
    const { body: largest } = await generate({ width: 1024, height: 1024, scale: 2 }).expect(200);
    assert.equal(largest.data.width, 2048);
    for (const options of [
      { scale: 3 },
      { scale: "2" },
      { maxBytes: 999 },
      { maxBytes: 1e8 },
      { format: "gif" },
    ])
      await generate(options).expect(400);
  });

  it("work in signed links of both forms, which return the same image as generate", async () => {
    const { body: created } = await ada.callWithToken("POST", "/signing-keys", { name: "site" });
    const { id, secret } = created.data as { id: string; secret: string };
    const query = new Map(Object.entries({ title: "Linked", scale: "2", maxBytes: "60000", kid: id }));
    query.set("sig", signLink(secret, canonicalLink("blog.auto", query)));
    const readable = `/og/sign/blog.auto?${new URLSearchParams([...query]).toString()}`;
    const payload = Buffer.from(
      JSON.stringify([id, "blog", { title: "Linked" }, { scale: 2, maxBytes: 60_000 }]),
    ).toString("base64url");
    const short = `/og/s/${payload}.${signLink(secret, shortLinkText(payload, "auto"))}.auto`;
    const [first, second] = [
      await request(placard.url).get(readable).expect(200),
      await request(placard.url).get(short).expect(200),
    ];
    assert.deepEqual(first.body, second.body);
    assert.ok(first.body.length <= 60_000);
    assert.equal(first.headers["content-type"], `image/${detectFormat(first.body as Buffer)}`);
    const location = first.headers["content-location"] ?? "";
    assert.match(location, /\.auto$/);
    assert.deepEqual((await follow(location)).bytes, first.body);

    const { body: checked } = await request(placard.url)
      .get(`/api/v1/og/check-link?url=${encodeURIComponent(readable)}`)
      .set("Authorization", `Bearer ${ada.token()}`)
      .expect(200);
    const { options } = checked.data.request;
    assert.deepEqual(options, {
      width: 1200,
      height: 630,
      scale: 2,
      format: "auto",
      quality: 90,
      maxBytes: 60_000,
    });
    const { body: generated } = await ada.callWithToken("POST", "/og/generate", checked.data.request);
    assert.equal(generated.data.url, location, "the request for the same image");
    assert.equal(generated.data.width, 2400);
  });

  it("are in the list and the export of the account's images, and the image can be deleted", async () => {
    const { body: generated } = await ada.callWithToken("POST", "/og/generate", {
      template: "blog",
      data: { title: "Listed" },
      options: { format: "auto", scale: 2, maxBytes: 50_000 },
    });
    const { url } = generated.data as { url: string };
    const { body: listed } = await ada.callWithToken("GET", "/account/images");
    const { format, width, size } = listed.data.images.find((each: { url: string }) => each.url === url);
    assert.deepEqual([format, width, size], ["auto", 2400, generated.data.size]);
    const { body: exported } = await ada.callWithToken("GET", "/account/export");
    const { options } = exported.data.images.find((each: { url: string }) => each.url === url);
    assert.deepEqual([options.format, options.scale, options.maxBytes], ["auto", 2, 50_000]);
    await follow(url);
    const imageId = /og\/(.+)\./.exec(url)?.[1] ?? "";
    await ada.callWithToken("DELETE", `/og/images/${imageId}`);
    await request(placard.url).get(new URL(url).pathname).expect(404);
  });

  it("work in previews, whose boxes have the pixels of the image", async () => {
    const preview = async (options: object) => {
      const { body } = await request(placard.url)
        .post("/api/v1/og/templates/preview")
        .set("Authorization", `Bearer ${placard.key}`)
        .send({ template: "blog", data: { title: "Preview" }, options })
        .expect(200);
      return body.data;
    };
    const [once, twice] = [await preview({}), await preview({ scale: 2, format: "auto", maxBytes: 40_000 })];
    assert.deepEqual([twice.width, twice.height, twice.format], [2400, 1260, "jpeg"]);
    assert.ok(Buffer.from(twice.image, "base64").length <= 40_000 && twice.quality < 90);
    // Boxes are rounded to hundredths of a pixel after they are scaled.
    for (const side of ["x", "y", "width"]) {
      const [single, scaled] = [once.boxes.at(-1)[side], twice.boxes.at(-1)[side]];
      assert.ok(Math.abs(scaled - 2 * single) < 0.02, `${side}: ${single}, ${scaled}`);
    }
  });
});
