import {
  acceptCompletion,
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
  type CompletionSource,
} from "@codemirror/autocomplete";
import { defaultKeymap } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import { bracketMatching, indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics, type Diagnostic } from "@codemirror/lint";
import { search, searchKeymap } from "@codemirror/search";
import { EditorState, type Extension, type Text } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { difference } from "@placard/template-edit/text-edits";
import { render } from "preact";
import { MessageText } from "../../components/page.tsx";
import { codeColors, codeTheme } from "./code-theme.ts";
import { html } from "./html-language.ts";

export interface LocatedProblem {
  /** From 1. */
  line: number;
  /** From 1, in UTF-16 code units. */
  column: number;
  severity: "error" | "warning";
  message: string;
  suggestion?: string | undefined;
}

export interface CodeEditor {
  element: HTMLElement;
  readText: () => string;
  /** Shows another text, with the cursor behind what differs. */
  replaceText: (text: string) => void;
  /** Inserts a text at the cursor. */
  insert: (text: string) => void;
  /** Underlines the problems, and marks their lines. */
  showProblems: (problems: readonly LocatedProblem[]) => void;
  /** Moves the cursor to a place, and with it the focus unless that stays. */
  goTo: (line: number, column: number, options?: { keepsFocus?: boolean }) => void;
  close: () => void;
}

export type CodeLanguage = "html" | "json";

/**
 * Creates an editor. It is in a shadow root, where its styles are adopted style sheets: the content security
 * policy blocks style elements. Tab accepts a completion, or else moves the focus out of it, as everywhere.
 */
export function createCodeEditor({
  label,
  language,
  text,
  complete,
  onChange,
  onSelect,
  undo,
  redo,
}: {
  label: string;
  language: CodeLanguage;
  text: string;
  complete: CompletionSource;
  /** @param isTyping false for changes such as an inserted path */
  onChange: (isTyping: boolean) => void;
  /** Called when the user moves the cursor without a change. */
  onSelect?: ((offset: number) => void) | undefined;
  undo: () => void;
  redo: () => void;
}): CodeEditor {
  const element = document.createElement("div");
  element.className = "code-editor";
  const run = (command: () => void) => () => {
    command();
    return true;
  };
  const root = element.attachShadow({ mode: "open" });
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: text,
      extensions: [
        ...readingExtensions(language),
        lineNumbers(),
        highlightActiveLine(),
        highlightActiveLineGutter(),
        lintGutter(),
        drawSelection(),
        indentOnInput(),
        bracketMatching(),
        closeBrackets(),
        search({ top: true }),
        autocompletion({
          override: [
            (context) => {
              // A change asks again: what was found for an older text can be nothing.
              context.addEventListener("abort", () => {}, { onDocChange: true });
              return complete(context);
            },
          ],
          icons: false,
        }),
        keymap.of([
          { key: "Tab", run: acceptCompletion },
          ...closeBracketsKeymap,
          ...completionKeymap,
          ...lintKeymap,
          ...searchKeymap,
          ...defaultKeymap,
          { key: "Mod-z", run: run(undo), preventDefault: true },
          { key: "Mod-y", mac: "Mod-Shift-z", run: run(redo), preventDefault: true },
          { linux: "Ctrl-Shift-z", run: run(redo), preventDefault: true },
        ]),
        replaceSelectionByTyping,
        EditorView.contentAttributes.of({ "aria-label": label, spellcheck: "false", tabindex: "0" }),
        EditorView.updateListener.of(({ docChanged, transactions, state }) => {
          if (docChanged) onChange(transactions.every((each) => !each.isUserEvent("input.path")));
          else if (transactions.some((each) => each.isUserEvent("select")))
            onSelect?.(state.selection.main.head);
        }),
      ],
    }),
  });

  return {
    element,
    readText: () => view.state.doc.toString(),
    replaceText(next) {
      const { doc } = view.state;
      const [change] = difference(doc.toString(), next);
      if (change)
        view.dispatch({ changes: change, selection: { anchor: change.from + change.insert.length } });
    },
    insert(inserted) {
      view.dispatch(view.state.replaceSelection(inserted), { userEvent: "input.path" });
      view.focus();
    },
    showProblems(problems) {
      const diagnostics = problems.map((problem) => toDiagnostic(problem, view.state.doc));
      view.dispatch(setDiagnostics(view.state, diagnostics));
    },
    goTo(line, column, { keepsFocus = false } = {}) {
      const at = offsetOf(view.state.doc, line, column);
      view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
      if (!keepsFocus) view.focus();
    },
    close: () => view.destroy(),
  };
}

/**
 * Typing over a selection. Chromium would keep the look of the replaced text in a style attribute, which the
 * content security policy blocks and the browser logs as an error.
 */
const replaceSelectionByTyping = EditorView.domEventHandlers({
  beforeinput({ inputType, data }, view) {
    const { from, to } = view.state.selection.main;
    if (inputType !== "insertText" || data === null || from === to) return false;
    const insert = () => view.state.update(view.state.replaceSelection(data), { userEvent: "input.type" });
    const handlers = view.state.facet(EditorView.inputHandler);
    if (!handlers.some((handle) => handle(view, from, to, data, insert))) view.dispatch(insert());
    return true;
  },
});

/** What editors and read-only comparisons have in common. */
export function readingExtensions(language: CodeLanguage): Extension[] {
  return [
    language === "html" ? html() : json(),
    syntaxHighlighting(codeColors),
    codeTheme,
    highlightSpecialChars(),
    EditorView.lineWrapping,
    EditorState.tabSize.of(2),
  ];
}

function toDiagnostic(
  { line, column, severity, message, suggestion }: LocatedProblem,
  doc: Text,
): Diagnostic {
  const from = offsetOf(doc, line, column);
  const rest = doc.sliceString(from, doc.lineAt(from).to);
  const length = /^(?:[\w@#.-]+|\S)/.exec(rest)?.[0].length ?? 0;
  return {
    from,
    to: from + length,
    severity,
    message,
    renderMessage() {
      const element = document.createElement("div");
      const texts = [message, ...(suggestion === undefined ? [] : [suggestion])];
      render(
        texts.map((text) => (
          <div>
            <MessageText text={text} />
          </div>
        )),
        element,
      );
      return element;
    },
  };
}

/** The offset nearest to a place, because the text may have changed since. */
function offsetOf(doc: Text, line: number, column: number): number {
  const { from, to } = doc.line(Math.min(Math.max(line, 1), doc.lines));
  return Math.min(from + Math.max(column, 1) - 1, to);
}
