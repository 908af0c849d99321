import { crc32, deflateSync, gzipSync } from "node:zlib";
import { createOtfFont } from "@placard/testing";

const mebibyte = 1024 * 1024;

/** A text of a length that repeats a part. */
const fill = (part, length = mebibyte) => part.repeat(Math.ceil(length / part.length)).slice(0, length);

/** The worst known pages, by name: 1 MiB each. */
export const pages = {
  "unclosed elements": "<b>".repeat(505) + fill("</i>", mebibyte - 2_000),
  "implied end tags": fill("<p>"),
  attributes: `<a ${Array.from({ length: 120_000 }, (_, i) => `a${i}=b`).join(" ")}`,
  "meta tags": fill('<meta property="og:image" content="/a.png">'),
  entities: `<title>${fill("&CounterClockwiseContourIntegra")}`,
  "nested JSON-LD": jsonLd("[".repeat(125_000) + "]".repeat(125_000)),
  "wide JSON-LD": jsonLd(`{${Array.from({ length: 24_000 }, (_, i) => `"a${i}":1`).join(",")}}`),
};

function jsonLd(text) {
  return `<script type="application/ld+json">${text}</script>`;
}

/** The worst known robots.txt files, by name. */
export const robotsFiles = {
  "agents × rules": "User-agent:*\n".repeat(1_230) + "allow:*\n".repeat(2_000),
  wildcards: `User-agent: *\n${"disallow: /*a*a*a*a*b\n".repeat(1_500)}`,
  encoded: `User-agent: *\ndisallow: /${"ü".repeat(16_000)}`,
};

/** Uploads, by name. */
export const uploads = {
  "SVG, CSS without braces": svg(`<style>${fill("a", mebibyte - 200)}</style>`),
  "SVG, selectors": svg(`<style>${"a,".repeat(400_000)}</style>`),
  "SVG, comments": svg(`<style>${"/*".repeat(500_000)}</style>`),
  "SVG, rules × elements": svg(
    `<style>${"a b{x:y}".repeat(8_000)}</style>${'<path d="M0 0h9v9z"/>'.repeat(19_000)}`,
  ),
  "SVG, nested": svg("<g>".repeat(100_000)),
  "SVG, attributes": svg(`<path ${Array.from({ length: 90_000 }, (_, i) => `a${i}=""`).join(" ")}/>`),
  "PNG, text chunk": png({ text: Buffer.alloc(3 * mebibyte, "a") }),
  "PNG, 4096 × 4096": png({ width: 4096, height: 4096 }),
  "PNG, ends early": png({ width: 4096, height: 4096 }).subarray(0, 600),
  "font, ends early": createOtfFont().subarray(0, 500),
  "font, random tables": Buffer.concat([Buffer.from("wOF2OTTO"), Buffer.alloc(2 * mebibyte - 8, 7)]),
  "gzip bomb": gzipSync(Buffer.alloc(64 * mebibyte)),
};

function svg(content) {
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${content}</svg>`);
}

/**
 * A black PNG.
 * @param {{ width?: number, height?: number, text?: Buffer }} options `text`: a text chunk
 */
function png({ width = 100, height = 100, text }) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0], 8); // one bit of gray for each pixel
  const pixels = deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))));
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    pngChunk("IHDR", header),
    ...(text ? [pngChunk("tEXt", Buffer.concat([Buffer.from("a\0"), text]))] : []),
    pngChunk("IDAT", pixels),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

function pngChunk(type, data) {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

const template = { id: "hostile", name: "Hostile", fields: { title: { type: "string", maxLength: 2_000 } } };
const options = { width: 2048, height: 2048 };
const list = (length, toText, separator = "") => Array.from({ length }, (_, i) => toText(i)).join(separator);

/** Documents of templates, by name, which are linted and previewed. */
export const documents = {
  "slow selectors": `<style>${list(
    590,
    (i) => `div div div div div div div > :not(.zI) :nth-child(n+${i}) {color:red}`,
  )}</style><main>${"<div>".repeat(14)}${"<p>a</p>".repeat(180)}${"</div>".repeat(14)}</main>`,
  "unknown properties": `<style>p{${list(1_900, (i) => `xxxxxxxxxx-${i}:1;`)}}</style><main><p>a</p></main>`,
  gradients: cardOf(20, `background:${list(10, (i) => `radial-gradient(#0${i}f1,#f001)`, ",")}`),
  shadows: cardOf(100, `box-shadow:${list(16, (i) => `${i}px 0 64px red`, ",")}`),
  "long text": `<style>p{font-size:12px}</style><main>${"<p>{{title}}</p>".repeat(100)}</main>`,
};

/** A document with boxes of nearly its whole size. */
function cardOf(boxes, style) {
  const html = '<div class="box"></div>'.repeat(boxes);
  return `<style>main{position:relative}.box{position:absolute;inset:100px;${style}}</style><main>${html}</main>`;
}

/** Bodies of requests with JSON: the path and the text. */
export const bodies = Object.fromEntries(
  [
    ["nested", "[".repeat(30_000) + "]".repeat(30_000)],
    ["unknown fields", `{${list(6_000, (i) => `"a${i}":1`, ",")}}`],
    ["escapes", `{"template":"${fill("\\\\", 65_000)}`],
    [
      "batch",
      `{"requests":[${list(50, () => `{"template":"blog","data":{${list(900, (j) => `"a${j}":1,`)}"b":1}}`, ",")}]}`,
    ],
    ["batch, escapes", `{"requests":["${fill("\\\\", mebibyte - 100)}`],
    ["batch, numbers", `{"requests":[${fill("1,", mebibyte - 100)}1]}`],
  ].map(([name, text]) => [name, { path: name.startsWith("batch") ? "generate/batch" : "generate", text }]),
);

/** The requests that lint and preview a document. */
export function documentRequests(html) {
  return [
    { path: "templates/lint", text: JSON.stringify({ template, html }) },
    {
      path: "templates/preview",
      text: JSON.stringify({ template, html, options, data: { title: "👩‍👩‍👧‍👦 é̶".repeat(130) } }),
    },
  ];
}
