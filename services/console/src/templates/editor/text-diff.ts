import { unifiedMergeView } from "@codemirror/merge";
import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { createElement } from "../../elements.ts";
import { readingExtensions, type CodeLanguage } from "./code-editor.ts";

/**
 * Creates a comparison of two texts: removed and added lines below each other, with unchanged parts collapsed.
 * @returns `close` must be called when the element is removed
 */
export function createTextDiff({
  label,
  language,
  before,
  after,
}: {
  label: string;
  language: CodeLanguage;
  before: string;
  after: string;
}): { element: HTMLElement; close: () => void } {
  const element = createElement("div", { className: "text-diff" });
  const root = element.attachShadow({ mode: "open" });
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: after,
      extensions: [
        ...readingExtensions(language),
        unifiedMergeView({
          original: before,
          mergeControls: false,
          collapseUnchanged: { margin: 2, minSize: 4 },
        }),
        EditorState.readOnly.of(true),
        EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" }),
      ],
    }),
  });
  return { element, close: () => view.destroy() };
}
