import assert from "node:assert/strict";
import { callGateway, getSharedPlacard, type SharedPlacard, type TestAccount } from "@placard/testing";

describe("drafts of templates", () => {
  let placard: SharedPlacard;
  let account: TestAccount;
  before(async () => {
    placard = await getSharedPlacard();
  });
  beforeEach(async () => {
    account = await placard.createAccount();
  });

  const call = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
    callGateway(`${placard.url}/api/v1/og${path}`, method, { token: account.key, body, headers });
  const content = (html: string) => ({ json: "{ not valid", html, assets: { "logo.svg": "x" } });
  const put = (html: string, etag?: string) =>
    call("PUT", "/templates/notes/draft", content(html), etag === undefined ? {} : { "If-Match": etag });

  it("are stored without being valid, returned, listed and deleted", async () => {
    const created = await put("<main>");
    assert.equal(created.status, 200, JSON.stringify(created.body));
    const { updatedAt, ...draft } = created.body.data;
    assert.deepEqual(draft, { id: "notes", ...content("<main>") });
    const found = await call("GET", "/templates/notes/draft");
    assert.deepEqual(found.body.data, created.body.data);
    assert.equal(found.headers.get("etag"), created.headers.get("etag"));
    assert.deepEqual((await call("GET", "/drafts")).body.data.drafts, [
      { id: "notes", name: "notes", updatedAt },
    ]);
    const json = `{"name":"${"Notes".repeat(20)}"}`;
    await call(
      "PUT",
      "/templates/notes/draft",
      { ...content("<main>"), json },
      { "If-Match": found.headers.get("etag")! },
    );
    assert.equal((await call("GET", "/drafts")).body.data.drafts[0].name, "Notes".repeat(16));
    assert.equal((await call("DELETE", "/templates/notes/draft")).status, 200);
    assert.equal((await call("GET", "/templates/notes/draft")).status, 404);
  });

  it("are stored as documents, too, and have their template while its text is JSON", async () => {
    const document = { template: { id: "notes", name: "Notes" }, html: "<main></main>" };
    const created = await call("PUT", "/templates/notes/draft", document);
    assert.equal(created.status, 200, JSON.stringify(created.body));
    const { template, html, json } = (await call("GET", "/templates/notes/draft")).body.data;
    assert.deepEqual({ template, html }, document);
    assert.deepEqual(JSON.parse(json), template);
    const { status, body } = await call("PUT", "/templates/other/draft", { html: "" });
    assert.deepEqual([status, body.error.details[0].path], [400, "/template"]);
  });

  it("are not stored larger than they are sent, nor nested deeper than a template can be", async () => {
    const nested = (depth: number, inner: string) => "[".repeat(depth) + inner + "]".repeat(depth);
    const many = `${"0,".repeat(40_000)}0`;
    const bodyOf = (list: string) => JSON.parse(`{"html":"","template":{"x":${list}}}`) as object;
    const tooDeep = await call("PUT", "/templates/deep/draft", bodyOf(nested(10, "")));
    assert.deepEqual([tooDeep.status, tooDeep.body.error.details[0].path], [400, "/template"]);
    const wide = await call("PUT", "/templates/wide/draft", bodyOf(nested(8, many)));
    assert.equal(wide.status, 200);
    assert.ok(wide.body.data.json.length < 128 * 1024);
    // Sent with short numbers, which JavaScript writes with all of their digits.
    const body = `{"html":"","template":{"x":[${"1e20,".repeat(20_000)}0]}}`;
    const response = await fetch(`${placard.url}/api/v1/og/templates/large/draft`, {
      method: "PUT",
      headers: { Authorization: `Bearer ${account.key}`, "Content-Type": "application/json" },
      body,
    });
    assert.equal(response.status, 413);

    const json = `{"a":${nested(5_000, "")}}`;
    const text = await call("PUT", "/templates/text/draft", { json, html: "" });
    assert.deepEqual([text.status, text.body.data.template], [200, undefined]);
    const { status, body: found } = await call("GET", "/templates/text/draft");
    assert.deepEqual([status, found.data.json], [200, json]);
  });

  it("have the IDs that templates have", async () => {
    const statuses = await Promise.all(
      [63, 64].map(
        async (length) => (await call("PUT", `/templates/${"a".repeat(length)}/draft`, content(""))).status,
      ),
    );
    assert.deepEqual(statuses, [200, 400]);
  });

  it("never overwrite a change that the client has not read", async () => {
    const first = await put("first");
    assert.equal((await put("other tab")).body.error.code, "conflict");
    const etag = first.headers.get("etag")!;
    const second = await put("second", etag);
    assert.equal(second.status, 200);
    assert.equal((await put("third", etag)).status, 412);
    assert.equal((await call("GET", "/templates/notes/draft")).body.data.html, "second");
    const listed = await put("third", `"other", ${second.headers.get("etag")!}`);
    const last = (await put("fourth", "*")).headers.get("etag")!;
    assert.deepEqual([listed.status, (await put("fifth", `W/${last}`)).status], [200, 412]);
    const attempts = await Promise.all(["a", "b", "c"].map((html) => put(html, last)));
    assert.equal(attempts.filter(({ status }) => status === 200).length, 1);
    await call("DELETE", "/templates/notes/draft");
    assert.equal((await put("deleted", last)).status, 412);
  });

  it("are deleted only in the state that `If-Match` names", async () => {
    const first = (await put("first")).headers.get("etag")!;
    const second = (await put("second", first)).headers.get("etag")!;
    const remove = (etag: string) =>
      call("DELETE", "/templates/notes/draft", undefined, { "If-Match": etag });
    assert.deepEqual([(await remove(first)).status, (await remove(second)).status], [412, 200]);
    assert.equal((await remove(second)).status, 412);
  });

  it("say why a change is a conflict", async () => {
    const etag = (await put("first")).headers.get("etag")!;
    const cases: [string | undefined, RegExp][] = [
      [undefined, /^The draft exists already\./],
      [etag.slice(1, -1), /^`If-Match` has no strong `ETag` in quotation marks\./],
      [`W/${etag}`, /^`If-Match` has no strong/],
      ['"other"', /^The draft was changed or deleted since you read it\./],
    ];
    for (const [tag, message] of cases) assert.match((await put("second", tag)).body.error.message, message);
  });

  it("are refused for an ID that can't be published", async () => {
    const { status, body } = await call("PUT", "/templates/blog/draft", content(""));
    assert.deepEqual([status, body.error.code], [409, "template_exists"]);
  });

  it("keep the version of the template that they were created from", async () => {
    const document = { template: { id: "notes", name: "Notes", fields: {} }, html: "<main></main>" };
    await call("POST", "/templates", document);
    const created = await put("draft");
    assert.equal(created.body.data.version, 1);
    await call("POST", "/templates/notes/versions", { ...document, html: "<main>2</main>" });
    const changed = await put("changed", created.headers.get("etag")!);
    assert.equal(changed.body.data.version, 1);
    await call("DELETE", "/templates/notes/draft");
    assert.equal((await put("new")).body.data.version, 2);
  });

  it("are limited to 20 of 128 KiB for each account, and deleted with their template", async () => {
    const template = { id: "notes", name: "Notes", description: "Notes", fields: {} };
    await call("POST", "/templates", { template, html: "<main></main>" });
    await put("draft");
    await call("DELETE", "/templates/notes");
    assert.deepEqual((await call("GET", "/drafts")).body.data.drafts, []);

    assert.equal((await put("x".repeat(128 * 1024))).status, 413);
    const statuses = await Promise.all(
      Array.from(
        { length: 21 },
        async (_, i) => (await call("PUT", `/templates/d${i}/draft`, content(""))).status,
      ),
    );
    assert.equal(statuses.filter((status) => status === 200).length, 20);
  });
});
