import assert from "node:assert/strict";
import { createCanvas } from "canvas";
import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { createTempDirectory } from "@placard/testing";
import { before, describe, it } from "mocha";
import { listMissingScripts, missingGlyphs, parseCoverage, type FontCoverage } from "./coverage.ts";
import { fontRegistry } from "./font-registry.ts";
import { languageOf } from "./language.ts";
import { FontLibrary } from "./typefaces.ts";

describe("font coverage", () => {
  let coverage: FontCoverage;
  before(() => {
    coverage = fontRegistry.coverage ?? assert.fail("fc-list and fc-query are not installed");
  });

  it("is parsed from ranges, for the formats that Pango draws with", () => {
    const { has } = parseCoverage("TrueType 41-43 1f600\nType 1 61\nCFF 62\n");
    const covered = [0x40, 0x41, 0x43, 0x44, 0x61, 0x62, 0x1f600, 0x10ffff].filter(has);
    assert.deepEqual(covered, [0x41, 0x43, 0x62, 0x1f600]);
  });

  it("reports exactly the characters that are drawn as boxes", () => {
    const context = createCanvas(1, 1).getContext("2d");
    const style = { fontFamily: ["sans-serif"], fontWeight: 500, fontStyle: "normal" } as const;
    context.font = `500 100px ${new FontLibrary().typefacesOf([]).of(style).families}`;
    context.lang = "en";
    const measure = (text: string) => {
      const metrics = context.measureText(text);
      return [metrics.width, metrics.actualBoundingBoxAscent, metrics.actualBoundingBoxDescent].join();
    };
    const boxes = new Set(["\u0378", "\u{10fffd}"].map(measure)); // boxes with four and with six digits
    const samples = [
      "Aé",
      "ЖΩ",
      "שم",
      "हกあ",
      "字한",
      "→€",
      "😀🚀",
      "\u{13000}\u{12000}",
      "\ue0f0\uf8ff",
      "\u0378\u{2fffd}",
      "\u{20000}\u{2a6d6}\u{30000}",
    ];
    for (const character of samples.join("")) {
      const code = `U+${character.codePointAt(0)?.toString(16)}`;
      assert.equal(missingGlyphs(character, coverage).length > 0, boxes.has(measure(character)), code);
    }
  });

  it("reports no invisible characters", () => {
    assert.deepEqual(
      missingGlyphs("a\u200d\ufe0f\u00ad\u2067\u3164 \u{e0067}\u200b", parseCoverage("TrueType 61")),
      [],
    );
  });
});

describe("missing scripts", () => {
  it("are those whose letters no font has", () => {
    const missing = listMissingScripts(parseCoverage("TrueType 20-7e 5d0-5ea\nCFF 4e00-9fff"));
    assert.ok(missing.includes("Arabic") && missing.includes("emoji"));
    assert.ok(!missing.includes("Hebrew") && !missing.includes("Chinese"));
  });
});

describe("the language of Han characters", () => {
  it("is detected from the text, then from the other texts, never from the locale", () => {
    assert.equal(languageOf("東京です", ""), "ja");
    assert.equal(languageOf("田中太郎", "田中太郎 組版について"), "ja");
    assert.equal(languageOf("大韓民國", "대한민국"), "ko");
    assert.equal(languageOf("這是甚麼", ""), "zh-TW");
    assert.equal(languageOf("直骨角", "Hello"), "zh-CN");
    assert.equal(languageOf("Ada Lovelace", "組版について"), "en");
  });
});

describe("the locale of the process", () => {
  it("does not change a pixel", () => {
    const modules = [
      import.meta.resolve("@placard/template-store"),
      new URL("../engine.js", import.meta.url).href,
    ];
    const script = `(async () => {
      const [{ readBuiltInTemplate }, { createEngine }] = await Promise.all(${JSON.stringify(modules)}.map((url) => import(url)));
      const data = { title: "直骨角今令 ☎ ✈", description: "直骨です", author: "مراجعة", date: "한국어 直骨" };
      const card = { data, width: 600, height: 315 };
      const { bytes } = await createEngine().render(readBuiltInTemplate("blog"), card);
      console.log(require("node:crypto").createHash("sha256").update(bytes).digest("hex"));
    })()`;
    const hashes = [{ LANG: "C" }, { LC_ALL: "zh_TW.UTF-8", LANGUAGE: "ja", FC_LANG: "ko" }].map((locale) =>
      execFileSync(process.execPath, ["-e", script], {
        env: { PATH: process.env["PATH"], HOME: process.env["HOME"], ...locale },
        encoding: "utf8",
      }),
    );
    assert.equal(new Set(hashes).size, 1);
  });
});

describe("font copies", () => {
  it("are deleted when their process exits, and by the next process if it was killed", async () => {
    const directory = await createTempDirectory();
    const registerFont = (end: string) => {
      const library = new URL("./typefaces.js", import.meta.url).href;
      const script = `import { FontLibrary } from "${library}";
        new FontLibrary().typefacesOf([]).of({ fontFamily: [], fontWeight: 400, fontStyle: "normal" });
        ${end}`;
      const env = { ...process.env, TMPDIR: directory.path };
      const { stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], { env });
      return `${stderr.toString()}${readdirSync(directory.path).length} left`;
    };
    assert.equal(registerFont('process.kill(process.pid, "SIGKILL")'), "1 left");
    assert.equal(registerFont(""), "0 left");
    await directory.remove();
  });
});
