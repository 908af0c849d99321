import assert from "node:assert/strict";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { assetKey, sharedOwner } from "@placard/contracts";
import { createFileStore } from "@placard/storage";
import { readBuiltInTemplates } from "@placard/template-store";
import { createTempDirectory, poll, startPlacard, type Placard, type TempDirectory } from "@placard/testing";
import request from "supertest";

describe("the templates of the operator's folder", () => {
  let placard: Placard;
  let directory: TempDirectory;
  before(async () => {
    directory = await createTempDirectory();
    await write("ticket", "first");
    await write("invalid", "x", "Not an ID");
    await write("copy-of-blog", "x", "blog");
    await write("badge", '<img src="assets/logo.svg" alt="">');
    await writeAsset(
      "badge",
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="9" height="9"/></svg>',
    );
    await write("broken", '<img src="assets/logo.svg" alt="">');
    await writeAsset("broken", "<svg");
    placard = await startPlacard({
      inProcess: ["gateway", "renderer"],
      gateways: 2,
      env: { TEMPLATES_DIR: directory.path, RATE_LIMIT_API: "0" },
    });
  });
  after(async () => {
    await placard?.stop();
    await directory.remove();
  });

  function documentOf(text: string, id = "ticket") {
    const fields = { seat: { type: "string", maxLength: 40 } };
    return {
      template: { id, name: "Ticket", description: "A seat", fields, required: ["seat"] },
      html: `<main><h1>{{seat}}</h1><p>${text}</p></main>`,
    };
  }
  async function write(folder: string, text: string, id = folder): Promise<void> {
    const { template, html } = documentOf(text, id);
    await mkdir(join(directory.path, folder), { recursive: true });
    await writeFile(join(directory.path, folder, "template.json"), JSON.stringify(template, null, 2));
    await writeFile(join(directory.path, folder, "template.html"), html);
  }
  async function writeAsset(folder: string, svg: string): Promise<void> {
    await mkdir(join(directory.path, folder, "assets"), { recursive: true });
    await writeFile(join(directory.path, folder, "assets", "logo.svg"), svg);
  }
  const get = (path: string, gateway = 0) =>
    request(placard.gateways[gateway]!.url)
      .get(`/api/v1/og/templates${path}`)
      .set("Authorization", `Bearer ${placard.key}`);
  const generateAndWait = (template: string) =>
    request(placard.url)
      .post("/api/v1/og/generate")
      .set("Authorization", `Bearer ${placard.key}`)
      .send({ template, data: { seat: "12A" } });
  const generate = (template: string) => generateAndWait(template).set("Prefer", "respond-async");
  const versionAt = async (gateway: number, id = "ticket") =>
    (await get("", gateway)).body.data.templates.find((template: { id: string }) => template.id === id)
      ?.version;
  const untilVersion = (version: number | undefined, id = "ticket") =>
    poll(`version ${version} of ${id} at both gateways`, async () => {
      const versions = await Promise.all([versionAt(0, id), versionAt(1, id)]);
      return versions.every((each) => each === version);
    });

  it("are listed for every account, with their source and the same version at every gateway", async () => {
    await untilVersion(1);
    await untilVersion(1, "badge");
    const { body } = await get("");
    assert.deepEqual(
      body.data.templates.map(({ id, source }: Record<string, string>) => [id, source]),
      [
        ...readBuiltInTemplates().map(({ id }) => [id, "builtin"]),
        ["badge", "operator"],
        ["ticket", "operator"],
      ],
    );
    const { body: source } = await get("/ticket");
    assert.equal(source.data.document.html, documentOf("first").html);
    assert.equal(source.data.versions.length, 1);
    assert.equal((await generate("ticket")).status, 202);
  });

  it("have assets, which are sanitized and shared by all accounts", async () => {
    const { assets } = (await get("/badge")).body.data.document;
    const stored = createFileStore({ directory: join(placard.directory, "storage") });
    const asset = await stored.get(assetKey(sharedOwner, assets["logo.svg"]));
    assert.match(asset?.bytes.toString() ?? "", /^<svg.*<rect/);
    stored.close();
    await poll("the error to be logged", () =>
      placard
        .logs()
        .some(({ folder, message }) => folder === "broken" && /^assets\/logo.svg: /.test(String(message))),
    );
  });

  it("can't be created or published by accounts", async () => {
    const post = (path: string) =>
      request(placard.url)
        .post(`/api/v1/og/templates${path}`)
        .set("Authorization", `Bearer ${placard.key}`)
        .send(documentOf("x"));
    assert.equal((await post("")).body.error.code, "template_exists");
    assert.equal((await post("/ticket/versions")).body.error.code, "not_found");
  });

  it("log errors with the file and the line, and do not replace built-in templates", async () => {
    const errors = placard.logs().filter(({ msg }) => msg === "template folder has an error");
    const invalid = errors.find(({ folder }) => folder === "invalid");
    assert.deepEqual([invalid?.["file"], typeof invalid?.["line"]], ["template.json", "number"]);
    assert.match(String(errors.find(({ folder }) => folder === "copy-of-blog")?.["message"]), /built-in/);
    assert.equal((await get("/blog")).body.data.source, "builtin");
  });

  it("are read again after a change, and keep their versions", async () => {
    await write("ticket", "second");
    await untilVersion(2);
    const { body: pinned } = await get("/ticket?version=1");
    assert.equal(pinned.data.document.html, documentOf("first").html);
    assert.ok((await generate("ticket@1")).status < 300);
    await write("ticket", "first");
    await untilVersion(1);
  });

  it("stay as they were while their files have errors", async () => {
    await write("ticket", "x", "Not an ID");
    await poll("the error to be logged", () =>
      placard.logs().some(({ msg, folder }) => msg === "template folder has an error" && folder === "ticket"),
    );
    assert.equal(await versionAt(0), 1);
    assert.ok((await generate("ticket")).status < 300);
  });

  it("are added, changed and removed with their folders, also for repeated requests", async () => {
    const repeat = async () => {
      for (let i = 0; i < 4; i++) await generateAndWait("pass").expect(200);
      return (await generateAndWait("pass")).body.data.url as string;
    };
    await write("pass", "x");
    await untilVersion(1, "pass");
    const first = await repeat();
    await write("pass", "y");
    await untilVersion(2, "pass");
    assert.notEqual(await repeat(), first);
    await rm(join(directory.path, "pass"), { recursive: true });
    await untilVersion(undefined, "pass");
    for (const response of [await generateAndWait("pass"), await generate("pass")])
      assert.deepEqual([response.status, response.body.error.code], [410, "gone"]);
  });
});
