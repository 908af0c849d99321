import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { initials } from "./initials.ts";

const cases: [title: string, initialsByName: Record<string, string>][] = [
  [
    "come from the first and the last word",
    { "Ada Lovelace": "AL", Prince: "P", "Ursula K. Le Guin": "UG", "ada lovelace": "AL" },
  ],
  [
    "skip an article at the start",
    { "The Guardian": "G", "The New York Times": "NT", "Die Zeit": "Z", "Le Monde": "M", The: "T" },
  ],
  [
    "skip legal forms at the end",
    {
      "Chaos Computer Club e.V.": "CC",
      "Acme Inc.": "A",
      "Example Systems GmbH & Co. KG": "ES",
      "Blue Bottle, Ltd": "BB",
      "Fox Labs S.r.l.": "FL",
      GmbH: "G",
      "The Co.": "C",
    },
  ],
  ["skip words without letters", { "👨‍👩‍👧 The Team": "T", "Procter & Gamble": "PG" }],
  ["are one letter in scripts without capitals", { "山田 花子": "山", "ليلى حداد": "ل" }],
];

describe("initials", () => {
  for (const [title, initialsByName] of cases) {
    it(title, () => {
      for (const [name, expected] of Object.entries(initialsByName))
        assert.equal(initials(name), expected, name);
    });
  }
});
