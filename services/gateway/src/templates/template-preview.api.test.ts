import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { getSharedPlacard, type SharedPlacard } from "@placard/testing";
import request from "supertest";

describe("the preview of a template", () => {
  let placard: SharedPlacard;
  before(async () => {
    placard = await getSharedPlacard();
  });

  const post = (path: string, body: object, accept = "application/json") =>
    request(placard.url)
      .post(`/api/v1/og/templates/${path}`)
      .set("Authorization", `Bearer ${placard.key}`)
      .set("Accept", accept)
      .send(body);
  const blog = { template: "blog", data: { title: "Preview" }, options: { width: 400, height: 300 } };

  it("of a published template is an image in JSON, or the image itself", async () => {
    const { body } = await post("preview", blog).expect(200);
    const { image, ...rest } = body.data;
    assert.deepEqual(rest, {
      format: "png",
      width: 400,
      height: 300,
      warnings: [],
      boxes: rest.boxes,
      problems: [],
    });
    const bytes = Buffer.from(image, "base64");
    const response = await post(
      "preview",
      { ...blog, options: { ...blog.options, format: "webp" } },
      "image/*",
    );
    assert.deepEqual(
      [response.status, response.headers["content-type"], response.headers["cache-control"]],
      [200, "image/webp", "no-store"],
    );
    for (const accept of ["image/*;q=0", "application/json, image/*;q=0.5", "*/*"])
      await post("preview", blog, accept).expect("Content-Type", /json/);
    // PNG, clause 11.2.1: width and height in the header
    assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [400, 300]);
    assert.equal((response.body as Buffer).toString("latin1", 8, 12), "WEBP");
  });

  it("of a starting point shows its sample photo, which all accounts share", async () => {
    const { key } = await placard.createAccount();
    const client = request.agent(placard.url).set("Authorization", `Bearer ${key}`);
    const { body } = await client.get("/api/v1/og/starting-points").expect(200);
    const shown: string[] = [];
    for (const document of body.data.startingPoints) {
      const [{ data }] = document.template.samples;
      const photo = Object.values(data).find(
        (value) => typeof value === "string" && value.startsWith("asset:"),
      );
      if (photo === undefined) continue;
      const [, id] = (photo as string).split(":");
      await client.get(`/api/v1/assets/${id}`).expect("Content-Type", "image/webp");
      const preview = await client.post("/api/v1/og/templates/preview").send({ ...document, data });
      assert.deepEqual(preview.body.data.warnings, []);
      shown.push(document.template.id);
    }
    assert.ok(shown.includes("recipe"), shown.join());
  });

  it("takes a document as it is stored, with the text of template.json", async () => {
    const template = { id: "a", name: "A", fields: {} };
    const document = { template, json: JSON.stringify(template), html: "<main></main>", assets: {} };
    await post("preview", { ...document, data: {} }).expect(200);
    const { body } = await post("preview", { ...document, json: "{}", data: {} }).expect(400);
    assert.equal(body.error.details[0].path, "/json");
    await post("preview", { ...blog, json: "{}" }).expect(400);
  });

  it("has the areas of elements and the look of their texts", async () => {
    const style =
      "margin-top: 20px; font-size: 32px; line-height: 40px; font-weight: 700; letter-spacing: -0.05em; color: #123456; font-family: Fraunces, serif";
    const document = {
      template: { id: "a", name: "A", fields: {} },
      html: `<main><p style="${style}; text-align: center">a</p><div style="height: 9px; background: #eee"></div></main>`,
      data: {},
    };
    const { boxes } = (await post("preview", document).expect(200)).body.data;
    const area = { y: 20, height: 40 };
    const font = {
      fontSize: 32,
      lineHeight: 40,
      letterSpacing: -1.6,
      fontFamily: ["Fraunces", "serif"],
      fontWeight: 700,
    };
    const look = { ...font, textAlign: "center", color: "#123456" };
    const { x, width, ...text } = boxes[1].text;
    assert.deepEqual(boxes.slice(1), [
      { path: "0", x: 0, ...area, width: 1200, text: boxes[1].text },
      { path: "1", x: 0, y: 60, width: 1200, height: 9 },
    ]);
    assert.deepEqual(text, { ...area, ...look });
    assert.ok(width > 10 && width < 30 && Math.abs(2 * x + width - 1200) < 0.1, `${x}, ${width}`);
  });

  it("has the classes that depend on the data, and the direction of each element", async () => {
    const look = { type: "string", enum: ["plain", "centered"] };
    const document = {
      template: { id: "a", name: "A", fields: { look } },
      html: `<style>.centered { gap: 1px } .plain { gap: 2px }</style>
<main class="{{look}} card" dir="rtl"><p class="a">a</p></main>`,
      data: { look: "centered" },
    };
    const { boxes } = (await post("preview", document).expect(200)).body.data;
    assert.deepEqual(
      boxes.map(({ classes, isRightToLeft }: Record<string, unknown>) => [classes, isRightToLeft]),
      [
        [["card", "centered"], true],
        [undefined, true],
      ],
    );
  });

  it("draws each text at its positions on the axes of a variable font, except those fixed by the upload", async () => {
    const assets = new URL("../../../../packages/templates/conformance/assets/", import.meta.url);
    const file = readFileSync(new URL("fixture-axes.ttf", assets));
    const drawAfterUpload = async (query: string) => {
      const upload = await request(placard.url)
        .post(`/api/v1/assets${query}`)
        .set("Authorization", `Bearer ${placard.key}`)
        .set("Content-Type", "application/octet-stream")
        .send(file);
      assert.ok([200, 201].includes(upload.status), upload.text);
      const styles = ["100", "350", "900", "400; font-variation-settings: 'wght' 350"];
      const texts = styles.map((style) => `<p style="font-weight: ${style}">Hamburgefonstiv</p>`).join("");
      const face = "font-family: Axes; src: url(assets/axes.ttf); font-weight: 100 900";
      const css = `@font-face { ${face} } main { display: flex; flex-flow: column; align-items: start; font: 40px Axes }`;
      const document = {
        template: { id: "a", name: "A", fields: {} },
        html: `<style>${css}</style><main>${texts}</main>`,
        assets: { "axes.ttf": upload.body.data.id },
        data: {},
      };
      const { boxes, warnings } = (await post("preview", document).expect(200)).body.data;
      return {
        widths: boxes.slice(1).map(({ width }: { width: number }) => width) as number[],
        codes: warnings.map(({ code }: { code: string }) => code) as string[],
      };
    };
    const variable = await drawAfterUpload("");
    const [thin, light, black, set] = variable.widths;
    assert.ok(thin! < light! && light! < black! && set === light, variable.widths.join());
    assert.deepEqual(variable.codes, []);
    const fixed = await drawAfterUpload("?weight=700");
    assert.equal(new Set(fixed.widths).size, 1);
    assert.deepEqual(fixed.codes, ["features_omitted"]);
  });

  it("is rendered with a brand that is not stored", async () => {
    const brand = { colors: { accent: "#0f766e" }, site: "example.com" };
    const images = await Promise.all(
      [blog, { ...blog, brand }, { ...blog, brand: { colors: { accent: "#b91c1c" } } }].map(
        async (body) => (await post("preview", body).expect(200)).body.data.image as string,
      ),
    );
    assert.equal(new Set(images).size, 3);
    const document = { template: { id: "a", name: "A", fields: {} }, html: "<main></main>", data: {}, brand };
    const { variables } = (await post("preview", document).expect(200)).body.data;
    assert.equal(variables["--accent"], "#0f766e");
    const { body } = await post("preview", {
      ...blog,
      brand: { colors: { accent: "green-ish" }, logo: { onLight: "unknown" } },
    }).expect(400);
    assert.match(body.error.details[0].path, /^\/brand\/colors\/accent$/);
  });

  it("is rejected with the errors of its data, and of its template's name", async () => {
    const { body } = await post("preview", { ...blog, data: { titel: "x" } }).expect(400);
    assert.deepEqual(body.error.details.map(({ path }: { path: string }) => path).toSorted(), [
      "/data/titel",
      "/data/title",
    ]);
    const unknown = await post("preview", { ...blog, template: "unknown" });
    assert.equal(unknown.body.error.code, "unknown_template");
  });
});
