import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { describeDateProblem } from "./date-problem.ts";
import { parseDate } from "./parse-date.ts";

describe("parseDate", () => {
  const written = {
    "March 14, 2027": { month: "March", day: "14", year: "2027" },
    "14 March 2027": { month: "March", day: "14", year: "2027" },
    "Sat 12 Dec": { weekday: "Sat", month: "Dec", day: "12" },
    "Wednesday, September 30th, 2027": { weekday: "Wednesday", month: "September", day: "30", year: "2027" },
    "14. März 2027": { month: "März", day: "14", year: "2027" },
    "Sáb. 12 dez 2027": { weekday: "Sáb", month: "dez", day: "12", year: "2027" },
    "14 de marzo de 2027": { month: "marzo", day: "14", year: "2027" },
    "14 мая 2027": { month: "мая", day: "14", year: "2027" },
    "Sept 3": { month: "Sept", day: "3" },
    "14 मार्च 2027": { month: "मार्च", day: "14", year: "2027" },
    "31 فروردین": { month: "فروردین", day: "31" },
    "2027年3月14日(日)": { weekday: "日", month: "3月", day: "14", year: "2027年" },
    "2027년 3월 14일": { month: "3월", day: "14", year: "2027년" },
    "February 29": { month: "February", day: "29" },
  };
  for (const [date, parts] of Object.entries(written)) {
    it(`keeps the words of ${date}`, () => assert.deepEqual(parseDate(date), { kind: "written", parts }));
  }

  const writtenRanges = {
    "June 2–4, 2027": { month: "June", day: "2–4", year: "2027", end: "4 June 2027" },
    "June 2-4, 2027": { month: "June", day: "2–4", year: "2027", end: "4 June 2027" },
    "June 2nd to 4th, 2027": { month: "June", day: "2–4", year: "2027", end: "4 June 2027" },
    "2.–4. Juni 2027": { month: "Juni", day: "2–4", year: "2027", end: "4 Juni 2027" },
    "2. bis 4. Juni 2027": { month: "Juni", day: "2–4", year: "2027", end: "4 Juni 2027" },
    "Wed, June 2 – Fri, June 4, 2027": { month: "June", day: "2–4", year: "2027", end: "Fri, June 4, 2027" },
    "6月2日～4日": { month: "6月", day: "2–4", end: "6月4日" },
    "June 30 – July 2, 2027": { end: "July 2, 2027" },
    "30. Juni – 2. Juli 2027": { end: "2. Juli 2027" },
  };
  for (const [date, parts] of Object.entries(writtenRanges)) {
    it(`parses the range ${date}`, () => assert.deepEqual(parseDate(date), { kind: "written", parts }));
  }

  const sameDay = {
    "2027-03-14": undefined,
    "2027/03/14": undefined,
    "20270314": undefined,
    "14.03.2027": undefined,
    "14/03/2027": undefined,
    "3/14/2027, 6:30:00 PM": "18:30",
    "2027-03-14T18:30:00Z": "18:30 UTC+0",
    "2027-03-14T18:30:00.123456Z": "18:30 UTC+0",
    "2027-03-14 18:30:00": "18:30",
    "2027-03-14 18:30:00+05:30": "18:30 UTC+330",
    "2027-03-14 18:30:00 +0000 UTC": "18:30 UTC+0",
    "2027-03-14T23:30:00-08:00": "23:30 UTC-480",
    "2027-03-14T18:30+01:00[Europe/Paris]": "18:30 UTC+60",
    "20270314T183000Z": "18:30 UTC+0",
    "Sun Mar 14 2027": undefined,
    "Sun Mar 14 2027 18:30:00 GMT+0100 (Central European Standard Time)": "18:30 UTC+60",
    "Sun, 14 Mar 2027 18:30:00 GMT": "18:30 UTC+0",
    "14 Mar 2027 18:30:00 -0500": "18:30 UTC-300",
  };
  for (const [text, time] of Object.entries(sameDay)) {
    it(`parses ${text} as the day that it names`, () => {
      const parsed = parseDate(text);
      assert.equal(parsed.kind, "calendar");
      const { year, month, day, time: found } = parsed.start;
      assert.deepEqual([year, month, day], [2027, 3, 14]);
      const offset = found?.offset === undefined ? "" : ` UTC${found.offset < 0 ? "" : "+"}${found.offset}`;
      assert.equal(found && `${found.hour}:${String(found.minute).padStart(2, "0")}${offset}`, time);
    });
  }

  const ranges = {
    "2027-06-02/2027-06-04": [2, 4],
    "2027-06-02/04": [2, 4],
    "2027-06-02/06-04": [2, 4],
    "2027-06-02--2027-06-04": [2, 4],
    "2027-06-02 – 2027-06-04": [2, 4],
    "2027-06-02 - 2027-06-04": [2, 4],
    "2027-06-02 to 2027-06-04": [2, 4],
    "2027-06-02T09:00:00Z/2027-06-04T17:00:00Z": [2, 4],
    "2027-06-02T09:00Z/17:00": [2, 2],
    "2.–4.6.2027": [2, 4],
    "02.06. – 04.06.2027": [2, 4],
    "2027-06": [undefined, undefined],
  };
  for (const [text, days] of Object.entries(ranges)) {
    it(`parses the range ${text}`, () => {
      const parsed = parseDate(text);
      assert.equal(parsed.kind, "calendar");
      assert.deepEqual([parsed.start.day, parsed.end.day], days);
    });
  }
});

describe("describeDateProblem", () => {
  const problems = {
    "2027-02-30": /does not exist/,
    "February 30, 2027": /does not exist/,
    "February 29, 2027": /does not exist/,
    "14.13.2027": /does not exist/,
    "2027-13-01T10:00:00Z": /does not exist/,
    "2027-02-27/2027-02-30": /does not exist/,
    "03/04/2027": /different days/,
    "03/04/2027 – 05/04/2027": /different days/,
    "2027-03-14T25:00": /not in a supported form/,
    "2027-06-04/2027-06-02": /ends before it starts/,
    "12.03.27": /not in a supported form/,
    "1805049000": /not in a supported form/,
  };
  for (const [text, message] of Object.entries(problems)) {
    it(`says what is wrong with ${text}, and how to write a date`, () => {
      assert.match(describeDateProblem("date", text) ?? "", message);
      assert.match(describeDateProblem("date", text) ?? "", /^“date” .* Write it as 2027-03-14 /);
    });
  }

  for (const text of [
    "TBA",
    "Every Tuesday",
    "Summer 2027",
    "2027",
    "2027-28",
    "next Friday",
    "Room 12 upstairs",
    "Mon–Fri, 10–12 Uhr",
    "March 14, 2027",
    "2027-03-14",
    "1".repeat(2000),
  ]) {
    it(`is undefined for ${text.slice(0, 40)}`, () =>
      assert.equal(describeDateProblem("date", text), undefined));
  }
});
