import assert from "node:assert/strict";
import { listRejectedRequestsOf } from "./rejected-requests.ts";

describe("the requests that the next version of a template rejects", () => {
  const people = (items: object) => ({ type: "array", items });
  const before = {
    fields: {
      venue: "string",
      title: { type: "string", maxLength: 200 },
      kind: { type: "string", enum: ["new", "fix"] },
      color: "string",
      tags: { type: "array", items: "string" },
      speakers: people({ name: "string", photo: "string" }),
      host: "string",
    },
  };

  it("are described: removed, required and narrower fields", () => {
    const after = {
      fields: {
        place: "string",
        title: { type: "string", maxLength: 80 },
        kind: { type: "string", enum: ["new"] },
        color: { type: "string", format: "color" },
        tags: { type: "array", maxItems: 3, items: "string" },
        speakers: people({ name: "string" }),
        host: { type: "array", items: "string" },
      },
      required: ["place"],
    };
    assert.deepEqual(listRejectedRequestsOf(before, after), [
      "with “venue”, which is removed",
      "with a “title” of more than 80 characters",
      "with a “kind” other than “new”",
      "with a “color” that does not have the format “color”",
      "with more than 3 entries in “tags”",
      "with an entry of “speakers” with “photo”, which is removed",
      "with “host”, which has another type",
      "without “place”, which is required",
    ]);
  });

  it("are none for new optional fields and wider ones", () => {
    const { fields } = before;
    const after = {
      fields: { ...fields, place: "string", kind: "string", title: { type: "string", maxLength: 300 } },
    };
    assert.deepEqual(listRejectedRequestsOf(before, after), []);
  });
});
