// Replaces `satori-html` in the bundle of a card's module: HTML becomes an element, with its positions.
import { createElement, isValidElement, type ReactNode } from "react";
import { ignoredSize } from "./jsx-runtime.ts";
import { cardSource, session } from "./current-session.ts";

/** The element of a card that is written as HTML: a template literal or a string. */
export function html(markup: string | TemplateStringsArray, ...values: readonly unknown[]): ReactNode {
  const parts = typeof markup === "string" ? [markup] : [...markup];
  const text = parts.map((part, index) => part + textOf(values[index])).join("");
  if (/^(?:\s*<head>[^<]*<\/head>)?\s*[\ue000-\uf8ff]/u.test(text))
    session.lose("HTML that is not known is one text", "dropped");
  if (session.input.isSatori && /<img\b[^>]*\s(?:width|height)=["']\d/u.test(text))
    session.lose(ignoredSize, "approximated");
  // Unlike HTML, satori-html closes each element with a slash.
  const closed = text.replace(
    /<(?!(?:br|hr|img|wbr)\b)([a-z][\w-]*)((?:\s+[\w:-]+(?:="[^"]*"|='[^']*')?)*)\s*\/>/giu,
    "<$1$2></$1>",
  );
  const marked = markTags(closed.trim());
  return createElement("div", {
    style: { display: "flex", flexDirection: "column", width: "100%", height: "100%" },
    // Without rules, its classes are classes of Tailwind.
    dangerouslySetInnerHTML: {
      __html: /<style/iu.test(text) ? marked : marked.replace(/\sclass=/gu, " tw="),
    },
  });
}

function textOf(value: unknown): string {
  if (globalThis.Array.isArray(value)) return value.map(textOf).join("");
  if (isValidElement<{ dangerouslySetInnerHTML?: Readonly<Record<string, string>> }>(value))
    return globalThis.Object.values(value.props.dangerouslySetInnerHTML ?? ["[object Object]"]).join("");
  if (!session.isRecorder(value)) return value === false || value === undefined ? "" : (value as string);
  const loop = session.loopOf(value);
  return loop
    ? `<placard-each of="${loop.list}">${textOf(loop.entry)}</placard-each>`
    : session.textOf(value);
}

/** Adds their positions in the source to start tags. */
function markTags(markup: string): string {
  let from = 0;
  return markup.replace(/<[a-z][\w-]*[^>\ue000-\uf8ff]*>?/giu, (tag) => {
    const next = cardSource.indexOf(tag, from);
    const at = next < 0 ? cardSource.indexOf(tag) : next;
    if (at < 0) return tag;
    from = at + 1;
    const before = cardSource.slice(0, at);
    const position = `${before.split("\n").length}:${at - before.lastIndexOf("\n")}`;
    return tag.replace(/^<[\w-]+/u, `$& data-at="${position}"`);
  });
}
