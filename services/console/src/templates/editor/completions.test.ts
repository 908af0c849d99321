import assert from "node:assert/strict";
import { CompletionContext, type CompletionResult, type CompletionSource } from "@codemirror/autocomplete";
import { EditorState } from "@codemirror/state";
import { completeHtml, completeJson } from "./completions.ts";

const labelsIn = (doc: string, complete: CompletionSource) => {
  const context = new CompletionContext(EditorState.create({ doc }), doc.length, false);
  return (complete(context) as CompletionResult).options.map(({ label }) => label);
};

describe("the completions of template.html", () => {
  it("offer the fields, the layout, and what loops and brands have in placeholders", () => {
    const labels = labelsIn(
      "<main>{{",
      completeHtml(() => ["title"]),
    );
    for (const name of ["title", "layout", "index", "brand.logo"]) assert.ok(labels.includes(name), name);
  });

  it("offer the template's own variables, by name within var()", () => {
    const labelsAfter = (text: string) => {
      const doc = `<style>:root { --big-gap: 4px } p { ${text}`;
      const context = new CompletionContext(EditorState.create({ doc }), doc.length, false);
      const found = completeHtml(() => [])(context) as CompletionResult;
      return [doc.slice(found.from), found.options.map(({ label }) => label)] as const;
    };
    const [typed, names] = labelsAfter("gap: var(--b");
    assert.equal(typed, "--b");
    assert.ok(names.includes("--big-gap") && names.includes("--accent"), names.join());
    assert.ok(labelsAfter("gap: v")[1].includes("var(--big-gap)"));
  });
});

describe("the completions of template.json", () => {
  it("offer the keys and keywords of its schema", () => {
    const labels = labelsIn('{ "fields": { "title": { "', completeJson);
    for (const name of ["number", "multiline", "listed", "image-url", "tone", "object", "example"])
      assert.ok(labels.includes(name), name);
  });
});
