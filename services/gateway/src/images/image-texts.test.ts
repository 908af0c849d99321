import assert from "node:assert/strict";
import { containsWords, searchWordsOf, titleOf } from "./image-texts.ts";

describe("the title of an image in lists", () => {
  it("is the title or the name of its data, or else its first text", () => {
    assert.equal(titleOf({ data: { name: "Ada", title: "A title" } }), "A title");
    assert.equal(titleOf({ data: { quote: "A quote", name: "Ada" } }), "Ada");
    assert.equal(titleOf({ data: { changes: [{ text: "First change" }], version: "1.2" } }), "First change");
    assert.equal(titleOf({ data: {} }), "");
  });

  it("is a text, whatever type an uploaded template gives to the field", () => {
    assert.equal(titleOf({ data: { title: ["One", "Two"], name: "Ada" } }), "Ada");
    assert.equal(titleOf({ data: { title: ["One", "Two"] } }), "One");
  });
});

describe("a search for images", () => {
  const image = {
    id: "Yw0qJ5v1",
    recipe: {
      template: { id: "event", version: 1, hash: "h".repeat(43) },
      data: { title: "Größe zählt", speakers: [{ name: "Ada Lovelace" }] },
    },
  };
  const matches = (query: string) => containsWords(image, searchWordsOf(query));

  it("finds images with every word, also in lists, regardless of case, order and composition", () => {
    for (const query of ["GRÖßE", "lovelace  größe", "zählt".normalize("NFD"), "gröss".replace("ss", "ß")])
      assert.ok(matches(query), query);
    for (const query of ["größe lisbon", "speakers"]) assert.ok(!matches(query), query);
  });

  it("finds images by their template and by their whole ID, not by a part of it", () => {
    assert.ok(matches("event yw0QJ5v1"));
    for (const query of ["blog", "yw0QJ5", "0", "v1"]) assert.ok(!matches(query), query);
  });

  it("does not find words across two texts", () => assert.ok(!matches("zähltada")));

  it("without words matches every image", () => assert.ok(matches(" \n ")));
});
