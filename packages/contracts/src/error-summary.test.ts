import assert from "node:assert/strict";
import { summarizeErrors } from "./error-summary.ts";
import { defaultMessage } from "./error-codes.ts";
import { AppError } from "./errors.ts";

const required = { path: "/data/title", message: "is required" };

describe("the summary of a request's errors", () => {
  it("has the first one, with the name of its field, and the number of the others", () => {
    const other = { path: "/options/width", message: "must be at least 200; this is 100" };
    const cases: [Parameters<typeof summarizeErrors>, string | undefined][] = [
      [[[]], undefined],
      [[[required]], "`data.title` is required."],
      [[[required, other]], "`data.title` is required. There is 1 more error."],
      [[[required, other], 5], "`data.title` is required. There are 6 more errors."],
      [[[other]], "`options.width` must be at least 200; this is 100."],
      [
        [[{ path: "/data/titel", message: "is not a known field. Did you mean `title`?" }]],
        "`data.titel` is not a known field. Did you mean `title`?",
      ],
      [[[{ path: "", message: "must have at least 1 field" }]], "Request body must have at least 1 field."],
      [[[{ path: "/data/speakers/0/name", message: "is required" }]], "`data.speakers[0].name` is required."],
      [[[{ path: "/data/a~1b~0", message: "is required" }]], '`data["a/b~"]` is required.'],
      [[[{ path: "/assets", message: "an asset was deleted" }]], "`assets`: an asset was deleted."],
      [[[{ path: "/map", message: "needs `template`" }]], "`map` needs `template`."],
      [
        [[required, { path: "/data/titel", message: "is not a known field. Did you mean `title`?" }]],
        "`data.titel` is not a known field. Did you mean `title`? There is 1 more error.",
      ],
      [
        [[{ path: "/html", line: 2, column: 3, message: "Unknown field `x`", suggestion: "Use `y`." }]],
        "`html` (line 2, column 3): Unknown field `x`. Use `y`.",
      ],
    ];
    for (const [given, summary] of cases) assert.equal(summarizeErrors(...given), summary);
  });

  it("is short, however long the name of a field is", () => {
    const summary = summarizeErrors([
      { path: `/data/${"😀".repeat(1_000)}`, message: "is not a known field" },
    ]);
    assert.ok(summary?.isWellFormed() && summary.length < 120, summary);
  });

  it("is the message of validation_failed unless there is another one", () => {
    const messageOf = (options: object) => new AppError("validation_failed", options).message;
    const details = [required];
    assert.equal(messageOf({}), defaultMessage("validation_failed"));
    assert.equal(messageOf({ details }), "`data.title` is required. Fix the fields listed in `details`.");
    assert.equal(messageOf({ details, message: "The template has errors." }), "The template has errors.");
  });
});
