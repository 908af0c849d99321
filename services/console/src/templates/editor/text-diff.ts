import { MergeView } from "@codemirror/merge";
import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { createElement } from "../../elements.ts";
import { readingExtensions, type CodeLanguage } from "./code-editor.ts";

/**
 * Creates a comparison of two texts, side by side, with unchanged parts collapsed.
 * @returns `close` must be called when the element is removed
 */
export function createTextDiff(
  language: CodeLanguage,
  before: { label: string; text: string },
  after: { label: string; text: string },
): { element: HTMLElement; close: () => void } {
  const element = createElement("div", { className: "text-diff" });
  const root = element.attachShadow({ mode: "open" });
  const side = ({ label, text }: { label: string; text: string }) => ({
    doc: text,
    extensions: [
      ...readingExtensions(language),
      EditorState.readOnly.of(true),
      EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" }),
    ],
  });
  const view = new MergeView({
    a: side(before),
    b: side(after),
    root,
    parent: root,
    gutter: true,
    collapseUnchanged: { margin: 2, minSize: 4 },
  });
  return { element, close: () => view.destroy() };
}
