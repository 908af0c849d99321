import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, it } from "mocha";
import { findHyphenation } from "./hyphenation.ts";
import { detectLanguage } from "./text-language.ts";

function hyphenate(text: string, lang?: string, paragraph = text): string {
  return join(text, findHyphenation(text, lang, paragraph).syllables);
}

function hyphenateCompound(text: string, lang: string): string {
  return join(text, findHyphenation(text, lang, text).joints);
}

function join(text: string, inner: readonly number[]): string {
  const offsets = [0, ...inner, text.length];
  return offsets
    .slice(1)
    .map((end, index) => text.slice(offsets[index], end))
    .join("-");
}

describe("hyphenation", () => {
  it("breaks words between syllables by the patterns of their language", () => {
    assert.equal(hyphenate("internationalization", "en"), "in-ter-na-tion-al-iza-tion");
    assert.equal(hyphenate("Schifffahrtsgesellschaft", "de-AT"), "Schiff-fahrts-ge-sell-schaft");
    assert.equal(hyphenate("достопримечательности", "ru"), "до-сто-при-ме-ча-тель-но-сти");
  });

  it("uses the detected language if none is stated, or if the stated one has no patterns", () => {
    assert.equal(
      hyphenate("Verständigungsschwierigkeiten"),
      hyphenate("Verständigungsschwierigkeiten", "de"),
    );
    assert.equal(hyphenate("Gesellschaft", undefined, "Die Gesellschaft für Musik"), "Ge-sell-schaft");
    assert.equal(hyphenate("ηλεκτρονικός"), hyphenate("ηλεκτρονικός", "el"));
    assert.equal(hyphenate("internationalization", "ja"), "in-ter-na-tion-al-iza-tion");
  });

  it("leaves addresses, numbers, identifiers and short words whole", () => {
    for (const text of [
      "https://example.com/introduction",
      "someone@example.com",
      "information2027",
      "parseInformationBody",
      "information_retrieval",
      "12345678",
      "even",
      "مرحبا",
    ]) {
      assert.equal(hyphenate(text, "en"), text);
    }
  });

  it("ignores punctuation around a word, and hyphenates both parts of a compound", () => {
    assert.equal(hyphenate("“information”,", "en"), "“in-for-ma-tion”,");
    assert.equal(hyphenate("Information-Retrieval", "en"), "In-for-ma-tion-Re-trieval");
  });

  it("hyphenates words that are names of object properties as any others", () => {
    for (const each of [1, 2])
      assert.equal(hyphenate("constructor", "en"), "con-struc-tor", `attempt ${each}`);
  });
});

describe("the joints of a compound", () => {
  it("are between its words in German, with a linking letter before them", () => {
    for (const words of [
      "Schreibtisch-lampen-ständer",
      "Software-qualitäts-sicherungs-beauftragte",
      "Donau-dampf-schifffahrts-gesellschaft",
      "Krankenhaus-verwaltung",
      "Lebensmittel-geschäft",
      "KRAFTFAHRZEUG-HAFT-PFLICHT-VERSICHERUNG",
    ])
      assert.equal(hyphenateCompound(words.replaceAll("-", ""), "de-CH"), words);
  });

  it("are behind a linking s in other Germanic languages", () => {
    assert.equal(hyphenateCompound("kvalitetssäkring", "sv"), "kvalitets-säkring");
  });

  it("are never within a word, even if its parts are words as well", () => {
    for (const word of ["Urinstinkt", "Wissenschaftlerinnen", "Internationalisierung", "Verantwortlichkeit"])
      assert.equal(hyphenateCompound(word, "de"), word);
  });

  it("are not searched in words of more than 120 letters", () => {
    assert.equal(hyphenateCompound("wasser".repeat(20), "de").split("-").length, 20);
    assert.equal(hyphenate("wasser".repeat(2_000), "de"), "wasser".repeat(2_000));
  });

  it("load the list of words for German only", async () => {
    const script = `
      import { createRequire } from "node:module";
      import { findHyphenation } from ${JSON.stringify(new URL("hyphenation.js", import.meta.url).href)};
      const isLoaded = () => Object.keys(createRequire(import.meta.url).cache).some((file) => file.includes("language-de"));
      for (const lang of ["en", "sv", "de"]) {
        findHyphenation("Internationalisation", lang, "");
        console.log(lang, isLoaded());
      }`;
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script]);
    assert.equal(stdout, "en false\nsv false\nde true\n");
  });
});

describe("the language of a text that doesn't state it", () => {
  const texts: readonly (readonly [language: string, text: string])[] = [
    ["en", "Internationalization"],
    ["en", "How we made it fast"],
    ["de", "Wie wir es schneller machten: die Geschichte"],
    ["fr", "Les secrets de la réussite"],
    ["es", "Cómo construir el futuro"],
    ["pt", "O futuro da computação em nuvem"],
    ["it", "Come nel passato, gli errori della storia"],
    ["nl", "Het geheim van een goede website"],
    ["sv", "Så fungerar det, och varför är det så"],
    ["pl", "Jak działa wyszukiwarka"],
    ["ru", "Как это работает"],
    ["uk", "Як це працює і чому"],
    ["hi", "नमस्ते"],
  ];
  for (const [language, text] of texts) {
    it(`is ${language} for “${text}”`, () => assert.equal(detectLanguage(text, text), language));
  }
});
