import { HighlightStyle } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

// The colors are the page's custom properties, which the editor's shadow root inherits.

export const codeColors = HighlightStyle.define([
  { tag: [tags.tagName, tags.keyword], color: "var(--code-tag)" },
  { tag: [tags.propertyName, tags.attributeName], color: "var(--code-name)" },
  { tag: [tags.string, tags.attributeValue, tags.url], color: "var(--code-string)" },
  { tag: [tags.number, tags.unit, tags.color, tags.bool, tags.atom, tags.null], color: "var(--code-number)" },
  { tag: [tags.className, tags.labelName], color: "var(--code-tag)" },
  { tag: tags.comment, color: "var(--text-muted)", fontStyle: "italic" },
  { tag: [tags.punctuation, tags.bracket, tags.angleBracket], color: "var(--text-muted)" },
]);

export const codeTheme = EditorView.theme({
  "&": { height: "100%", color: "var(--text)", backgroundColor: "var(--surface)", fontSize: "var(--font-s)" },
  "&.cm-focused": { outline: "none" }, // the element around the shadow root has it
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.6" },
  ".cm-content": { caretColor: "var(--text)", padding: "var(--space-4) 0" },
  ".cm-cursor, .cm-dropCursor": { borderLeftColor: "var(--text)", borderLeftWidth: "2px" },
  ".cm-gutters": {
    backgroundColor: "var(--surface-sunken)",
    color: "var(--text-muted)",
    borderRight: "1px solid var(--border)",
  },
  ".cm-activeLine": { backgroundColor: "var(--code-line)" },
  ".cm-activeLineGutter": { backgroundColor: "var(--badge)", color: "var(--text)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "var(--code-selection)",
  },
  ".cm-matchingBracket": { backgroundColor: "var(--badge)", outline: "1px solid var(--control-border)" },
  ".cm-panels": { backgroundColor: "var(--surface-sunken)", color: "var(--text)" },
  ".cm-panels.cm-panels-top": { borderBottom: "1px solid var(--border)" },
  ".cm-panel.cm-search :is(input, button, label)": { fontSize: "var(--font-s)" },
  ".cm-textfield, .cm-button": {
    border: "1px solid var(--control-border)",
    borderRadius: "var(--radius-small)",
    backgroundColor: "var(--surface)",
    backgroundImage: "none",
    color: "var(--text)",
  },
  ".cm-tooltip": {
    border: "1px solid var(--border)",
    borderRadius: "var(--radius)",
    backgroundColor: "var(--surface)",
    boxShadow: "var(--shadow)",
    color: "var(--text)",
    fontSize: "var(--font-s)",
    overflow: "hidden",
  },
  ".cm-diagnostic": { padding: "var(--space-3) var(--space-4)", whiteSpace: "pre-line", maxWidth: "32rem" },
  ".cm-diagnostic-error": { borderLeft: "4px solid var(--error-text)" },
  ".cm-diagnostic-warning": { borderLeft: "4px solid var(--warning-text)" },
  ".cm-tooltip-autocomplete > ul": { fontFamily: "var(--mono)", maxHeight: "16rem" },
  ".cm-tooltip-autocomplete > ul > li": { padding: "var(--space-1) var(--space-4)" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": {
    backgroundColor: "var(--accent)",
    color: "var(--on-accent)",
  },
  ".cm-completionDetail": { fontStyle: "normal", opacity: "0.75" },
  ".cm-completionInfo": { padding: "var(--space-3) var(--space-4)", maxWidth: "20rem" },
  ".cm-collapsedLines": { background: "var(--surface-sunken)", color: "var(--text-muted)" },
  "&.cm-merge-b .cm-changedLine, .cm-insertedLine": { backgroundColor: "var(--success)" },
  "&.cm-merge-b .cm-changedText": { background: "none" },
  ".cm-deletedChunk": { backgroundColor: "var(--error)" },
  "&.cm-merge-b .cm-deletedText": { background: "none" },
});
