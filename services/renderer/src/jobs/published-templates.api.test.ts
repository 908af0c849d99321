import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { canonicalLink, imageKey, signLink } from "@placard/contracts";
import { getSharedPlacard, type SharedPlacard, type TestAccount } from "@placard/testing";
import sharp from "sharp";
import request from "supertest";

const [red, blue] = ["#ff0000", "#0000ff"];

describe("the images of an account's template", () => {
  let placard: SharedPlacard;
  let account: TestAccount;
  before(async () => {
    placard = await getSharedPlacard();
  });
  beforeEach(async () => {
    account = await placard.createAccount();
  });

  const documentIn = (color: string) => ({
    template: {
      id: "release",
      name: "Release notes",
      description: "A version",
      fields: { version: { type: "string", maxLength: 20 } },
      required: ["version"],
    },
    html: `<style>main { background-color: ${color}; color: white; padding: 40px }</style><main><h1>{{version}}</h1></main>`,
  });
  const call = (method: "post" | "delete", path: string, body?: object) => {
    const client = request(placard.url);
    const sent = client[method](`/api/v1/og${path}`).set("Authorization", `Bearer ${account.key}`);
    return body === undefined ? sent : sent.send(body);
  };
  async function generate(template: string): Promise<string> {
    const { body } = await call("post", "/generate", { template, data: { version: "4.2.0" } }).expect(200);
    return new URL(body.data.url).pathname;
  }
  async function cornerOf(image: Buffer): Promise<string> {
    const { data } = await sharp(image)
      .extract({ left: 2, top: 2, width: 1, height: 1 })
      .raw()
      .toBuffer({ resolveWithObject: true });
    return `#${data.subarray(0, 3).toString("hex")}`;
  }
  const cornerAt = async (path: string) =>
    cornerOf((await request(placard.url).get(path).expect(200)).body as Buffer);
  /** Deletes the bytes of an image, so that the next request renders it again. */
  const expire = (path: string) => {
    const id = /og\/(.{32})/.exec(path)?.[1] ?? "";
    const [kind = "", file = ""] = imageKey(id, "png").split("/");
    return rm(join(placard.directory, "storage", kind, id.slice(0, 2), file));
  };

  it("have its design", async () => {
    await call("post", "/templates", documentIn(red)).expect(201);
    assert.equal(await cornerAt(await generate("release")), red);
  });

  it("show images of data URLs", async () => {
    const pixel = await sharp({ create: { width: 1, height: 1, channels: 3, background: blue } })
      .png()
      .toBuffer();
    const svg =
      "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'%3E%3Cpath fill='%230000ff' d='M0 0h1v1H0z'/%3E%3C/svg%3E";
    for (const url of [`data:image/png;base64,${pixel.toString("base64")}`, svg]) {
      const { template, html } = documentIn(red);
      const image = html.replace(
        "</style>",
        `main { background-image: url("${url}"); background-size: cover }</style>`,
      );
      await call("post", "/templates", { template, html: image }).expect(201);
      assert.equal(await cornerAt(await generate("release")), blue);
      await call("delete", "/templates/release").expect(200);
    }
  });

  it("keep their design when a version is published and when the template is deleted", async () => {
    await call("post", "/templates", documentIn(red)).expect(201);
    const first = await generate("release");
    await call("post", "/templates/release/versions", documentIn(blue)).expect(201);
    const second = await generate("release");
    assert.notEqual(first, second);
    assert.equal(await generate("release@1"), first);
    assert.equal(await cornerAt(second), blue);
    await call("delete", "/templates/release").expect(200);
    for (const [path, color] of [
      [first, red],
      [second, blue],
    ] as const) {
      await expire(path);
      assert.equal(await cornerAt(path), color);
    }
  });

  it("can be requested with signed links", async () => {
    await call("post", "/templates", documentIn(red)).expect(201);
    const { id, secret } = await account.createSigningKey();
    for (const file of ["release.png", "release@1.png"]) {
      const query = new Map(Object.entries({ version: "4.2.0", kid: id }));
      const sig = signLink(secret, canonicalLink(file, query));
      const link = `/og/sign/${file}?${new URLSearchParams([...query, ["sig", sig]]).toString()}`;
      assert.equal(await cornerAt(link), red);
    }
  });

  it("can be previewed before it is published, with the boxes and the texts of its elements", async () => {
    const preview = { ...documentIn(blue), data: { version: "1" }, options: { width: 400, height: 300 } };
    const { body } = await call("post", "/templates/preview", preview).expect(200);
    assert.equal(await cornerOf(Buffer.from(body.data.image, "base64")), blue);
    const [root] = body.data.boxes;
    assert.deepEqual([root.x, root.y, root.width, root.height], [0, 0, 400, 300]);
    assert.equal(body.data.boxes.length, 2);
    const { x, fontSize, fontWeight, color } = body.data.boxes[1].text;
    assert.deepEqual([x, fontSize, fontWeight, color], [40, 32, 700, "#ffffff"]);
    assert.equal((await call("post", "/generate", { template: "release", data: {} })).status, 400);
  });
});
