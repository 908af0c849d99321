import assert from "node:assert/strict";
import { getSharedPlacard, poll, startPlacard, type Placard } from "@placard/testing";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import request from "supertest";

const path = "/api/v1/playground/preview";
const perMinute = 12; // RATE_LIMIT_PLAYGROUND
const blog = { template: "blog", data: { title: "Without an account", author: "Ada" } };

describe("the public playground", () => {
  let placard: Placard;
  before(async () => {
    placard = await startPlacard({
      inProcess: ["gateway", "renderer"],
      env: { PUBLIC_PLAYGROUND: "true", RATE_LIMIT_PLAYGROUND: String(perMinute), TRUST_PROXY: "1" },
    });
  });
  after(() => placard?.stop());

  /** Sends a request from another address, because the limit counts by address. */
  let visitors = 0;
  const preview = (body: object, address = `203.0.113.${++visitors}`) =>
    request(placard.url).post(path).set("X-Forwarded-For", address).send(body);

  it("is off by default, and the configuration says so", async () => {
    const { url } = await getSharedPlacard();
    for (const sent of [
      request(url).post(path).send(blog),
      request(url).get("/api/v1/playground/templates"),
    ]) {
      const { status, body } = await sent;
      assert.deepEqual([status, body.error.code], [404, "not_found"]);
      assert.match(body.error.message, /turned off/);
    }
    const configOf = async (base: string) => (await request(base).get("/api/v1/auth/config")).body.data;
    assert.equal((await configOf(url)).hasPublicPlayground, false);
    assert.equal((await configOf(placard.url)).hasPublicPlayground, true);
  });

  it("lists the built-in templates without remote images, and renders their examples", async () => {
    const { body } = await request(placard.url).get("/api/v1/playground/templates").expect(200);
    const { templates } = body.data as {
      templates: { id: string; schema: { properties: Record<string, object> }; example: object }[];
    };
    assert.ok(templates.some(({ id }) => id === "product"));
    for (const { id, schema, example } of templates) {
      assert.doesNotMatch(JSON.stringify(schema), /image-url/, id);
      await preview({ template: id, data: example, options: { width: 400, height: 210 } }).expect(200);
    }
  });

  it("renders a watermark over the card, and keeps nothing", async () => {
    const { body } = await preview(blog).expect(200);
    const { image, width, height, format, warnings } = body.data;
    assert.deepEqual([width, height, format, warnings], [1200, 630, "png", []]);
    const { body: own } = await request(placard.url)
      .post("/api/v1/og/templates/preview")
      .set("Authorization", `Bearer ${placard.key}`)
      .send(blog)
      .expect(200);
    assert.notEqual(image, own.data.image);
    const files = () => readdir(join(placard.directory, "storage"), { recursive: true });
    await poll(
      "all previews to be deleted",
      async () => !(await files()).some((name) => /\.(png|jpe?g|webp|auto)$/.test(name)),
    );
  });

  it("rejects remote images, brands, `cache`, other templates and invalid data with a fix", async () => {
    const rejected = async (body: object) => (await preview(body).expect(400)).body.error;
    const remote = await rejected({
      template: "product",
      data: { name: "Lamp", image: "https://shop.example/lamp.png" },
    });
    assert.deepEqual([remote.code, remote.details[0].path], ["validation_failed", "/data/image"]);
    assert.match(remote.details[0].message, /sign in/);
    const { details } = await rejected({ ...blog, options: { brand: "none", cache: false, width: 400 } });
    assert.deepEqual(
      details.map((detail: { path: string }) => detail.path),
      ["/options/brand", "/options/cache"],
    );
    assert.equal((await rejected({ template: "poster", data: {} })).code, "unknown_template");
    assert.equal((await rejected({ template: "blog", data: {} })).code, "validation_failed");
  });

  it("accepts every option of its description, and writes dates in the language of `locale`", async () => {
    const { body: description } = await request(placard.url).get("/api/v1/openapi.json").expect(200);
    const { options } = description.components.schemas.PlaygroundRequest.properties;
    const names = ["format", "height", "layout", "locale", "maxBytes", "quality", "scale", "width"];
    assert.deepEqual(Object.keys(options.properties).toSorted(), names);
    const event = { template: "event", data: { title: "Summit", date: "2027-03-14" } };
    const sent = { width: 300, height: 210, scale: 2, format: "jpeg", quality: 50, maxBytes: 1_000_000 };
    const [german, english] = await Promise.all(
      ["de", "en"].map(async (locale) => {
        const { body } = await preview({ ...event, options: { ...sent, locale } }).expect(200);
        assert.deepEqual([body.data.width, body.data.format, body.data.warnings], [600, "jpeg", []]);
        return body.data.image;
      }),
    );
    assert.notEqual(german, english);
    const { body: unknown } = await preview({ ...event, options: { ...sent, locale: "xx" } }).expect(200);
    assert.equal(unknown.data.warnings[0].field, "options/locale");
  });

  it("limits previews by client address", async () => {
    const address = "198.51.100.7";
    const statuses = [];
    for (let i = 0; i <= perMinute; i++) statuses.push((await preview({ template: "blog" }, address)).status);
    assert.deepEqual(statuses, [...Array<number>(perMinute).fill(400), 429]);
    await preview({ template: "blog" }).expect(400);
  });

  it("counts previews", async () => {
    const count = async () => {
      const metrics = await (await fetch(`${placard.gateways[0]!.adminUrl}/metrics`)).text();
      return Number(/^placard_playground_previews_total (\d+)$/m.exec(metrics)?.[1]);
    };
    const before = await count();
    await preview(blog).expect(200);
    assert.equal(await count(), before + 1);
  });
});
