import { crc32, deflateSync, gzipSync } from "node:zlib";
import { createOtfFont } from "./otf-font.ts";

const mebibyte = 1024 * 1024;

/** A text of a length that repeats a part. */
const fill = (part: string, length = mebibyte): string =>
  part.repeat(Math.ceil(length / part.length)).slice(0, length);
const fillBytes = (part: Buffer): Buffer => Buffer.alloc(mebibyte, part);

/** The worst known pages, by name: 1 MiB each. */
export const hostilePages: Readonly<Record<string, string>> = {
  "unclosed elements": "<b>".repeat(505) + fill("</i>", mebibyte - 2_000),
  "implied end tags": fill("<p>"),
  attributes: `<a ${Array.from({ length: 120_000 }, (_, i) => `a${i}=b`).join(" ")}`,
  "meta tags": fill('<meta property="og:image" content="/a.png">'),
  entities: `<title>${fill("&CounterClockwiseContourIntegra")}`,
  "nested JSON-LD": jsonLd("[".repeat(125_000) + "]".repeat(125_000)),
  "wide JSON-LD": jsonLd(`{${Array.from({ length: 24_000 }, (_, i) => `"a${i}":1`).join(",")}}`),
};

function jsonLd(text: string): string {
  return `<script type="application/ld+json">${text}</script>`;
}

/** The worst known headers of images, by name: 1 MiB each. */
export const hostileImageHeaders: Readonly<Record<string, Buffer>> = {
  "JPEG, empty segments": jpeg(fillBytes(Buffer.from([0xff, 0xe1, 0, 2]))),
  "JPEG, zeros": jpeg(fillBytes(Buffer.from([0]))),
  "JPEG, EXIF entries": jpeg(
    Buffer.concat([
      Buffer.from([0xff, 0xe1, 0xff, 0xfe]),
      Buffer.from("Exif\0\0II*\0\x08\0\0\0\xff\xff", "latin1"),
      fillBytes(Buffer.from([0x12, 1, 3, 0, 1, 0, 0, 0])),
    ]),
  ),
  "AVIF, sizes": avif(fillBytes(box("ispe", Buffer.alloc(12)))),
  "AVIF, boxes": avif(fillBytes(box("free", Buffer.alloc(0)))),
  "AVIF, zeros": avif(fillBytes(Buffer.from([0]))),
  "WebP, an SVG document": Buffer.from(`RIFF    WEBP    ${fill("<svg ")}`),
};

function jpeg(content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.from([0xff, 0xe0, 0, 2]), content]);
}

/** An AVIF file with the properties of its items (ISO/IEC 23008-12, clause 9.3). */
function avif(properties: Buffer): Buffer {
  const meta = Buffer.concat([Buffer.alloc(4), box("iprp", box("ipco", properties))]);
  return Buffer.concat([box("ftyp", Buffer.from("avif\0\0\0\0avifmif1")), box("meta", meta)]);
}

/** A box of an ISO base media file (ISO/IEC 14496-12, clause 4.2). */
function box(type: string, content: Buffer): Buffer {
  const header = Buffer.alloc(8);
  header.writeUInt32BE(8 + content.length);
  header.write(type, 4, "latin1");
  return Buffer.concat([header, content]);
}

/** Uploads, by name. */
export const hostileUploads: Readonly<Record<string, Buffer>> = {
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

function svg(content: string): Buffer {
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${content}</svg>`);
}

/** A black PNG, with a text chunk if there is a `text`. */
function png({
  width = 100,
  height = 100,
  text,
}: {
  width?: number;
  height?: number;
  text?: Buffer;
}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0], 8); // one bit of gray for each pixel
  const pixels: Buffer = deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))));
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    pngChunk("IHDR", header),
    ...(text ? [pngChunk("tEXt", Buffer.concat([Buffer.from("a\0"), text]))] : []),
    pngChunk("IDAT", pixels),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

const template = { id: "hostile", name: "Hostile", fields: { title: { type: "string", maxLength: 2_000 } } };
const options = { width: 2048, height: 2048 };
const list = (length: number, toText: (index: number) => string, separator = ""): string =>
  Array.from({ length }, (_, i) => toText(i)).join(separator);

/** Documents of templates, by name, which are linted and previewed. */
export const hostileDocuments: Readonly<Record<string, string>> = {
  "slow selectors": `<style>${list(
    590,
    (i) => `div div div div div div div > :not(.zI) :nth-child(n+${i}) {color:red}`,
  )}</style><main>${"<div>".repeat(14)}${"<p>a</p>".repeat(180)}${"</div>".repeat(14)}</main>`,
  "unknown properties": `<style>p{${list(1_900, (i) => `xxxxxxxxxx-${i}:1;`)}}</style><main><p>a</p></main>`,
  gradients: cardOf(20, `background:${list(10, (i) => `radial-gradient(#0${i}f1,#f001)`, ",")}`),
  "mixed gradients": `<style>p{height:4px;margin:0}</style><main>${list(390, mixedGradient)}</main>`,
  shadows: cardOf(100, `box-shadow:${list(16, (i) => `${i}px 0 64px red`, ",")}`),
  "long text": `<style>p{font-size:12px}</style><main>${"<p>{{title}}</p>".repeat(100)}</main>`,
};

/** A document with boxes of nearly its whole size. */
function cardOf(boxes: number, style: string): string {
  const html = '<div class="box"></div>'.repeat(boxes);
  return `<style>main{position:relative}.box{position:absolute;inset:100px;${style}}</style><main>${html}</main>`;
}

/** An element whose colors are its own, and are mixed in another space than sRGB. */
function mixedGradient(index: number): string {
  const space = ["oklch", "oklab", "oklch longer hue", "hsl"][index % 4];
  const stops = list(5, (stop) => `#${(0x12a000 + index * 5 + stop).toString(16)}`, ",30%,");
  return `<p style="background:linear-gradient(in ${space},${stops})"></p>`;
}

/** Drafts of templates, by name: 20 of 96 KB each, nested as deep as is accepted. */
export const hostileDrafts: Readonly<Record<string, HostileRequest>> = Object.fromEntries(
  Array.from({ length: 20 }, (_, i) => {
    const text = `{"html":"","template":{"name":${'{"a":'.repeat(8)}[${fill("0,", 96_000)}0]${"}".repeat(8)}}}`;
    return [`nested, ${i + 1} of 20`, { path: `templates/hostile-${i}/draft`, text }];
  }),
);

export interface HostileRequest {
  /** Below `/api/v1/og/`. */
  path: string;
  /** JSON, or what begins like it. */
  text: string;
}

/** Requests with JSON, by name. */
export const hostileBodies: Readonly<Record<string, HostileRequest>> = Object.fromEntries(
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
  ].map(([name = "", text = ""]) => [
    name,
    { path: name.startsWith("batch") ? "generate/batch" : "generate", text },
  ]),
);

/** The requests that lint and preview a document. */
export function hostileDocumentRequests(html: string): HostileRequest[] {
  return [
    { path: "templates/lint", text: JSON.stringify({ template, html }) },
    {
      path: "templates/preview",
      text: JSON.stringify({ template, html, options, data: { title: "👩‍👩‍👧‍👦 é̶".repeat(130) } }),
    },
  ];
}
