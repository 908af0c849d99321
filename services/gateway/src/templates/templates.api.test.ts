import assert from "node:assert/strict";
import { readBuiltInTemplates } from "@placard/template-store";
import { getSharedPlacard, type SharedPlacard, type TestAccount } from "@placard/testing";
import { Ajv2020 } from "ajv/dist/2020.js";
import request from "supertest";

const path = "/api/v1/og/templates";
const builtInTemplateIds = readBuiltInTemplates().map(({ id }) => id);

/** A document whose only difference from others is its text. */
function documentWith(text: string, id = "release") {
  return {
    template: {
      id,
      name: "Release notes",
      description: "A version and what is new in it",
      fields: { version: { type: "string", maxLength: 20 }, note: { type: "string" } },
      required: ["version"],
    },
    html: `<main><h1>{{version}}</h1><p>${text} {{note}}</p></main>`,
  };
}

describe("templates of an account", () => {
  let placard: SharedPlacard;
  let account: TestAccount;
  let gateways: string[];
  before(async () => {
    placard = await getSharedPlacard();
    gateways = placard.gateways.map(({ url }) => url);
  });
  beforeEach(async () => {
    account = await placard.createAccount();
  });

  /** Calls a path below the templates as the account, at one of the gateways in turn. */
  let calls = 0;
  function call(
    method: "get" | "post" | "patch" | "delete",
    at = "",
    body?: object,
    token = account.key,
  ): request.Test {
    const gateway = gateways[calls++ % gateways.length] ?? placard.url;
    const client = request(gateway);
    const sent = client[method](path + at).set("Authorization", `Bearer ${token}`);
    return body === undefined ? sent : sent.send(body);
  }
  const create = (document = documentWith("first")) => call("post", "", document);
  const publish = (text: string, id = "release") => call("post", `/${id}/versions`, documentWith(text, id));
  const generate = (template: string, data: object = { version: "4.2.0" }, key = account.key) =>
    request(placard.url)
      .post("/api/v1/og/generate")
      .set("Authorization", `Bearer ${key}`)
      .set("Prefer", "respond-async")
      .send({ template, data });
  const codeOf = ({ status, body }: request.Response) => [status, body.error?.code];
  const idsOf = ({ body }: request.Response) => body.data.templates.map(({ id }: { id: string }) => id);

  it("are created, published and listed behind the built-in ones, at every gateway", async () => {
    const { body } = await create().expect(201);
    assert.deepEqual([body.data.id, body.data.version, body.data.problems], ["release", 1, []]);
    const { body: second } = await publish("second").expect(201);
    assert.equal(second.data.version, 2);
    assert.notEqual(second.data.hash, body.data.hash);
    const { body: repeated } = await publish("second").expect(200);
    assert.deepEqual(repeated.data, second.data);
    for (let i = 0; i < gateways.length; i++) {
      const { templates } = (await call("get").expect(200)).body.data;
      assert.deepEqual(
        templates.map(({ id, source, version }: Record<string, unknown>) => [id, source, version]),
        [...builtInTemplateIds.map((id) => [id, "builtin", 1]), ["release", "account", 2]],
      );
      const { name, fields, schema } = templates.at(-1);
      assert.deepEqual([name, fields], ["Release notes", ["version", "note"]]);
      assert.deepEqual(Object.keys(schema.properties), ["version", "note"]);
    }
  });

  it("are returned with the source of any version", async () => {
    await create();
    await publish("second");
    const { body } = await call("get", "/release").expect(200);
    const { versions, document, ...current } = body.data;
    assert.deepEqual([current.version, current.source, current.isArchived], [2, "account", false]);
    assert.deepEqual(
      versions.map(({ version }: { version: number }) => version),
      [2, 1],
    );
    assert.equal(versions[0].hash, current.hash);
    assert.deepEqual(document, { ...documentWith("second"), assets: {} });
    const { body: first } = await call("get", "/release?version=1").expect(200);
    assert.deepEqual([first.data.version, first.data.document.html], [1, documentWith("first").html]);
    const { body: pinned } = await call("get", "/release@1").expect(200);
    assert.deepEqual(pinned.data.document, first.data.document);
    assert.deepEqual(codeOf(await call("get", "/blog@99")), [410, "gone"]);
    assert.deepEqual(codeOf(await call("get", "/release?version=3")), [410, "gone"]);
    assert.deepEqual(codeOf(await call("get", "/release?version=x")), [400, "validation_failed"]);
    const { body: builtIn } = await call("get", "/blog").expect(200);
    assert.deepEqual([builtIn.data.source, builtIn.data.version], ["builtin", 1]);
    assert.deepEqual(codeOf(await call("get", "/blog?version=99")), [410, "gone"]);
  });

  it("can be named with and without a version, and are validated against their schema", async () => {
    await create();
    const { body: current } = await generate("release").expect(202);
    const { body: pinned } = await generate("release@1");
    assert.equal(pinned.data.id ?? current.data.id, current.data.id);
    await publish("second");
    const { body: later } = await generate("release");
    assert.notEqual(later.data.id, current.data.id);
    assert.deepEqual(codeOf(await generate("release@3")), [410, "gone"]);
    const { body: invalid } = await generate("release", { version: "x".repeat(200), title: "x" }).expect(400);
    assert.deepEqual(invalid.error.details.map((each: { path: string }) => each.path).toSorted(), [
      "/data/title",
      "/data/version",
    ]);
  });

  it("have the same images for equal documents, whatever the number of the version", async () => {
    await create(documentWith("same"));
    const { body: first } = await generate("release");
    await publish("other");
    await publish("same");
    const { body: third } = await generate("release@3");
    assert.equal(third.data.id ?? first.data.id, first.data.id);
  });

  it("are suggested to their account for an ID with a typo", async () => {
    await create();
    const { body } = await generate("releasse");
    assert.match(body.error.message, /^Unknown template. Did you mean `release`\?/);
  });

  it("are invisible to other accounts", async () => {
    await create();
    const { key } = await placard.createAccount();
    assert.deepEqual(idsOf(await call("get", "", undefined, key)), [...builtInTemplateIds]);
    for (const [method, at, body] of [
      ["get", "/release", undefined],
      ["post", "/release/versions", documentWith("x")],
      ["patch", "/release", { isArchived: true }],
      ["delete", "/release", undefined],
    ] as const)
      assert.deepEqual(codeOf(await call(method, at, body, key)), [404, "not_found"], method);
    assert.deepEqual(codeOf(await generate("release", {}, key)), [400, "unknown_template"]);
  });

  it("get one number for each of several concurrent publications", async () => {
    await create();
    const texts = ["a", "b", "c", "d", "d"];
    const published = await Promise.all(texts.map((text) => publish(text)));
    const versions = published.map(({ body }) => Number(body.data.version));
    assert.deepEqual(
      [...new Set(versions)].toSorted((a, b) => a - b),
      [2, 3, 4, 5, 6].slice(0, new Set(versions).size),
    );
    assert.ok(new Set(versions).size >= 4);
  });

  it("can't have the ID of a built-in template, or of another template of the account", async () => {
    for (const id of builtInTemplateIds)
      assert.deepEqual(codeOf(await create(documentWith("x", id))), [409, "template_exists"]);
    await create();
    assert.deepEqual(codeOf(await create()), [409, "template_exists"]);
    const changes = [
      await publish("x", "blog"),
      await call("delete", "/blog"),
      await call("patch", "/blog", { isArchived: true }),
    ];
    for (const { status, body } of changes) {
      assert.equal(status, 404);
      assert.match(
        body.error.message,
        /^Template of this account not found\..* built-in templates can't be changed\.$/,
      );
    }
  });

  it("are hidden and unchangeable while they are archived, and still rendered", async () => {
    await create();
    await call("patch", "/release", { isArchived: true }).expect(200);
    assert.deepEqual(idsOf(await call("get")), [...builtInTemplateIds]);
    const { templates } = (await call("get", "?archived=true")).body.data;
    assert.deepEqual([templates.at(-1).id, templates.at(-1).isArchived], ["release", true]);
    assert.deepEqual(codeOf(await publish("x")), [409, "template_archived"]);
    assert.ok((await generate("release")).status < 300);
    const { body } = await call("patch", "/release", { isArchived: false }).expect(200);
    assert.deepEqual(body.data, { id: "release", isArchived: false });
    await publish("x").expect(201);
  });

  it("respond with gone after their deletion, and continue their numbers if created again", async () => {
    await create();
    await publish("second");
    await call("delete", "/release").expect(200);
    for (const response of [
      await call("get", "/release"),
      await call("delete", "/release"),
      await call("patch", "/release", { isArchived: true }),
      await publish("x"),
      await generate("release"),
      await generate("release@1"),
    ])
      assert.deepEqual(codeOf(response), [410, "gone"]);
    assert.deepEqual(idsOf(await call("get")), [...builtInTemplateIds]);
    assert.equal((await create().expect(201)).body.data.version, 3);
    assert.deepEqual(codeOf(await generate("release@1")), [410, "gone"]);
  });

  it("have a schema that fits what requests accept for numbers and booleans", async () => {
    const fields = { size: "number", count: "integer", isLive: "boolean" };
    const html = '<main><p if="isLive">{{size}} {{count}}</p></main>';
    await call("post", "", { template: { id: "facts", fields }, html }).expect(201);
    const { templates } = (await call("get")).body.data;
    const isValid = new Ajv2020({ formats: { number: /^[\d.]+$/, integer: /^\d+$/ }, strict: false }).compile(
      templates.at(-1).schema,
    );
    const cases: [object, string?][] = [
      [{ size: 2.5, count: 2, isLive: true }],
      [{ size: "2.5", count: "2", isLive: "true" }],
      [{ isLive: false }],
      [{ isLive: "false" }],
      [{ isLive: 1 }, "must be true or false; this is 1"],
      [{ isLive: "yes" }, "must be true or false; this is `yes`"],
      [{ count: 2.5 }, "must be an integer, such as 64"],
      [{ count: "2.5" }, "must be an integer, such as 64"],
      [{ count: true }, "must be an integer or a string; this is true"],
      [{ size: "wide" }, "must be a number in digits, such as 64 or 2.5"],
      [{ size: [] }, "must be a number or a string; this is an array"],
    ];
    for (const [data, message] of cases) {
      assert.equal(isValid(data), message === undefined, JSON.stringify(data));
      const { body } = await generate("facts", data);
      assert.deepEqual(
        body.error?.details.map((detail: { message: string }) => detail.message),
        message && [message],
      );
    }
  });

  it("are rejected with the line, column and suggestion of every error", async () => {
    const document = { ...documentWith("x"), html: "<main>\n  <marquee>{{version}}</marquee>\n</main>" };
    const { body } = await create(document).expect(400);
    const [detail] = body.error.details;
    assert.deepEqual(
      [body.error.code, detail.path, detail.line, detail.column],
      ["validation_failed", "/html", 2, 3],
    );
    assert.match(detail.message, /marquee/);
    const { message } = body.error;
    assert.ok(message.startsWith("`html` (line 2, column 3): "), message);
    assert.ok(message.includes(`${detail.message}. ${detail.suggestion}`), message);
    const unclosed = await create({ ...document, html: "<style>main {</style><main></main>" }).expect(400);
    const members = Object.keys(unclosed.body.error.details[0]).toSorted();
    assert.deepEqual(members, ["column", "line", "message", "path", "suggestion"]);
    const invalidField = { ...documentWith("x").template, fields: { version: { type: "date" } } };
    const { body: inJson } = await create({ ...documentWith("x"), template: invalidField as never }).expect(
      400,
    );
    assert.deepEqual(inJson.error.details.slice(0, 1), [
      {
        path: "/template/fields/version",
        message: "must have the `type` string, number, integer, boolean or array",
      },
    ]);
    const large = { ...documentWith("x").template, description: "x".repeat(40_000) };
    const { body: tooLarge } = await create({ ...documentWith("x"), template: large }).expect(400);
    assert.match(tooLarge.error.message, /^`template` is larger than 32 KiB\./);
    const json = JSON.stringify(invalidField, null, 2);
    const withText = await create({ ...documentWith("x"), template: invalidField, json } as never);
    const [{ line, column }] = withText.body.error.details;
    assert.deepEqual([line, column], [6, 5], "positions in the text of template.json");
    const renamed = await call("post", "/release/versions", documentWith("x", "other"));
    assert.deepEqual(codeOf(renamed), [404, "not_found"]);
    await create();
    const { body: mismatch } = await call("post", "/release/versions", documentWith("x", "other")).expect(
      400,
    );
    assert.equal(mismatch.error.details[0].path, "/template/id");
  });

  it("are rejected if they name assets that the account does not have", async () => {
    const { body } = await call("post", "", {
      ...documentWith("x"),
      assets: { "logo.svg": "A".repeat(43), "a/b.png": "x" },
    }).expect(400);
    assert.deepEqual(
      body.error.details.map((detail: { path: string }) => detail.path),
      ["/assets/logo.svg", "/assets/a~1b.png"],
    );
  });

  it("keep the text of template.json, which must be the same JSON", async () => {
    const document = documentWith("x");
    const json = JSON.stringify(document.template, null, 3);
    await call("post", "", { ...document, json }).expect(201);
    const { body } = await call("get", "/release").expect(200);
    assert.equal(body.data.document.json, json);
    for (const text of ["{}", "{"]) {
      const rejected = await call("post", "", { ...document, json: text }).expect(400);
      assert.equal(rejected.body.error.details[0].path, "/json");
    }
  });

  it("may have up to 256 KiB, and no more", async () => {
    const { status } = await create({ ...documentWith("x"), html: "x".repeat(250 * 1024) });
    assert.equal(status, 400);
    assert.deepEqual(codeOf(await create({ ...documentWith("x"), html: "x".repeat(257 * 1024) })), [
      413,
      "payload_too_large",
    ]);
  });

  it("are rejected, and not stored, if their JSON is hostile", async () => {
    const html = "<main></main>";
    const deep = `${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`;
    const raw = `{"html":"${html}","template":${deep}}`;
    assert.deepEqual(codeOf(await call("post").type("json").send(raw)), [400, "validation_failed"]);
    for (const template of [
      {},
      [],
      null,
      { id: 5 },
      { id: "../x", fields: [] },
      { id: "__proto__", fields: { constructor: { type: "string" } } },
      JSON.parse('{"id":"x","__proto__":{"id":"y"},"fields":{"__proto__":{"type":"string"}}}') as object,
      { ...documentWith("x").template, fields: { version: { type: "string", pattern: "(a+)+$" } } },
      { ...documentWith("x").template, fields: { $ref: "#", version: { $ref: "http://x" } } },
    ]) {
      const { status, body } = await call("post", "", { template, html });
      assert.deepEqual(
        [status, body.error.code],
        [400, "validation_failed"],
        JSON.stringify(template).slice(0, 80),
      );
    }
    for (const source of [
      "",
      "\u0000",
      "\ud800",
      "<".repeat(60_000),
      "<div>".repeat(10_000),
      "{{".repeat(30_000),
    ]) {
      const { status } = await call("post", "", { ...documentWith("x"), html: source });
      assert.equal(status, 400, source.slice(0, 40));
    }
    assert.deepEqual(idsOf(await call("get")), [...builtInTemplateIds]);
  });

  it("are used with sessions, and with keys that have the scope", async () => {
    const { body: created } = await request(placard.url)
      .post("/api/v1/keys")
      .set("Authorization", `Bearer ${account.token}`)
      .send({ name: "reader", scopes: ["images:write"] });
    const { key } = created.data;
    assert.deepEqual(codeOf(await call("post", "", documentWith("x"), key)), [403, "insufficient_scope"]);
    assert.deepEqual(codeOf(await call("delete", "/release", undefined, key)), [403, "insufficient_scope"]);
    await call("post", "", documentWith("x"), account.token).expect(201);
    for (const token of [key, account.token]) await call("get", "/release", undefined, token).expect(200);
    const { body: byKey } = await call("get", "", undefined, key).expect(200);
    const { body: bySession } = await call("get", "", undefined, account.token).expect(200);
    assert.deepEqual(bySession, byKey);
    assert.deepEqual(codeOf(await call("get", "", undefined, "plk_x")), [401, "unauthorized"]);
  });

  it("leave a security event for every change", async () => {
    await create();
    await publish("second");
    await publish("second");
    await call("patch", "/release", { isArchived: true });
    await call("patch", "/release", { isArchived: true });
    await call("patch", "/release", { isArchived: false });
    await call("delete", "/release");
    const { body } = await request(placard.url)
      .get("/api/v1/account/events")
      .set("Authorization", `Bearer ${account.token}`);
    const events = body.data.events.filter(({ type }: { type: string }) => type.startsWith("template_"));
    assert.deepEqual(
      events.map(({ type, template, actor }: Record<string, string>) => [type, template, actor]),
      [
        ["template_deleted", "release", "api_key"],
        ["template_restored", "release", "api_key"],
        ["template_archived", "release", "api_key"],
        ["template_published", "release@2", "api_key"],
        ["template_created", "release@1", "api_key"],
      ],
    );
  });
});
