import assert from "node:assert/strict";
import { testSamples } from "./test-data.ts";

describe("The test data of a template", () => {
  it("has texts of all lengths and scripts, with the images of the first sample unless they are missing", () => {
    const samples = testSamples({
      fields: { title: { type: "string", maxLength: 9 }, photo: { type: "string", format: "image-url" } },
      required: ["title"],
      samples: [{ name: "one", data: { title: "One", photo: "https://cdn.example/a.png" } }],
    });
    const data = Object.fromEntries(samples.map((sample) => [sample.name, sample.data]));
    assert.deepEqual(data["Longest texts"], { title: "yesterday", photo: "https://cdn.example/a.png" });
    assert.deepEqual(data["Required fields only"], { title: "yesterday" });
    assert.match(String(data["Arabic"]?.["title"]), /^\p{Script=Arabic}+/u);
    assert.equal(data["Missing images"]?.["photo"], "https://example.com/image.jpg");
  });

  it("has texts that are as long as their fields permit, and end at a word", () => {
    const lengths = Array.from({ length: 200 }, (_, index) => index + 1);
    for (const maxLength of lengths) {
      const samples = testSamples({ fields: { title: { type: "string", maxLength } } });
      const textOf = (name: string) => String(samples.find((sample) => sample.name === name)?.data["title"]);
      assert.equal(textOf("Longest texts").length, maxLength);
      assert.match(`${textOf("Longest texts")} `.replace(". ", " "), /^(?:(?:[a-z]{2,}|Everything|1) )+$/);
      assert.doesNotMatch(textOf("Emoji"), /L(?!aunch\b)|d(?!ay\b)/);
    }
  });

  it("has the images of the first sample in the entries of lists, in turn", () => {
    const list = { type: "array", items: { photo: { type: "string", format: "image-url" } }, maxItems: 3 };
    const entries = ["a", "b"].map((name) => ({ photo: `https://cdn.example/${name}.png` }));
    const template = { fields: { people: list }, samples: [{ name: "one", data: { people: entries } }] };
    const longest = testSamples(template).find(({ name }) => name === "Longest texts");
    assert.deepEqual(longest?.data, { people: [...entries, entries[0]] });
  });

  it("has as many entries in lists as an example, or the maximum that the template sets", () => {
    const list = { type: "array", items: "string" };
    const entries = (field: object, samples: object[] = []) => {
      const template = { fields: { names: { ...list, ...field } }, samples };
      const longest = testSamples(template).find(({ name }) => name === "Longest texts");
      return (longest!.data["names"] as string[]).length;
    };
    assert.equal(entries({}), 3);
    assert.equal(entries({ example: ["a", "b"] }), 2);
    assert.equal(entries({ example: ["a", "b"] }, [{ name: "one", data: { names: ["a"] } }]), 1);
    assert.equal(entries({ example: ["a", "b"], maxItems: 5 }), 5);
  });

  it("is empty for a template whose fields are not valid", () => {
    assert.deepEqual(testSamples({ fields: 3 })[0]?.data, {});
  });
});
