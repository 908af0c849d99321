import assert from "node:assert/strict";
import { completionStatus, type CompletionResult, type CompletionSource } from "@codemirror/autocomplete";
import { EditorView } from "@codemirror/view";
import { GlobalRegistrator } from "@happy-dom/global-registrator";
import { poll } from "@placard/testing";
import { createCodeEditor } from "./code-editor.tsx";

describe("the code editor", () => {
  before(() => GlobalRegistrator.register());
  after(() => GlobalRegistrator.unregister());

  function open(text: string, complete: CompletionSource = () => null) {
    const changes: boolean[] = [];
    const cursors: number[] = [];
    const editor = createCodeEditor({
      label: "template.html",
      language: "html",
      text,
      complete,
      onChange: (isTyping) => changes.push(isTyping),
      onSelect: (offset) => cursors.push(offset),
      undo() {},
      redo() {},
    });
    const view = EditorView.findFromDOM(editor.element.shadowRoot!.querySelector(".cm-editor")!)!;
    return { editor, view, changes, cursors };
  }

  it("tells an inserted path from what is typed, so that it is a step of the history by itself", () => {
    const { editor, view, changes } = open("");
    view.dispatch(view.state.replaceSelection("typed "), { userEvent: "input.type" });
    editor.insert("assets/logo.svg");
    assert.deepEqual(changes, [true, false]);
    editor.close();
  });

  it("tells where the user moves the cursor, and not where it is moved to show an element", () => {
    const { editor, view, cursors } = open("<p>one</p>");
    editor.goTo(1, 4);
    editor.replaceText("<p>two</p>");
    view.dispatch({ selection: { anchor: 2 }, userEvent: "select.pointer" });
    assert.deepEqual(cursors, [2]);
    editor.close();
  });

  it("shows another text with the cursor behind what differs", () => {
    const { editor, view, changes } = open("<p>one</p>\n<p>two</p>");
    editor.replaceText("<p>one</p>\n<p>three</p>");
    assert.equal(editor.readText(), "<p>one</p>\n<p>three</p>");
    assert.equal(view.state.selection.main.anchor, "<p>one</p>\n<p>three".length);
    editor.replaceText("<p>one</p>\n<p>three</p>");
    assert.equal(changes.length, 1);
    editor.close();
  });

  it("completes what was typed while the completions of an older text were loaded", async () => {
    const replies: ((found: CompletionResult | null) => void)[] = [];
    const { editor, view } = open("", () => new Promise((resolve) => replies.push(resolve)));
    const type = (text: string) =>
      view.dispatch(view.state.replaceSelection(text), { userEvent: "input.type" });
    type("h");
    await poll("a first request", () => replies.length === 1);
    type("1");
    replies[0]!(null);
    await poll("a second request", () => replies.length === 2);
    replies[1]!({ from: 0, options: [{ label: "h1" }] });
    await poll("the list", () => completionStatus(view.state) === "active");
    editor.close();
  });
});
