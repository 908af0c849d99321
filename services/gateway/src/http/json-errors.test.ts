import assert from "node:assert/strict";
import * as fc from "fast-check";
import { describeEncodingError, describeJsonError } from "./json-errors.ts";

describe("the description of a JSON error", () => {
  it("has the line, the column and the cause, with a way to fix it", () => {
    const missingQuotes = "name without quotation marks. Write names in double quotation marks.";
    const number = "malformed number. Write numbers such as 1200 or 0.5.";
    const incomplete = "the body ends before its last bracket is closed. Send the whole body.";
    const cases: [string, number, number, string][] = [
      ['{\n  "a": 1,\n}', 2, 9, "trailing comma. Remove the comma before `}`."],
      ['{"a": [1, 2, ]}', 1, 12, "trailing comma. Remove the comma before `]`."],
      ['{"a": 1,, "b": 2}', 1, 8, "two commas. Remove one."],
      ["{'a': 1}", 1, 2, "single quotation marks. Write names and texts in double quotation marks."],
      ["{\"a\": 'x'}", 1, 7, "single quotation marks. Write names and texts in double quotation marks."],
      ["{“a”: 1}", 1, 2, 'typographic quotation marks. Use straight ones: `"`.'],
      ['{\r\n"a": 1,\r\nb: 2}', 3, 1, missingQuotes],
      ['{"a": hello}', 1, 7, "text without quotation marks. Write texts in double quotation marks."],
      ['{"a": True}', 1, 7, "unknown name. Write `true`, `false` or `null`, in lower case."],
      ['{"a": undefined}', 1, 7, "`undefined` is not JSON. Leave the field out."],
      ['{"a": NaN}', 1, 7, "`NaN` is not JSON. Leave the field out."],
      ['// title\n{"a": 1}', 1, 1, "JSON has no comments. Remove the comment."],
      ['{"a": 1 /* x */}', 1, 9, "JSON has no comments. Remove the comment."],
      ['{"a": "x\ny"}', 1, 9, "line break inside a text. Write it as `\\n`."],
      ['{"a": "x\ty"}', 1, 9, "control character inside a text. Write a tab as `\\t`."],
      ['{"a": "C:\\dir"}', 1, 10, "unknown escape sequence. Write a backslash as `\\\\`."],
      ['{"a": "\\u12"}', 1, 7, "incomplete escape sequence. Write four hexadecimal digits after `\\u`."],
      ['{"a": "the "best" one"}', 1, 13, 'quotation mark inside a text. Write it as `\\"`.'],
      ['{"a" 1}', 1, 6, "missing colon. Write a colon between a name and its value."],
      ['{"a": 1 "b": 2}', 1, 9, "missing comma. Write a comma between two fields or entries."],
      [
        '{"a": [1, 2}',
        1,
        12,
        "another bracket is open. Check that every bracket is closed by one of its kind.",
      ],
      ['{"a": }', 1, 7, "missing name or value. Add it, or remove the comma or colon before it."],
      ['{"a": 012}', 1, 8, "number with a leading zero. Remove the zero."],
      ['{"a": .5}', 1, 7, number],
      ['{"a": +5}', 1, 7, number],
      ['{"a": 1.}', 1, 7, number],
      ['{"a": {"b": 1', 1, 14, incomplete],
      ['{"a": "x', 1, 9, "the body ends inside a text. Send the whole body."],
      ['{"a":', 1, 6, "the body ends where a value is missing. Send the whole body."],
      ['{"a": 1}}', 1, 9, "text after the end of the JSON value. Send one JSON object."],
      ["hello", 1, 1, "the body does not start with `{`. Send a JSON object."],
    ];
    for (const [text, line, column, cause] of cases) {
      assert.throws(() => JSON.parse(text), SyntaxError, text);
      assert.equal(describeJsonError(text), `Invalid JSON at line ${line}, column ${column}: ${cause}`, text);
    }
  });

  it("names other things that are sent in place of JSON", () => {
    const cases: [string, string][] = [
      [" \n", "Request body is empty. Send a JSON object."],
      [
        "[object Object]",
        "Request body is `[object Object]`, not JSON. Convert the object with JSON.stringify.",
      ],
      ["template=blog&title=Hello", "Request body is form data, not JSON. Send a JSON object."],
      [`["${"\\\\".repeat(256 * 1024)}`, "Request body is not valid JSON. Check it with a JSON parser."],
      ["[".repeat(60_000), "Request body is not valid JSON. Check it with a JSON parser."],
    ];
    for (const [text, message] of cases) assert.equal(describeJsonError(text), message);
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
          assert.ok(message.endsWith(".") && message.length < 160, message);
        }
      }),
    );
  });
});

describe("the description of an encoding", () => {
  it("says where a body is not UTF-8, and recognizes UTF-16", () => {
    const utf16 = "Request body is encoded in UTF-16. Encode it in UTF-8.";
    const latin1 = Buffer.from('{\n"title": "caf\u00e9"}', "latin1");
    assert.equal(
      describeEncodingError(latin1),
      "Request body is not UTF-8: byte 16, in line 2, is not part of a character. Encode the body in UTF-8.",
    );
    for (const text of ["\ufeff{}", '{"title": "caf\u00e9"}'])
      assert.equal(describeEncodingError(Buffer.from(text, "utf16le")), utf16);
    assert.equal(describeEncodingError(Buffer.from("\ufeff{}", "utf16le").swap16()), utf16);
    for (const text of ["", "{", '{"title": "caf\u00e9 🎉"}', "\ufeff{}"])
      assert.equal(describeEncodingError(Buffer.from(text)), undefined);
  });
});
