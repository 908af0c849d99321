import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { detectDirection } from "./direction.ts";

describe("the direction of a paragraph", () => {
  const paragraphs: [direction: "ltr" | "rtl", description: string, text: string][] = [
    ["ltr", "Latin letters", "iPhone 16 — مراجعة"],
    ["rtl", "Arabic letters", "مراجعة iPhone"],
    ["rtl", "digits before Hebrew", "16 דברים"],
    ["rtl", "Arabic digits before Arabic", "١٦ شيئا"],
    ["ltr", "Arabic digits before Latin", "٣ things"],
    ["rtl", "punctuation and emoji before Hebrew", "🎉 «(שלום)» hello"],
    ["ltr", "digits of a left-to-right script", "१६ שלום"],
    ["ltr", "text without letters", "100 % — 2027"],
    ["rtl", "a right-to-left mark", "\u200fHello"],
    ["ltr", "a left-to-right mark", "\u200eשלום"],
    ["rtl", "an isolate of Latin letters before Arabic", "\u2068iPhone\u2069 — مراجعة"],
    ["ltr", "nested isolates before Latin", "\u2067\u2066a\u2069שלום\u2069 hello"],
    ["ltr", "an unclosed isolate", "\u2067שלום"],
    ["ltr", "an unmatched end of an isolate", "\u2069hello"],
    ["rtl", "Hebrew letters in an embedding", "\u202bשלום\u202c hello"],
    ["rtl", "Syriac", "ܫܠܡܐ"],
    ["rtl", "Thaana", "ދިވެހި"],
    ["rtl", "N’Ko", "ߒߞߏ"],
    ["rtl", "Adlam", "𞤀𞤣𞤤𞤢𞤥"],
    ["rtl", "Phoenician", "𐤀𐤁"],
  ];
  for (const [direction, description, text] of paragraphs) {
    it(`is ${direction} for ${description}`, () => assert.equal(detectDirection(text), direction));
  }
});
