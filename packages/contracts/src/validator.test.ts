import assert from "node:assert/strict";
import Type from "typebox";
import { defaultMessage, errorCodes, type ErrorCode } from "./error-codes.ts";
import { AppError } from "./errors.ts";
import { compileValidator } from "./validator.ts";

const strict = { additionalProperties: false };

describe("a validator", () => {
  const validate = compileValidator(
    Type.Object(
      {
        name: Type.String(),
        note: Type.Optional(Type.String()),
        options: Type.Optional(Type.Object({ width: Type.Optional(Type.Integer()) }, strict)),
        people: Type.Optional(Type.Array(Type.Object({ photo: Type.Optional(Type.String()) }, strict))),
      },
      strict,
    ),
  );

  it("treats null as absent for optional members, at every depth", () => {
    const value = { name: "x", note: null, options: { width: null }, people: [{ photo: null }] };
    assert.deepEqual(validate(value), { ok: true, value: { name: "x", options: {}, people: [{}] } });
  });

  it("says how many entries and fields a value may have", () => {
    const bounds = { minItems: 1, maxItems: 2 };
    const check = compileValidator(
      Type.Object({
        list: Type.Array(Type.String(), bounds),
        map: Type.Record(Type.String(), Type.String(), { maxProperties: 1 }),
      }),
    );
    const messagesOf = (value: object) => {
      const result = check(value);
      return result.ok ? [] : result.errors.map(({ message }) => message);
    };
    assert.deepEqual(messagesOf({ list: [], map: { a: "x", b: "y" } }), [
      "must have at least 1 entry",
      "must have at most 1 field; this has 2",
    ]);
    assert.deepEqual(messagesOf({ list: ["a", "b", "c"], map: {} }), [
      "must have at most 2 entries; this has 3",
    ]);
  });

  it("rejects null for required and for unknown members", () => {
    const result = validate({ name: null, extra: null, __proto__: null });
    assert.ok(!result.ok);
    assert.deepEqual(result.errors.map(({ path }) => path).toSorted(), ["/extra", "/name"]);
  });

  it("describes the first 50 errors and counts the others", () => {
    const unknown = Object.fromEntries(Array.from({ length: 6_000 }, (_, i) => [`field${i}`, 1]));
    const result = validate({ name: "x", ...unknown });
    assert.ok(!result.ok);
    assert.deepEqual([result.errors.length, result.moreErrors], [50, 5_950]);
  });
});

describe("the default message of an error", () => {
  it("says what failed, and then how to fix it", () => {
    for (const code of Object.keys(errorCodes) as ErrorCode[])
      assert.match(defaultMessage(code), /^[A-Z].+?\. [A-Z].+\.$/, code);
  });
});

describe("an error's details", () => {
  const details = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ path: `/${i}`, message: "is bad" }));

  it("are at most 50, and the last one says how many more there are", () => {
    const { details: limited = [] } = new AppError("validation_failed", {
      details: details(60),
      moreDetails: 40,
    });
    assert.equal(limited.length, 50);
    assert.deepEqual(limited[48], { path: "/48", message: "is bad" });
    assert.deepEqual(limited[49], { path: "", message: "and 51 more errors" });
  });

  it("are complete if there are at most 50", () => {
    assert.deepEqual(new AppError("validation_failed", { details: details(50) }).details, details(50));
  });
});
