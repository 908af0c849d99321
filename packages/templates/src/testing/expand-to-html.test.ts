import assert from "node:assert/strict";
import type { TemplateData } from "@placard/contracts";
import { compileTemplate } from "../language/compile-template.ts";
import { expandToHtml, type HtmlOptions } from "./expand-to-html.ts";

const fields = {
  title: { type: "string" },
  tint: { type: "string", format: "color" },
  photo: { type: "string", format: "image-url" },
  tags: { type: "array", maxItems: 6, items: { type: "string" } },
};

function expand(html: string, data: TemplateData = {}, options: Partial<HtmlOptions> = {}): string {
  const { template, problems } = compileTemplate({
    template: { id: "card", name: "Card", fields },
    html,
    assets: { "logo.png": { id: "asset-id", contentType: "image/png", width: 4, height: 4 } },
  });
  assert.ok(template, JSON.stringify(problems));
  return expandToHtml(template, data, { width: 1200, height: 630, ...options });
}

/** What follows the style element. */
function markup(...args: Parameters<typeof expand>): string {
  return expand(...args).replace(/^<style>[\s\S]*?<\/style>/u, "");
}

describe("A card as HTML for a browser", () => {
  it("has the paths of the scene, and data as text", () => {
    assert.equal(
      markup('<main><p each="tag of tags">{{tag}}</p></main>', { tags: ["<a>", "b & c"] }),
      '<main data-path=""><p data-path="0:0">&lt;a&gt;</p><p data-path="0:1">b &amp; c</p></main>',
    );
  });

  it("has the language of the request, unless the root element has one", () => {
    const expected = '<main data-path="" lang="de">14. März 2027</main>';
    const show = (html: string, locale?: string) =>
      markup(html, { title: "2027-03-14" }, { locale }).replaceAll("\u00a0", " ");
    assert.equal(show("<main>{{title | date}}</main>", "de"), expected);
    assert.equal(show('<main lang="de">{{title | date}}</main>', "ja"), expected);
    assert.equal(show("<main>{{title | date}}</main>"), '<main data-path="">March 14, 2027</main>');
  });

  it("has colors and images of data in styles", () => {
    const html = markup(
      '<main><p style="--tint: {{tint}}; color: var(--tint); background-image: url({{photo}})"></p></main>',
      { tint: "#f00", photo: 'https://example.com/a".png' },
    );
    assert.match(
      html,
      /--tint: #ff0000; color: var\(--tint\); background-image: url\(&quot;https:\/\/example.com\/a%22.png&quot;\)/,
    );
  });

  it("has the chosen sizes of fitted text, and no dropped elements", () => {
    const html = markup(
      '<main><h1 style="font-size: fit(10px, max(20px, 30px))">a</h1><p drop="1">b</p></main>',
      {},
      { fontSizes: new Map([["0", 24]]), dropped: new Set(["1"]) },
    );
    assert.match(html, /<h1 data-path="0" style="font-size: max\(20px, 30px\); font-size: 24px">/);
    assert.match(html, /<p data-path="1" style="display: none">/);
  });

  it("clamps the lines of blocks, and shows no element that is hidden", () => {
    const html = markup(
      "<style>p, b { line-clamp: 2 } b { display: none }</style><main><p>a</p><b>b</b></main>",
    );
    assert.match(html, /<p data-path="0" style="display: -webkit-box; [^"]*-webkit-line-clamp: 2;/);
    assert.match(html, /<b data-path="1">/);
  });

  it("has the URLs of assets that the caller chooses", () => {
    const html = expand(
      '<style>main { background: url("assets/logo.png") }</style><main><img src="assets/logo.png" alt=""></main>',
      {},
      { assetUrl: ({ id }) => `/files/${id}` },
    );
    assert.match(html, /background: url\("\/files\/asset-id"\)/);
    assert.match(html, /<img data-path="0" src="\/files\/asset-id" alt="">/);
  });
});
