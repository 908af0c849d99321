import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { directionOf } from "./direction.ts";

describe("the direction of a paragraph", () => {
  const paragraphs: [direction: "ltr" | "rtl", what: string, text: string][] = [
    ["ltr", "Latin letters", "iPhone 16 — مراجعة"],
    ["rtl", "Arabic letters", "مراجعة iPhone"],
    ["rtl", "figures before Hebrew", "16 דברים"],
    ["rtl", "Arabic figures before Arabic", "١٦ شيئا"],
    ["ltr", "figures before Latin", "٣ things"],
    ["rtl", "punctuation and emoji before Hebrew", "🎉 «(שלום)» hello"],
    ["ltr", "figures of a script from left to right", "१६ שלום"],
    ["ltr", "no letter at all", "100 % — 2027"],
    ["rtl", "a right-to-left mark", "\u200fHello"],
    ["ltr", "a left-to-right mark", "\u200eשלום"],
    ["rtl", "an isolate of Latin letters first", "\u2068iPhone\u2069 — مراجعة"],
    ["ltr", "isolates within isolates first", "\u2067\u2066a\u2069שלום\u2069 hello"],
    ["ltr", "an isolate that never ends", "\u2067שלום"],
    ["ltr", "an end of no isolate", "\u2069hello"],
    ["rtl", "an embedding, whose letters count", "\u202bשלום\u202c hello"],
    ["rtl", "Syriac", "ܫܠܡܐ"],
    ["rtl", "Thaana", "ދިވެހި"],
    ["rtl", "N’Ko", "ߒߞߏ"],
    ["rtl", "Adlam", "𞤀𞤣𞤤𞤢𞤥"],
    ["rtl", "Phoenician", "𐤀𐤁"],
  ];
  for (const [direction, what, text] of paragraphs) {
    it(`is ${direction} for ${what}`, () => assert.equal(directionOf(text), direction));
  }
});
