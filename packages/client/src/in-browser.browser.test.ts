import assert from "node:assert/strict";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { getSharedPlacard, startBrowser, type Browser, type SharedPlacard } from "@placard/testing";
import { signLink } from "./index.ts";

const request = {
  baseUrl: "https://og.example.com",
  kid: "Kid0123456789abc",
  secret: "plks_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG",
  template: "blog",
  format: "png",
  data: { title: "Grüße 👩‍🚀 +%!'()*" },
} as const;

describe("the client in a browser", () => {
  let placard: SharedPlacard;
  let browser: Browser;
  // The page's own server proxies /placard/, as a site would: Placard's API does not allow other origins.
  const site = createServer((req, res) => void serve(req, res));
  before(async () => {
    site.listen(0, "127.0.0.1");
    [placard, browser] = await Promise.all([getSharedPlacard(), startBrowser(), once(site, "listening")]);
    await browser.page.goto(`http://localhost:${(site.address() as AddressInfo).port}/`);
  });
  after(async () => {
    site.close();
    site.closeAllConnections();
    await browser?.close();
  });

  async function serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { method = "GET", url = "/", headers } = req;
    const [, proxied] = /^\/placard(\/.*)$/.exec(url) ?? [];
    const [, file] = /^\/client\/([\w.-]+\.js)$/.exec(url) ?? [];
    if (proxied !== undefined) {
      const { authorization = "", "content-type": type = "" } = headers;
      const response = await fetch(`${placard.url}${proxied}`, {
        method,
        headers: { authorization, "content-type": type },
        ...(method === "POST" && { body: await text(req) }),
      });
      res.writeHead(response.status, Object.fromEntries(response.headers)).end(await response.text());
    } else if (file !== undefined) {
      const script = await readFile(new URL(file, import.meta.url));
      res.writeHead(200, { "Content-Type": "text/javascript" }).end(script);
    } else {
      res
        .writeHead(200, { "Content-Type": "text/html" })
        .end('<!doctype html><link rel="icon" href="data:,">');
    }
  }

  it("generates an image", async () => {
    const outcome: unknown = await browser.page.evaluate(`(async () => {
      const { createClient } = await import("/client/index.js");
      const client = createClient({ baseUrl: location.origin + "/placard", key: ${JSON.stringify(placard.key)} });
      const { data, meta } = await client.generateImage({ template: "blog", data: { title: "From a page" } });
      return [data.format, data.width, meta.cache];
    })()`);
    assert.deepEqual(outcome, ["png", 1200, "MISS"]);
  });

  it("rejects with the same errors as on Node", async () => {
    const outcome: unknown = await browser.page.evaluate(`(async () => {
      const { createClient, PlacardError } = await import("/client/index.js");
      const codeOf = async (options) => {
        const error = await createClient({ retries: 0, ...options }).listTemplates().catch((thrown) => thrown);
        return error instanceof PlacardError && error.code;
      };
      return [
        await codeOf({ baseUrl: location.origin + "/placard", key: "wrong" }),
        await codeOf({ baseUrl: location.origin + "/elsewhere" }),
      ];
    })()`);
    assert.deepEqual(outcome, ["unauthorized", "invalid_response"]);
  });

  it("signs the same link as on Node", async () => {
    const link: unknown = await browser.page.evaluate(`(async () => {
      const { signLink } = await import("/client/index.js");
      return await signLink(${JSON.stringify(request)});
    })()`);
    assert.equal(link, await signLink(request));
  });
});
