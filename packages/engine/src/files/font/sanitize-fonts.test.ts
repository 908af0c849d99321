import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { InvalidFileError } from "../invalid-file.ts";
import type { FontAxes } from "@placard/contracts";
import { createOtfFont, createTempDirectory } from "@placard/testing";
import * as fc from "fast-check";
import compressWoff2 from "wawoff2/compress.js";
import { readAxes } from "../../fonts/sfnt.ts";
import { checkGlyphs } from "./glyph-cost.ts";
import { rewriteTables } from "../../fonts/harfbuzz-subset.ts";
import { readTables } from "../../fonts/sfnt.ts";
import { rewriteFont } from "./rewrite-font.ts";

const { resolve } = createRequire(import.meta.url);
const inter = (face: string) => readFileSync(resolve(`@expo-google-fonts/inter/${face}.ttf`));
const italic = inter("800ExtraBold_Italic/Inter_800ExtraBold_Italic");
const openSans = new URL(
  import.meta.resolve("@fontsource-variable/open-sans/files/open-sans-latin-wdth-normal.woff2"),
);
const woff2 = readFileSync(new URL("open-sans-hebrew-wght-normal.woff2", openSans));

describe("sanitizing fonts", () => {
  it("rewrites a TTF file with the family, weight and style of its tables", async () => {
    const { bytes, ...font } = await rewriteFont(italic, "ttf");
    assert.deepEqual(font, { contentType: "font/ttf", family: "Inter", weight: 800, style: "italic" });
    const tags = [...readTables(bytes).keys()];
    for (const tag of ["fpgm", "prep", "cvt ", "DSIG", "SVG ", "sbix", "CBDT", "STAT"])
      assert.ok(!tags.includes(tag), tag);
    const { bytes: again } = await rewriteFont(bytes, "ttf");
    assert.equal(again.length, bytes.length);
  });

  it("rewrites an OTF file with its CFF outlines", async () => {
    const { bytes, ...font } = await rewriteFont(createOtfFont(), "otf");
    assert.deepEqual(font, { contentType: "font/otf", family: "Square", weight: 700, style: "normal" });
    assert.ok(readTables(bytes).has("CFF "));
    const compressed = await compressWoff2(createOtfFont());
    assert.equal((await rewriteFont(compressed, "woff2")).contentType, "font/otf");
  });

  it("rewrites a WOFF2 file to a TTF file", async () => {
    const { bytes, ...font } = await rewriteFont(woff2, "woff2");
    assert.deepEqual(font, { contentType: "font/ttf", family: "Open Sans", weight: 400, style: "normal" });
    assert.equal(bytes.readUInt32BE(0), 0x00010000);
  });

  it("keeps the axes of a variable font, except those whose position is named", async () => {
    const file = readFileSync(openSans);
    const rewrite = async (axes: FontAxes) => {
      const { bytes, weight } = await rewriteFont(file, "woff2", axes);
      assert.deepEqual(
        Array.from(readAxes(bytes).keys()).sort(),
        ["wdth", "wght"].filter((tag) => !Object.hasOwn(axes, tag)),
      );
      const instance = rewriteTables(bytes, {}, { isStatic: true });
      assert.equal(readAxes(instance).size, 0);
      return { weight, widest: readTables(instance).get("hhea")!.readUInt16BE(10) };
    };
    const [normal, bold] = [await rewrite({}), await rewrite({ wght: 700 })];
    assert.deepEqual([normal.weight, bold.weight], [400, 700]);
    const [condensed, beyond] = [await rewrite({ wdth: 75 }), await rewrite({ wdth: 1 })];
    assert.ok(condensed.widest < normal.widest, `${condensed.widest} < ${normal.widest}`);
    assert.deepEqual(beyond, condensed);
    const unknown = /no axis “opsz”\. It has: (wght, wdth|wdth, wght)\./;
    await assert.rejects(rewrite({ opsz: 20 }), { name: "InvalidFileError", message: unknown });
    const fixed = { message: "The font has no axis “wdth”. It is not a variable font." };
    await assert.rejects(rewriteFont(italic, "ttf", { wght: 700, wdth: 75 }), fixed);
  });

  it("writes files that fontconfig reads", async () => {
    const directory = await createTempDirectory();
    try {
      const path = join(directory.path, "font.ttf");
      writeFileSync(path, (await rewriteFont(italic, "ttf")).bytes);
      const format = ["--format", "%{family} %{slant} %{weight} %{fontformat}"];
      const scan = execFileSync("fc-scan", [...format, path], { encoding: "utf8", timeout: 60_000 });
      assert.match(scan, /^Inter.* 100 205 TrueType$/);
    } finally {
      await directory.remove();
    }
  });

  it("rejects truncated fonts, collections, and a WOFF2 file that declares too many bytes", async () => {
    const collection = Buffer.from(woff2);
    collection.write("ttcf", 4);
    const bomb = Buffer.from(woff2);
    bomb.writeUInt32BE(0x7fffffff, 16);
    for (const [file, format] of [
      [italic.subarray(0, 4), "ttf"],
      [italic.subarray(0, 100), "ttf"],
      [italic.subarray(0, italic.length / 2), "ttf"],
      [woff2.subarray(0, 40), "woff2"],
      [woff2.subarray(0, woff2.length / 2), "woff2"],
      [collection, "woff2"],
      [bomb, "woff2"],
      [Buffer.from("OTTO"), "otf"],
    ] as const)
      await assert.rejects(rewriteFont(file, format), InvalidFileError);
  });

  it("rejects composite glyphs that contain themselves or expand to too many points", async () => {
    const glyphs = (description: (glyph: number) => Buffer, count: number) => {
      const tables = readTables(italic);
      const parts = Array.from({ length: count }, (_, i) => description(i));
      const offsets = parts.reduce<number[]>((all, part) => [...all, all.at(-1)! + part.length], [0]);
      const loca = Buffer.alloc(4 * (count + 1));
      offsets.forEach((offset, i) => loca.writeUInt32BE(offset, 4 * i));
      const [head, maxp] = [Buffer.from(tables.get("head")!), Buffer.from(tables.get("maxp")!)];
      head.writeInt16BE(1, 50);
      maxp.writeUInt16BE(count, 4);
      for (const [tag, content] of Object.entries({ glyf: Buffer.concat(parts), loca, head, maxp }))
        tables.set(tag, content);
      for (const tag of ["GSUB", "GPOS", "GDEF"]) tables.delete(tag);
      return writeTables(italic, tables);
    };
    const composite = (...components: number[]) => {
      const parts = components.map((glyph, i) => {
        const part = Buffer.alloc(8);
        part.writeUInt16BE(0x3 | (i < components.length - 1 ? 0x20 : 0), 0);
        part.writeUInt16BE(glyph, 2);
        return part;
      });
      const header = Buffer.alloc(10);
      header.writeInt16BE(-1, 0);
      return Buffer.concat([header, ...parts, Buffer.alloc(2)]);
    };
    const itself = glyphs((glyph) => composite(glyph), 3);
    const laughs = glyphs(
      (glyph) => (glyph === 0 ? composite(1) : composite(...Array<number>(30).fill(glyph + 1))),
      40,
    );
    for (const file of [itself, laughs]) await assert.rejects(rewriteFont(file, "ttf"), InvalidFileError);
  });

  it("rejects variable fonts that take too long to instantiate", async () => {
    const { bytes } = await rewriteFont(readFileSync(openSans), "woff2");
    const tables = readTables(bytes);
    const gvar = Buffer.from(tables.get("gvar")!);
    checkGlyphs(tables, gvar);
    const start = gvar.readUInt32BE(16);
    for (let at = start; at < gvar.length - 1; at += 2) gvar.writeUInt16BE(0xfff, at);
    assert.throws(() => checkGlyphs(tables, gvar), InvalidFileError);
  });

  it("accepts or rejects mutated fonts, and never fails otherwise", async () => {
    const files = [
      ["ttf", inter("400Regular/Inter_400Regular")],
      ["woff2", woff2],
      ["otf", createOtfFont()],
    ] as const;
    const change = fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 0, max: 255 }));
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...files),
        fc.array(change, { minLength: 1, maxLength: 40 }),
        async ([format, file], changes) => {
          const mutated = Buffer.from(file);
          for (const [i, [at, value]] of changes.entries()) {
            const end = i % 2 === 0 ? 400 : file.length; // every second change is in the headers
            mutated[Math.floor(at * (end - 1))] = value;
          }
          try {
            readTables((await rewriteFont(mutated, format)).bytes);
          } catch (error) {
            assert.ok(error instanceof InvalidFileError, String(error));
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});

/** Writes a font file without checksums. */
function writeTables(flavor: Buffer, tables: ReadonlyMap<string, Buffer>): Buffer {
  const header = Buffer.alloc(12 + 16 * tables.size);
  flavor.copy(header, 0, 0, 4);
  header.writeUInt16BE(tables.size, 4);
  const parts: Uint8Array[] = [header];
  let offset = header.length;
  for (const [i, [tag, content]] of [...tables].entries()) {
    header.write(tag, 12 + 16 * i, "latin1");
    header.writeUInt32BE(offset, 20 + 16 * i);
    header.writeUInt32BE(content.length, 24 + 16 * i);
    parts.push(content, Buffer.alloc(-content.length & 3));
    offset += content.length + (-content.length & 3);
  }
  return Buffer.concat(parts);
}
