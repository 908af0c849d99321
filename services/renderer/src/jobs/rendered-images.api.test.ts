import assert from "node:assert/strict";
import { getSharedPlacard, type SharedPlacard } from "@placard/testing";
import sharp from "sharp";
import request from "supertest";

// What images look like in every template, format and size is tested without processes, in render-
// image.test.ts.
describe("images from the API", () => {
  let placard: SharedPlacard;
  before(async () => {
    placard = await getSharedPlacard();
  });

  async function generate(options: object): Promise<Buffer> {
    const { body } = await request(placard.url)
      .post("/api/v1/og/generate")
      .set("Authorization", `Bearer ${placard.key}`)
      .send({ template: "blog", data: { title: "Quality" }, options })
      .expect(200);
    const image = await request(placard.url).get(new URL(body.data.url).pathname).expect(200);
    return image.body as Buffer;
  }

  it("have the requested format and size", async () => {
    for (const format of ["png", "jpeg", "webp"]) {
      const metadata = await sharp(await generate({ format, width: 601, height: 333 })).metadata();
      assert.deepEqual([metadata.format, metadata.width, metadata.height], [format, 601, 333]);
    }
  });

  it("have more bytes at higher quality, except as PNG", async () => {
    const size = async (format: string, quality: number) => (await generate({ format, quality })).length;
    for (const format of ["jpeg", "webp"]) {
      const [low, middle, high] = [await size(format, 5), await size(format, 60), await size(format, 100)];
      assert.ok(low < middle && middle < high, `${format}: ${low}, ${middle}, ${high} bytes`);
    }
    assert.equal(await size("png", 1), await size("png", 100));
  });

  it("have the same bytes when they are rendered again", async () => {
    const first = await generate({ format: "jpeg" });
    assert.ok((await generate({ format: "jpeg", cache: false })).equals(first));
  });
});
