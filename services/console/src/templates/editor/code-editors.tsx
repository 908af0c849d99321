import { useLayoutEffect, useRef } from "preact/hooks";
import { createCodeEditor, type CodeEditor, type CodeLanguage } from "./code-editor.tsx";
import type { TemplateEditor } from "./template-editor.ts";

/** The editors of both files of a draft. @param selectAt called when the cursor moves in template.html */
export function createCodeEditors(
  editor: TemplateEditor,
  selectAt: (offset: number) => void,
): Record<CodeLanguage, CodeEditor> {
  const { draft, read } = editor;
  const listFields = () => Object.keys((read.value.document?.template["fields"] as object | undefined) ?? {});
  const create = (language: CodeLanguage) => {
    const text = createCodeEditor({
      label: `template.${language}`,
      language,
      text: draft.value[language],
      // The completions know all properties: they are large, and loaded when one types.
      complete: async (context) => {
        const { completeHtml, completeJson } = await import("./completions.ts");
        return language === "html" ? completeHtml(listFields)(context) : completeJson(context);
      },
      onChange(isTyping) {
        const next = text.readText();
        // A text that is shown is not a change.
        if (next !== draft.value[language])
          editor.change({ [language]: next }, isTyping ? language : undefined);
      },
      onSelect: language === "html" ? selectAt : undefined,
      undo: editor.undo,
      redo: editor.redo,
    });
    return text;
  };
  return { html: create("html"), json: create("json") };
}

/** An element that exists without Preact. */
export function Mounted({ element }: { element: HTMLElement }) {
  const parent = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => parent.current?.append(element), [element]);
  return <div ref={parent} />;
}
