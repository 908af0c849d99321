import assert from "node:assert/strict";
import { describeNote, describeWarning, warningText } from "./notes.tsx";

describe("describeNote", () => {
  const describeTitle = (message: string) => describeNote({ pointer: "/data/title", message }, "Title");

  it("says what to enter in a required field", () => {
    assert.equal(describeTitle("is required"), "Enter a title.");
    assert.equal(
      describeNote({ pointer: "/data/author", message: "is required" }, "Author"),
      "Enter an author.",
    );
  });

  it("names the field by its label, as a sentence", () => {
    assert.equal(describeTitle("must be at most 300 characters"), "Title must be at most 300 characters.");
    assert.equal(
      describeTitle("“title” is too long for this card. Shorten it."),
      "Title is too long for this card. Shorten it.",
    );
    assert.equal(
      describeNote(
        { pointer: "/data/speakers/0/name", message: "There was no room for “speakers/0/name”." },
        "Name",
      ),
      "There was no room for Name.",
    );
  });
});

describe("describeWarning", () => {
  it("names the logo, whichever its background is", () => {
    const warning = { code: "low_contrast", field: "brand/logo/onLight", message: "Hard to see." } as const;
    assert.deepEqual(describeWarning(warning), { field: "Logo of the brand", message: "Hard to see." });
  });

  it("names colors by their labels, and quotes a text of the template", () => {
    const contrast = "The contrast of `accent` on `ground` is 4.0:1.";
    const textOf = (field: string, message: string) => warningText({ code: "low_contrast", field, message });
    assert.match(
      textOf("brand/colors/accent", contrast),
      /^Accent.*: The contrast of “Accent” on “Background color” is 4.0:1.$/,
    );
    assert.equal(textOf("template", "“Some words” is covered."), "“Some words” is covered.");
  });
});
