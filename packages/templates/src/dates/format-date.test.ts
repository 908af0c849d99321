import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { filters } from "../language/data/filters.ts";
import { languageOfScript } from "./language-of-script.ts";

/** What the filters of a calendar page return, without the characters that prevent line breaks. */
function page(text: string, language: string): string {
  return ["weekday", "month", "day", "year"].map((name) => show(name, text, language)).join(" | ");
}

function show(name: string, text: string, language: string): string {
  return (filters[name]?.(text, language) ?? "").replaceAll("\u2060", "").replaceAll("\u00a0", " ");
}

describe("date filters", () => {
  const pages: [text: string, language: string, page: string][] = [
    ["2027-03-14", "en", "Sun | Mar | 14 | 2027"],
    ["2027-03-14", "de", "So | März | 14 | 2027"],
    ["2027-03-14", "ja", "日 | 3月 | 14 | 2027年"],
    ["2027-03-14", "ko", "일 | 3월 | 14 | 2027년"],
    ["2027-03-14", "not a language", "Sun | Mar | 14 | 2027"],
    ["2027-06-02/2027-06-04", "en", " | Jun | 2–4 | 2027"],
    ["2027-06-30/2027-07-02", "en", " |  |  | 2027"],
    ["2027-12-30/2028-01-02", "en", " |  |  | "],
    ["2027-06", "en", " | Jun |  | 2027"],
    ["14. März 2027", "en", " | März | 14 | 2027"],
    ["2027-02-30", "en", " |  |  | "],
  ];
  for (const [text, language, expected] of pages) {
    it(`show ${text} in ${language} as “${expected}”`, () => assert.equal(page(text, language), expected));
  }

  const long: [text: string, language: string, expected: string][] = [
    ["2027-03-14T18:30:00Z", "en", "March 14, 2027"],
    ["2027-06-02/2027-06-04", "en", "June 2–4, 2027"],
    ["2027-06-30/2027-07-02", "en", "June 30 – July 2, 2027"],
    ["2027-06-02/2027-06-04", "de", "2.–4. Juni 2027"],
    ["2027-06-30/2027-07-02", "de", "30. Juni – 2. Juli 2027"],
    ["2027-06-02/2027-06-04", "ja", "2027年6月2日～4日"],
    ["2027-06-30/2027-07-02", "ja", "2027年6月30日～7月2日"],
    ["2027-06-30/2027-07-02", "zh", "2027年6月30日–7月2日"],
    ["2027-12-30/2028-01-02", "ja", "2027年12月30日～2028年1月2日"],
    ["2027-06", "fr", "juin 2027"],
    ["June 2–4, 2027", "ja", "June 2–4, 2027"],
    ["TBA", "ja", "TBA"],
  ];
  for (const [text, language, expected] of long) {
    it(`write ${text} in ${language} as “${expected}”`, () =>
      assert.equal(show("date", text, language), expected));
  }

  const times: [text: string, language: string, expected: string][] = [
    ["2027-03-14T18:30:00Z", "en", "6:30 PM UTC"],
    ["2027-03-14T18:30:00Z", "ja", "18:30 UTC"],
    ["2027-03-14T18:30:00+05:30", "en-GB", "18:30 UTC+5:30"],
    ["2027-03-14 18:30", "en", "6:30 PM"],
    ["2027-03-14T00:00:00.000Z", "en", ""],
    ["2027-03-14T09:30Z/11:00Z", "en", "9:30 – 11:00 AM UTC"],
    ["2027-06-02T09:00Z/2027-06-04T17:00Z", "en", "9:00 AM UTC"],
    ["2027-06-12T22:00+02:00/2027-06-13T04:00+02:00", "de", "22:00 UTC+2"],
    ["2027-06-02T00:00Z/2027-06-04T17:00Z", "en", ""],
    ["2027-03-14", "en", ""],
  ];
  for (const [text, language, expected] of times) {
    it(`write the time of ${text} in ${language} as “${expected}”`, () =>
      assert.equal(show("time", text, language), expected));
  }
});

describe("languageOfScript", () => {
  const titles: Record<string, string | undefined> = {
    Frühlingsfest: "en",
    "iPhone 17 を発売": "ja",
    新しい: "ja",
    春季发布会: "zh",
    "2027 컨퍼런스 in Seoul": "ko",
    "Фестиваль света": "ru",
    "Фестиваль світла у Львові": "uk",
    "Το φεστιβάλ": "el",
    "مؤتمر Web": "ar",
    פסטיבל: "he",
    "प्रकाश पर्व": "hi",
    เทศกาลแสง: "th",
    "Café Москва Paris": "en",
    "2027 – 🎉": undefined,
  };
  for (const [title, language] of Object.entries(titles)) {
    it(`suggests ${language} for ${title}`, () => assert.equal(languageOfScript(title), language));
  }
});
