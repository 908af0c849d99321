import assert from "node:assert/strict";
import { startPlacard, type Placard } from "@placard/testing";
import sharp from "sharp";
import request from "supertest";

describe("rendered images", () => {
  let placard: Placard;
  before(async () => {
    placard = await startPlacard({ env: { RATE_LIMIT_API: "0" } });
  });
  after(() => placard.stop());

  async function generate(body: object): Promise<Buffer> {
    const { body: response } = await request(placard.url)
      .post("/api/v1/og/generate")
      .set("Authorization", `Bearer ${placard.key}`)
      .send(body)
      .expect(200);
    const { body: bytes } = await request(placard.url).get(new URL(response.data.url).pathname).expect(200);
    return bytes as Buffer;
  }

  /** The share of pixels that differ between two images of the same size. */
  async function difference(one: Buffer, other: Buffer): Promise<number> {
    const [a, b] = await Promise.all([one, other].map((bytes) => sharp(bytes).greyscale().raw().toBuffer()));
    let differing = 0;
    for (let i = 0; i < a!.length; i++) if (Math.abs(a![i]! - b![i]!) > 24) differing++;
    return differing / a!.length;
  }

  const samples = {
    // With the same category or host, and therefore the same accent color.
    blog: [
      { title: "Queues that never lose a job", category: "Engineering" },
      { title: "Images that never break", category: "Engineering" },
    ],
    product: [{ name: "Aurora Desk Lamp" }, { name: "Borealis Chair" }],
    event: [
      { title: "Nordic Design Conference", date: "14 March 2027", host: "Guild" },
      { title: "Southern Code Retreat", date: "14 March 2027", host: "Guild" },
    ],
  } as const;
  const sizes = [
    [1200, 630],
    [200, 200],
    [2048, 2048],
    [2048, 200],
    [200, 2048],
    [601, 333],
  ] as const;

  for (const template of ["blog", "product", "event"] as const) {
    it(`of ${template} have the requested size in every format`, async () => {
      for (const format of ["png", "jpeg", "webp"] as const) {
        for (const [width, height] of sizes) {
          const bytes = await generate({
            template,
            data: samples[template][0],
            options: { width, height, format },
          });
          const decoded = await sharp(bytes).metadata();
          assert.deepEqual([decoded.format, decoded.width, decoded.height], [format, width, height]);
          assert.ok(
            (await sharp(bytes).stats()).channels.some(({ stdev }) => stdev > 5),
            "it has more than one color",
          );
        }
      }
    });

    it(`of ${template} differ only where their text differs, and are the same when rendered again`, async () => {
      const [first, second] = samples[template];
      const [one, other] = [
        await generate({ template, data: first }),
        await generate({ template, data: second }),
      ];
      const share = await difference(one, other);
      assert.ok(share > 0.003 && share < 0.5, `${share} of the pixels differ`);
      const repeated = await generate({ template, data: first, options: { cache: false } });
      assert.ok(repeated.equals(one), "rendered again, the bytes are the same");
    });
  }

  it("have more bytes at higher quality, except as PNG", async () => {
    const size = async (format: string, quality: number) =>
      (await generate({ template: "blog", data: { title: "Quality" }, options: { format, quality } })).length;
    for (const format of ["jpeg", "webp"]) {
      const [low, middle, high] = [await size(format, 5), await size(format, 60), await size(format, 100)];
      assert.ok(low < middle && middle < high, `${format}: ${low}, ${middle}, ${high} bytes`);
    }
    assert.equal(await size("png", 1), await size("png", 100));
  });
});
