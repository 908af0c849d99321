import assert from "node:assert/strict";
import { undo } from "@codemirror/commands";
import { EditorView } from "@codemirror/view";
import { GlobalRegistrator } from "@happy-dom/global-registrator";
import { createCodeEditor } from "./code-editor.tsx";

describe("the code editor", () => {
  before(() => GlobalRegistrator.register());
  after(() => GlobalRegistrator.unregister());

  it("undoes an inserted text without the text that was typed just before", () => {
    const editor = createCodeEditor({
      label: "template.html",
      language: "html",
      text: "",
      complete: () => null,
      onChange() {},
    });
    const view = EditorView.findFromDOM(editor.element.shadowRoot!.querySelector(".cm-editor")!)!;
    view.dispatch(view.state.replaceSelection("typed "), { userEvent: "input.type" });
    editor.insert("assets/logo.svg");
    undo(view);
    assert.equal(editor.readText(), "typed ");
    editor.close();
  });
});
