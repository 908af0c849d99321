import assert from "node:assert/strict";
import * as fc from "fast-check";
import { describeJsonError } from "./json-errors.ts";

describe("the description of a JSON error", () => {
  it("has the line, the column and the cause, with a way to fix it", () => {
    const invalid =
      "invalid name or value. Names and texts need straight double quotation marks; other values are numbers, `true`, `false` and `null`.";
    const comma = "missing comma or closing bracket. Write a comma between two fields or entries.";
    const escapeSequence = "invalid escape sequence. Write a backslash as `\\\\`.";
    const noEnd = "text without an end. Write a line break as `\\n`, and send the whole body.";
    const missing = "missing name or value. Add it, or remove the comma or colon before it.";
    const unclosed = "the body ends before it is complete. Send the whole body.";
    const cases: [string, number, number, string][] = [
      ['{\n  "a": 1,\n}', 2, 9, "trailing comma. Remove the comma before `}`."],
      ['{"a": [1, 2, ]}', 1, 12, "trailing comma. Remove the comma before `]`."],
      ['{"a": 1,, "b": 2}', 1, 9, missing],
      ["{'a': 1}", 1, 2, invalid],
      ["{\"a\": 'x'}", 1, 7, invalid],
      ["{“a”: 1}", 1, 2, invalid],
      ['{\r\n"a": 1,\r\nb: 2}', 3, 1, invalid],
      ['{"a": hello}', 1, 7, invalid],
      ['{"a": True}', 1, 7, invalid],
      ['{"a": .5}', 1, 7, invalid],
      ['// title\n{"a": 1}', 1, 1, "JSON has no comments. Remove the comment."],
      ['{"a": "x\ny"}', 1, 7, noEnd],
      ['{"a": "x', 1, 7, noEnd],
      ['{"a": "x\ty"}', 1, 7, "control character in a text. Write a tab as `\\t`."],
      ['{"a": "C:\\dir"}', 1, 7, escapeSequence],
      ['{"a": "\\u12"}', 1, 7, escapeSequence],
      ['{"a" 1}', 1, 6, "missing colon. Write a colon between a name and its value."],
      ['{"a": 1 "b": 2}', 1, 9, comma],
      ['{"a": [1}', 1, 9, comma],
      ['{"a": }', 1, 7, missing],
      ['{"a": 1.}', 1, 7, "malformed number. Write numbers such as 1200 or 0.5."],
      ['{"a": {"b": 1', 1, 14, unclosed],
      ['{"a":', 1, 6, unclosed],
      ['{"a": 1,', 1, 9, unclosed],
      ['{"a": 1}}', 1, 9, "text after the end of the JSON value. Send one JSON object."],
    ];
    for (const [text, line, column, cause] of cases) {
      assert.throws(() => JSON.parse(text), SyntaxError, text);
      assert.equal(describeJsonError(text), `Invalid JSON at line ${line}, column ${column}: ${cause}`, text);
    }
  });

  it("has no place if the text is too long or nested too deep", () => {
    for (const text of [`["${"\\\\".repeat(256 * 1024)}`, "[".repeat(60_000)])
      assert.equal(describeJsonError(text), "Request body is not valid JSON. Check it with a JSON parser.");
  });

  it("exists for every text that is not JSON, and never contains its values", () => {
    const damaged = fc
      .tuple(fc.json({ maxDepth: 3 }), fc.nat(), fc.constantFrom("", "'", ",", "}", '"', "\n", "\\", "//"))
      .map(([json, at, inserted]) => json.slice(0, at % (json.length + 1)) + inserted + json.slice(at % 7));
    fc.assert(
      fc.property(fc.oneof(damaged, fc.string({ unit: "binary" })), (text) => {
        try {
          JSON.parse(text);
        } catch {
          const message = describeJsonError(text);
          assert.ok(message.endsWith(".") && message.length < 200, message);
        }
      }),
    );
  });
});
