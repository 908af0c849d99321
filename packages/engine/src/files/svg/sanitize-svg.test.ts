import assert from "node:assert/strict";
import * as fc from "fast-check";
import { InvalidFileError } from "../invalid-file.ts";
import { rasterizeSvg } from "../rasterize-svg.ts";
import { formatSvg, sanitizeSvg } from "./sanitize-svg.ts";

const namespaces = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
const document = (content: string, attributes = 'viewBox="0 0 10 10"') =>
  `<svg ${namespaces} ${attributes}>${content}</svg>`;
const sanitize = (text: string) => sanitizeSvg(Buffer.from(text));
const markupOf = (content: string, attributes?: string) => formatSvg(sanitize(document(content, attributes)));

describe("sanitizing SVG documents", () => {
  it("keeps what is drawn, and is idempotent", () => {
    const markup = markupOf(
      '<defs><linearGradient id="g"><stop offset="0" stop-color="#f00"/></linearGradient></defs>' +
        '<style>.a{fill:url(#g)}</style><path class="a" d="M0 0L5 5" stroke="currentColor"/>' +
        '<text x="1" y="2">A &amp; <tspan>B</tspan> &lt;</text>',
    );
    for (const part of [
      "<linearGradient id=",
      ".a{fill:url(#g)}",
      "currentColor",
      "A &amp; <tspan>B</tspan> &lt;",
    ])
      assert.ok(markup.includes(part), part);
    assert.equal(formatSvg(sanitize(markup)), markup);
  });

  it("removes scripts, event handlers, animations, links, comments and the data of editors", () => {
    const markup = markupOf(
      "<script>alert(1)</script><!-- a comment --><?php 1 ?><metadata><x/></metadata><title>T</title>" +
        '<path d="M0 0" onclick="alert(2)" data-x="1" inkscape:label="L"/><animate attributeName="d"/>' +
        '<a xlink:href="https://evil.example/"><rect width="1" height="1"/></a><sodipodi:namedview/>',
      'viewBox="0 0 1 1" onload="alert(3)" inkscape:version="1" xmlns:inkscape="http://x/" xmlns:sodipodi="http://y/"',
    );
    assert.equal(
      markup,
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0"/><g><rect width="1" height="1"/></g></svg>',
    );
  });

  const refused: [string, string, RegExp][] = [
    ["an external image", '<image href="https://evil.example/x.png"/>', /element image/],
    ["an embedded image", '<image href="data:image/png;base64,AAAA"/>', /element image/],
    ["HTML", "<foreignObject><div/></foreignObject>", /element foreignObject/],
    ["an unknown element", "<iframe/>", /element iframe/],
    ["an expensive filter", "<filter><feTurbulence/></filter>", /element feTurbulence/],
    ["a reference to another file", '<use href="other.svg#a"/>', /another file in use/],
    ["an old reference to another file", '<use xlink:href="file:///etc/passwd#a"/>', /another file in use/],
    [
      "a fill from another file",
      '<path fill="url(https://evil.example/#a)"/>',
      /another file in the attribute fill/,
    ],
    [
      "a style from another file",
      '<path style="fill:url(//evil.example/#a)"/>',
      /another file in the attribute style/,
    ],
    ["a hidden reference", '<path style="fill:u\\72l(//evil.example)"/>', /escape/],
    ["an import", '<style>@import "https://evil.example/";</style>', /at-rule/],
    [
      "a style sheet with another file",
      "<style>a{fill:url('x.svg#a')}</style>",
      /another file in a style element/,
    ],
    ["a data URL in a style sheet", "<style>a{mask:url(data:image/svg+xml,x)}</style>", /another file/],
    ["an undefined entity", "&evil;", /isn't defined/],
    ["an element that refers to itself", '<g id="a"><use href="#a"/></g>', /refers to itself/],
    [
      "a pattern that refers to itself by a class",
      '<style>.p{fill:url(#p)}</style><pattern id="p"><path class="p"/></pattern>',
      /refers to itself/,
    ],
  ];
  for (const [title, content, message] of refused)
    it(`rejects ${title}`, () =>
      assert.throws(() => sanitize(document(content)), { name: "InvalidFileError", message }));

  it("rejects declared entities, other roots, text that is not UTF-8 or not XML, and large documents", () => {
    const bomb = `<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${document("&b;")}`;
    assert.throws(() => sanitize(bomb), /entit/);
    assert.throws(() => sanitize(`<!DOCTYPE svg [<!ENTITY a "b">]>${document("")}`), /declares entities/);
    assert.throws(() => sanitize("<html/>"), /root/);
    assert.throws(() => sanitize('<svg xmlns="http://www.w3.org/1999/xhtml"/>'), /root/);
    assert.throws(() => sanitize("<svg"), /well-formed/);
    assert.throws(() => sanitizeSvg(Buffer.from([0x3c, 0xff])), /UTF-8/);
    assert.throws(() => sanitize(document(" ".repeat(1024 * 1024))), /1 MiB/);
  });

  it("rejects nested references that stand for billions of elements", () => {
    const nested = (reference: (i: number) => string) =>
      Array.from(
        { length: 20 },
        (_, i) => `<g id="g${i}">${i === 0 ? "<path/>" : reference(i - 1).repeat(10)}</g>`,
      ).join("");
    assert.throws(() => sanitize(document(nested((i) => `<use href="#g${i}"/>`))), /too complex/);
    assert.throws(() => sanitize(document(nested((i) => `<path mask="url(#g${i})"/>`))), /too complex/);
    assert.throws(
      () =>
        sanitize(
          document(
            nested((i) => `<path class="c${i}"/>`) +
              `<style>${Array.from({ length: 20 }, (_, i) => `.c${i}{mask:url(#g${i})}`).join("")}</style>`,
          ),
        ),
      /too complex/,
    );
    assert.throws(() => sanitize(document("<path/>".repeat(30_000))), /too complex/);
  });

  it("finds the references of styles whose rules end where no bracket tells", () => {
    const nested = Array.from(
      { length: 20 },
      (_, i) => `<g id="g${i}">${i === 0 ? "<path/>" : `<path class="c${i - 1}"/>`.repeat(10)}</g>`,
    ).join("");
    const forms: ((mask: string) => string)[] = [
      (mask) => `{${mask}}`,
      (mask) => `{x:"}";${mask}}`,
      (mask) => `/*{}*/{/*}*/${mask}}`,
      (mask) => `{x:[} .d];${mask}}`,
      (mask) => `{x:f(});${mask}}`,
      (mask) => `{x:'}\n;${mask}}`,
    ];
    for (const form of forms) {
      const rules = Array.from({ length: 20 }, (_, i) => `.c${i}${form(`mask:url(#g${i})`)}`).join("\n");
      for (const css of [rules, rules.slice(0, -1)]) {
        const last = `<path class="c19"/>`; // only an unclosed rule refers to the last group
        assert.throws(() => sanitize(document(`${nested}${last}<style>${css}</style>`)), /too complex/, css);
      }
    }
    const chain = '<style>.a{fill:url(#p)}.b{mask:url(#m)</style><mask id="m"><path class="b"/></mask>';
    assert.throws(() => sanitize(document(chain)), /refers to itself/);
  });

  it("reads the largest style sheets once, and limits the references in them", () => {
    const size = 1_000_000;
    for (const part of [
      "a",
      "a,",
      "/*",
      "{",
      "a{",
      "}",
      "(",
      "a{b(",
      '"',
      "'\n",
      "url(#a)",
      "url (",
      "/*{*/",
    ]) {
      const css = part.repeat(Math.floor(size / part.length));
      try {
        sanitize(document(`<style>${css}</style><path/>`));
      } catch (error) {
        assert.ok(error instanceof InvalidFileError, `${part}: ${String(error)}`);
      }
    }
    const ids = Array.from({ length: 300 }, (_, i) => `<g id="i${i}"/>`).join("");
    const references = Array.from({ length: 300 }, (_, i) => `fill:url(#i${i});`).join("");
    const manySelectors = `<style>${"a,".repeat(100)}a{${references}}</style>`;
    assert.throws(() => sanitize(document(ids + manySelectors)), /more than 20000 references/);
    sanitize(document(`<path fill="${"url(#a)".repeat(140_000)}"/>`));
    const unknown = Array.from({ length: 8_000 }, (_, i) => `.x{fill:url(#u${i})}`).join("");
    sanitize(document(`<style>${unknown}</style>${'<path class="x"/>'.repeat(19_000)}`));
  });

  it("rejects documents with too many levels, however many", () => {
    for (const levels of [70, 1_000, 100_000])
      assert.throws(() => sanitize(document("<g>".repeat(levels) + "</g>".repeat(levels))), /levels/);
    const chain = Array.from({ length: 5_000 }, (_, i) => `<g id="g${i}"><use href="#g${i + 1}"/></g>`).join(
      "",
    );
    assert.throws(() => sanitize(document(chain)), /levels of references/);
  });

  it("finds the size of a document", () => {
    const sizeOf = (attributes: string) => {
      const { root: _, ...size } = sanitize(document("", attributes));
      return size;
    };
    assert.deepEqual(sizeOf('width="24" height="12px"'), { width: 24, height: 12, aspectRatio: 2 });
    assert.deepEqual(sizeOf('width="1in" viewBox="0 0 2 1"'), { width: 96, height: 48, aspectRatio: 2 });
    assert.deepEqual(sizeOf('viewBox="0,0,30 10" width="100%"'), { aspectRatio: 3 });
    for (const none of ['viewBox="0 0 0 0"', 'viewBox="0 0 1e300 1e-300"', 'width="4096" height="0.0001"'])
      assert.deepEqual(sizeOf(none), {});
    assert.match(markupOf("", 'width="24" height="12"'), /viewBox="0 0 24 12"/);
  });

  it("is drawn at any size, with a color as currentColor", async () => {
    const svg = sanitize(document('<rect width="10" height="10" fill="currentColor"/>'));
    for (const [width, height] of [
      [1, 1],
      [40, 40],
      [2048, 2048],
    ] as const) {
      const pixels = await rasterizeSvg(svg, { width, height, color: "#ff8000" });
      assert.equal(pixels.length, 4 * width * height);
      assert.deepEqual([...pixels.subarray(0, 4)], [255, 128, 0, 255]);
    }
  });

  it("accepts or rejects mutated documents, and never fails otherwise", async () => {
    const text = document(
      '<defs><pattern id="p"><rect width="1"/></pattern></defs><style>.a{fill:url(#p)}</style><g transform="scale(2)"><path class="a" d="M0 0L5 5"/></g>',
    );
    const part = fc.constantFrom(
      "<",
      ">",
      "&",
      "url(",
      "#p",
      "href=",
      '"',
      "</g>",
      "<use href='#p'/>",
      "\\",
      "@",
      "\0",
      "\u{1f600}",
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(text.length), part, fc.nat(20)), { maxLength: 6 }),
        async (changes) => {
          let mutated = text;
          for (const [at, inserted, removed] of changes)
            mutated = mutated.slice(0, at) + inserted + mutated.slice(at + removed);
          let svg;
          try {
            svg = sanitize(mutated);
          } catch (error) {
            assert.ok(error instanceof InvalidFileError, String(error));
            return;
          }
          const markup = formatSvg(svg);
          assert.equal(formatSvg(sanitize(markup)), markup);
        },
      ),
      { numRuns: 300 },
    );
  });
});
