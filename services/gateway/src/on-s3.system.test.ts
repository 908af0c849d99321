import assert from "node:assert/strict";
import { poll, getSharedS3, startPlacard, type Placard } from "@placard/testing";
import request from "supertest";

describe("two gateways and two renderers on one Redis and one bucket", () => {
  let placard: Placard;
  before(async function () {
    this.timeout(120_000); // radosgw takes seconds to start
    const s3 = await getSharedS3();
    placard = await startPlacard({
      gateways: 2,
      renderers: 2,
      env: {
        S3_BUCKET: await s3.createBucket(),
        S3_ENDPOINT: s3.endpoint,
        S3_REGION: s3.region,
        S3_FORCE_PATH_STYLE: "true",
        AWS_ACCESS_KEY_ID: s3.accessKeyId,
        AWS_SECRET_ACCESS_KEY: s3.secretAccessKey,
        IMAGE_TTL: "3",
        RATE_LIMIT_API: "0",
      },
    });
  });
  after(() => placard.stop());

  const generate = (title: string, gateway: number) =>
    request(placard.gateways[gateway]!.url)
      .post("/api/v1/og/generate")
      .set("Authorization", `Bearer ${placard.key}`)
      .send({ template: "blog", data: { title }, options: { format: "webp" } })
      .expect(200);

  it("serve each other's images, and distribute jobs to both renderers", async () => {
    const titles = Array.from({ length: 12 }, (_, i) => `Shared ${i}`);
    const responses = await Promise.all(titles.map((title, i) => generate(title, i % 2)));
    for (const [i, { body }] of responses.entries()) {
      const { pathname } = new URL(body.data.url);
      const image = await request(placard.gateways[(i + 1) % 2]!.url)
        .get(pathname)
        .expect(200);
      assert.equal(image.headers["content-type"], "image/webp");
      assert.equal(image.body.length, body.data.size);
    }
    const busyRenderers = () =>
      new Set(placard.logs().flatMap(({ msg, pid }) => (msg === "image rendered" ? [pid] : [])));
    await poll("both renderers to have rendered an image", async () => {
      if (busyRenderers().size < 2)
        await Promise.all([0, 1, 2, 3].map((i) => generate(`More ${Math.random()}`, i % 2)));
      return busyRenderers().size === 2;
    });
  });

  it("are ready, keep links valid after the bytes have expired, and delete the expired bytes", async () => {
    await request(placard.url).get("/health/ready").expect(200);
    const { body } = await generate("Expires", 0);
    const { pathname } = new URL(body.data.url);
    const first = await request(placard.url).get(pathname).expect(200);
    await poll("the bytes to expire", () => Date.now() > Date.parse(body.data.expiresAt));
    const again = await request(placard.gateways[1]!.url).get(pathname).expect(200);
    assert.deepEqual(again.body, first.body);
    assert.match(again.headers["cache-control"] ?? "", /max-age=[123],/);
    await poll("the sweep", () => placard.logs().some(({ msg }) => msg === "expired objects deleted"));
  });
});
