import { unifiedMergeView } from "@codemirror/merge";
import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { useLayoutEffect, useRef } from "preact/hooks";
import { readingExtensions, type CodeLanguage } from "./code-editor.tsx";

/** A comparison of two texts: removed and added lines below each other, with unchanged parts collapsed. */
export function TextDiff({
  label,
  language,
  before,
  after,
}: {
  label: string;
  language: CodeLanguage;
  before: string;
  after: string;
}) {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const root = element.current!.shadowRoot ?? element.current!.attachShadow({ mode: "open" });
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
    return () => view.destroy();
  }, [before, after]);
  return <div ref={element} class="text-diff" />;
}
