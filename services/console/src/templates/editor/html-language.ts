import { cssLanguage } from "@codemirror/lang-css";
import { bracketMatchingHandle, indentNodeProp, LanguageSupport, LRLanguage } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { configureNesting, parser } from "@lezer/html";

/** HTML with CSS in style elements and attributes, and without a parser for scripts. */
export function html(): LanguageSupport {
  const language = LRLanguage.define({
    name: "html",
    parser: parser.configure({
      props: [
        indentNodeProp.add({
          Element(context) {
            const [before = "", closing] = /^\s*(<\/)?/.exec(context.textAfter) ?? [];
            if (context.node.to <= context.pos + before.length) return context.continue();
            return context.lineIndent(context.node.from) + (closing === undefined ? context.unit : 0);
          },
          "OpenTag CloseTag SelfClosingTag": (context) => context.column(context.node.from) + context.unit,
        }),
        bracketMatchingHandle.add({ "OpenTag CloseTag": (node) => node.getChild("TagName") }),
      ],
      wrap: configureNesting(
        [{ tag: "style", parser: cssLanguage.parser }],
        [{ name: "style", parser: cssLanguage.parser.configure({ top: "Styles" }) }],
      ),
    }),
    languageData: {
      commentTokens: { block: { open: "<!--", close: "-->" } },
      indentOnInput: /^\s*<\/\w+\W$/,
    },
  });
  return new LanguageSupport(language, closeTags);
}

/** Adds the end tag behind a start tag that is completed at the end of a line. */
const closeTags = EditorView.inputHandler.of((view, from, to, text, insert) => {
  const { state } = view;
  if (text !== ">" || view.composing || state.readOnly) return false;
  const tag = /<([a-z][a-z\d]*)(?:\s[^<>]*)?(?<!\/)$/.exec(
    state.sliceDoc(Math.max(0, from - 2000), from),
  )?.[1];
  const isInLine = state.sliceDoc(to, state.doc.lineAt(to).to).trim() !== "";
  if (tag === undefined || isInLine || /^(?:br|hr|img)$/.test(tag)) return false;
  const inserted = insert();
  const changes = { from: from + 1, insert: `</${tag}>` };
  view.dispatch([inserted, inserted.state.update({ changes, userEvent: "input.complete" })]);
  return true;
});
