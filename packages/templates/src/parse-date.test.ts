import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { parseDate } from "./parse-date.ts";

describe("parseDate", () => {
  const dates = {
    "March 14, 2027": { month: "March", day: "14", year: "2027" },
    "14 March 2027": { month: "March", day: "14", year: "2027" },
    "14.03.2027": { month: "Mar", day: "14", year: "2027" },
    "2027-12-05": { month: "Dec", day: "5", year: "2027" },
    "Sat 12 Dec": { weekday: "Sat", month: "Dec", day: "12" },
    "Wednesday, September 30th, 2027": { weekday: "Wednesday", month: "September", day: "30", year: "2027" },
    "14. März 2027": { month: "März", day: "14", year: "2027" },
    "Sáb. 12 dez 2027": { weekday: "Sáb", month: "dez", day: "12", year: "2027" },
    "14 мая 2027": { month: "мая", day: "14", year: "2027" },
    "Sept 3": { month: "Sept", day: "3" },
    "14 मार्च 2027": { month: "मार्च", day: "14", year: "2027" },
  };
  for (const [date, parsed] of Object.entries(dates)) {
    it(`parses ${date}`, () => assert.deepEqual(parseDate(date), parsed));
  }

  for (const date of [
    "next Friday",
    "03/04/2027",
    "2027-13-40",
    "14.13.2027",
    "March 14–16, 2027",
    "Room 12 upstairs",
  ]) {
    it(`returns undefined for ${date}`, () => assert.equal(parseDate(date), undefined));
  }
});
