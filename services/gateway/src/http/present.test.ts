import assert from "node:assert/strict";
import { exactObject } from "@placard/contracts";
import Type from "typebox";
import { nullableTimeField, present, timeField } from "./present.ts";

const schema = exactObject({
  id: Type.String(),
  createdAt: timeField,
  usedAt: nullableTimeField,
  note: Type.Optional(Type.String()),
  parts: Type.Array(exactObject({ at: timeField })),
  data: Type.Object({}),
});

describe("the data of a response", () => {
  it("has only the members of its schema, with times in ISO 8601 and null for those without a value", () => {
    const record = {
      id: "a",
      secret: "s",
      createdAt: 0,
      usedAt: undefined,
      parts: [{ at: 1_000, secret: "s" }],
      data: { any: 1 },
    };
    const sent: unknown = JSON.parse(JSON.stringify(present(schema, record)));
    assert.deepEqual(sent, {
      id: "a",
      createdAt: "1970-01-01T00:00:00.000Z",
      usedAt: null,
      parts: [{ at: "1970-01-01T00:00:01.000Z" }],
      data: { any: 1 },
    });
  });
});
