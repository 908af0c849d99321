import assert from "node:assert/strict";
import { CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import { EditorState } from "@codemirror/state";
import { completeHtml } from "./completions.ts";

describe("the completions of template.html", () => {
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
