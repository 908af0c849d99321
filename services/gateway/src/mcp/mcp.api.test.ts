import assert from "node:assert/strict";
import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { json } from "node:stream/consumers";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import {
  getSharedPlacard,
  registerTestClient,
  startHttpServer,
  type SharedPlacard,
  type TestClient,
} from "@placard/testing";
import request from "supertest";

const html = `<style>h1 { font-size: 64px; padding: 48px }</style><h1>{{title}}</h1>`;
const documentOf = (id: string, source = html) => ({
  template: {
    id,
    name: "Assistant",
    description: "A card that an assistant designed",
    fields: { title: { type: "string", maxLength: 100, example: "Hello" } },
    required: ["title"],
  },
  html: source,
});

describe("the MCP server", () => {
  let placard: SharedPlacard;
  let ada: TestClient;
  let client: Client;
  const opened: Client[] = [];

  const connect = async (scopes?: readonly string[]): Promise<Client> => {
    const { body } = await ada.callWithToken("POST", "/keys", {
      name: "assistant",
      ...(scopes && { scopes }),
    });
    const connected = new Client({ name: "test", version: "1" });
    opened.push(connected);
    const headers = { Authorization: `Bearer ${body.data.key}` };
    const transport = new StreamableHTTPClientTransport(new URL(`${placard.url}/mcp`), {
      requestInit: { headers },
    });
    await connected.connect(transport);
    return connected;
  };
  const call = async (name: string, input: Record<string, unknown> = {}, by = client) => {
    const { content, isError } = (await by.callTool({ name, arguments: input })) as CallToolResult;
    const texts = content.flatMap((part) => (part.type === "text" ? [part.text] : []));
    const images = content.flatMap((part) => (part.type === "image" ? [part] : []));
    return { isError: isError === true, value: JSON.parse(texts[0] ?? "null"), images };
  };

  before(async () => {
    placard = await getSharedPlacard();
    ada = await registerTestClient(placard.url);
    client = await connect();
  });
  after(async () => {
    for (const each of opened) await each.close();
  });

  it("lists its tools with the schemas of the API's requests", async () => {
    const { tools } = await client.listTools();
    assert.deepEqual(tools.map(({ name }) => name).toSorted(), [
      "checkLink",
      "checkPage",
      "createTemplate",
      "createTemplateVersion",
      "generateImage",
      "getTemplate",
      "lintTemplate",
      "listTemplates",
      "previewTemplate",
    ]);
    const generate = tools.find(({ name }) => name === "generateImage");
    assert.deepEqual(generate?.inputSchema.required, ["template", "data"]);
    const version = tools.find(({ name }) => name === "createTemplateVersion");
    assert.deepEqual(version?.inputSchema.required, ["id", "template", "html"]);
    assert.match(client.getInstructions() ?? "", /previewTemplate/);
  });

  it("lets an assistant design a card, look at it, correct it, publish it, and use it", async () => {
    const example = await call("getTemplate", { id: "blog" });
    assert.match(example.value.document.html, /<style>/);
    const wrong = documentOf("assistant", html.replace("font-size", "font-sise"));
    const { value: linted } = await call("lintTemplate", wrong);
    assert.match(JSON.stringify(linted.problems), /font-size/);
    const right = documentOf("assistant");
    const preview = await call("previewTemplate", {
      ...right,
      data: { title: "Seen" },
      options: { width: 600, height: 315 },
    });
    assert.equal(preview.isError, false, JSON.stringify(preview.value));
    const [image] = preview.images;
    assert.equal(image?.mimeType, "image/png");
    assert.equal(Buffer.from(image?.data ?? "", "base64").readUInt32BE(16), 600, "the width in the PNG");
    assert.equal(preview.value.image, undefined);
    assert.equal((await call("createTemplate", right)).value.version, 1);
    const next = { id: "assistant", ...documentOf("assistant", html.replace("64px", "72px")) };
    assert.equal((await call("createTemplateVersion", next)).value.version, 2);
    const generated = await call("generateImage", { template: "assistant", data: { title: "Used" } });
    await request(placard.url).get(new URL(generated.value.url).pathname).expect(200);
    const { value: listing } = await call("listTemplates");
    assert.ok(listing.templates.some(({ id }: { id: string }) => id === "assistant"));
  });

  it("checks the card of a page, and shows its image to the assistant", async () => {
    const { body } = await request(placard.url)
      .post("/api/v1/og/generate")
      .set("Authorization", `Bearer ${placard.key}`)
      .send({ template: "blog", data: { title: "The card of a page" } })
      .expect(200);
    const site = await startHttpServer({
      "/": (_req, res) =>
        res
          .writeHead(200, { "content-type": "text/html" })
          .end(`<title>A page</title><meta property="og:image" content="${body.data.url}">`),
    });
    try {
      const { value, images } = await call("checkPage", { url: site.url, image: true });
      assert.ok(value.problems.some(({ code }: { code: string }) => code === "twitter_card_missing"));
      assert.equal(images[0]?.mimeType, "image/png");
      assert.equal(value.image, undefined);
      const without = await call("checkPage", { url: site.url });
      assert.deepEqual([without.value.previews.length, without.images], [7, []]);
    } finally {
      await site.stop();
    }
  });

  it("returns the API's errors to the assistant, with how to fix them", async () => {
    const invalid = await call("generateImage", { template: "blog", data: { titel: "x" } });
    assert.equal(invalid.isError, true);
    assert.equal(invalid.value.code, "validation_failed");
    const missing = await call("getTemplate", { id: "../../../admin" });
    assert.deepEqual([missing.isError, missing.value.code], [true, "not_found"]);
    const withoutId = await call("getTemplate");
    assert.deepEqual([withoutId.value.code, withoutId.value.details[0].path], ["validation_failed", "/id"]);
    await assert.rejects(client.callTool({ name: "deleteAccount", arguments: {} }), /Unknown tool/);
  });

  it("performs operations for the client that calls it, from its address", async () => {
    const { body } = await ada.callWithToken("POST", "/keys", { name: "elsewhere" });
    const message = {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "createTemplate", arguments: documentOf("elsewhere") },
    };
    const sent = httpRequest(`${placard.url}/mcp`, {
      method: "POST",
      localAddress: "127.0.0.2",
      headers: {
        Accept: "application/json, text/event-stream",
        Authorization: `Bearer ${body.data.key}`,
        "Content-Type": "application/json",
      },
    }).end(JSON.stringify(message));
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    const { result } = (await json(response)) as { result: CallToolResult };
    assert.equal(result.isError, undefined, JSON.stringify(result));
    const { body: listed } = await ada.callWithToken("GET", "/account/events");
    const event = listed.data.events.find(
      ({ template }: { template?: string }) => template === "elsewhere@1",
    );
    assert.equal(event.address, "127.0.0.2");
  });

  it("limits the body of each operation as the API does", async () => {
    const { isError, value } = await call("generateImage", {
      template: "blog",
      data: { title: "x".repeat(64 * 1024) },
    });
    assert.deepEqual([isError, value.code], [true, "payload_too_large"]);
  });

  it("gives a key no more than its scopes", async () => {
    const reader = await connect(["account:read"]);
    const refused = await call("createTemplate", documentOf("refused"), reader);
    assert.deepEqual([refused.isError, refused.value.code], [true, "insufficient_scope"]);
    assert.equal((await call("listTemplates", {}, reader)).isError, false);
  });

  it("needs an API key, and refuses pages of other sites and other methods", async () => {
    const body = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    const headers = { Accept: "application/json, text/event-stream" };
    await request(placard.url).post("/mcp").set(headers).send(body).expect(401);
    await request(placard.url)
      .post("/mcp")
      .set({ ...headers, Authorization: `Bearer ${ada.token()}` })
      .send(body)
      .expect(401);
    const withKey = { ...headers, Authorization: `Bearer ${placard.key}` };
    await request(placard.url)
      .post("/mcp")
      .set({ ...withKey, Origin: "https://evil.example" })
      .send(body)
      .expect(403);
    await request(placard.url).get("/mcp").set(withKey).expect(405);
    await request(placard.url).delete("/mcp").set(withKey).expect(405);
    await request(placard.url).post("/mcp").set(withKey).send(body).expect(200);
  });

  it("responds to requests with an invalid Host header as the API does", async () => {
    for (const host of ["a b", "", "[::1", "example.com:port"])
      await request(placard.url)
        .post("/mcp")
        .set({
          Host: host,
          Accept: "application/json, text/event-stream",
          Authorization: `Bearer ${placard.key}`,
        })
        .send({ jsonrpc: "2.0", id: 1, method: "tools/list" })
        .expect(200);
  });

  it("answers malformed messages with an error of the protocol", async () => {
    const send = (body: unknown, headers = {}) =>
      request(placard.url)
        .post("/mcp")
        .set({
          Accept: "application/json, text/event-stream",
          Authorization: `Bearer ${placard.key}`,
          ...headers,
        })
        .send(body as object);
    for (const body of [{}, { jsonrpc: "1.0" }, { jsonrpc: "2.0", id: 1 }, { method: 5 }])
      assert.equal((await send(body)).status, 400, JSON.stringify(body));
    assert.equal((await send({ jsonrpc: "2.0", id: 1, method: "x" }, { Accept: "text/html" })).status, 406);
    const unknown = await send({ jsonrpc: "2.0", id: 1, method: "unknown" }).expect(200);
    assert.equal(unknown.body.error.code, -32601);
    const withoutName = await send({ jsonrpc: "2.0", id: 1, method: "tools/call", params: {} }).expect(200);
    assert.equal(typeof withoutName.body.error.code, "number");
    await send({ jsonrpc: "2.0", method: "notifications/initialized" }).expect(202);
    await send({ jsonrpc: "2.0", id: 1, method: "tools/list" }, { "MCP-Protocol-Version": "0" }).expect(400);
  });
});
