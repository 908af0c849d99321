import assert from "node:assert/strict";
import { detectFormat } from "@placard/contracts";
import * as fc from "fast-check";
import sharp from "sharp";

describe("detecting a file format", () => {
  it("detects every format of remote images", async () => {
    const pixel = sharp({ create: { width: 8, height: 8, channels: 3, background: "red" } });
    for (const format of ["png", "jpeg", "webp", "avif", "gif"] as const)
      assert.equal(detectFormat(await pixel.clone().toFormat(format).toBuffer()), format);
  });

  it("detects an SVG document after a byte order mark, a declaration, comments and a document type", () => {
    for (const prolog of [
      "",
      "\ufeff",
      '<?xml version="1.0"?>\n<!-- a logo > -->\n',
      '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">',
      '<!DOCTYPE svg [<!ENTITY a "b">]>',
    ])
      assert.equal(detectFormat(Buffer.from(`${prolog}<svg/>`)), "svg", prolog);
  });

  it("detects fonts", () => {
    assert.equal(detectFormat(Buffer.from("wOF2")), "woff2");
    assert.equal(detectFormat(Buffer.from("OTTO")), "otf");
    assert.equal(detectFormat(Buffer.from([0, 1, 0, 0])), "ttf");
  });

  it("detects no other format and no truncated header", async () => {
    const tiff = await sharp({ create: { width: 8, height: 8, channels: 3, background: "red" } })
      .tiff()
      .toBuffer();
    const heic = Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1");
    const withoutBrands = Buffer.from("\0\0\0\x08ftypavif", "latin1");
    const others = [
      tiff,
      heic,
      withoutBrands,
      ..."|GIF8|RIFF0000WAVE|\x89PNG|%PDF-1.7|BM|ttcf|wOFF|<html>|<svgx/>|<?xml version='1.0'?><html><svg/>|<!-- <svg>"
        .split("|")
        .map((text) => Buffer.from(text, "latin1")),
    ];
    for (const bytes of others) assert.equal(detectFormat(bytes), undefined, bytes.toString("latin1"));
  });

  it("ends for a prolog of an SVG document that is not closed, whatever its parts", () => {
    assert.equal(detectFormat(Buffer.from('<!DOCTYPE svg [<!ENTITY a "b">]')), undefined);
    const parts = ["<!doctype svg", "[", "]", "<!--", "-->", "<?", "?>", ">", "<svg", " "];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 12 }), (prolog) => {
        const isSvg = detectFormat(Buffer.from(prolog.join(""))) === "svg";
        assert.ok(!isSvg || prolog.includes("<svg"));
      }),
      { numRuns: 2_000 },
    );
  });
});
