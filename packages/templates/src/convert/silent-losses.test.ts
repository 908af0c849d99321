import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import type { HtmlElement } from "../language/html/parse-html.ts";
import { convertHtml, type Loss } from "./index.ts";
import { indexSource, type Construct } from "./find-construct.ts";
import { shorten } from "./fix-problem.ts";

/** Cards with what is dropped, replaced or written in another way. */
const cards: Readonly<Record<string, string>> = {
  "a document": `<!doctype html><html lang="en" class="dark"><head><title>Card</title><meta charset="utf-8">
    <link rel="stylesheet" href="card.css"><link href="https://fonts.example/css2?family=Lora" rel="stylesheet">
    <style media="print">p { color: red }</style><style type="text/css" id="s">
    html { font-size: 10px } body { padding: 2rem; margin: 3rem; display: flex } :root { --a: 1vw }
    .dark p { color: blue; float: left; animation: fade 1s forwards } p:has(b) { color: green }
    </style></head><body><p class="x" id="y" onclick="f()">One<b>two</b></p><noscript>three</noscript></body></html>`,
  elements: `<main><dialog open>a<form action="/b"><input value="c"><button type="submit" disabled>d</button>
    <select><option selected>e</select><textarea>f</textarea></form></dialog><video poster="g.png">h</video>
    <iframe src="i"></iframe><template><i>j</i></template><object data="k">l</object><canvas>m</canvas>
    <details><summary>n</summary>o</details><ruby>p<rt>q</rt></ruby><map><area href="r"></map><dfn>s</dfn>
    <picture><source srcset="t.avif"><img src="u.png" srcset="v.png 2x" alt="w"></picture><font color="red">x</font>
    <table><caption>y</caption><colgroup><col width="9"></colgroup><tr><td valign="top">z</td></tr></table></main>`,
  rules: `<style>@import "a.css"; @charset "utf-8"; @namespace b url(c); @layer d, e; @layer f { .g { color: red } }
    @property --h { syntax: "<color>"; inherits: false; initial-value: red } @keyframes i { to { opacity: 0 } }
    @font-face { font-family: Lora; src: url(lora.woff2) } @scope (.j) { p { color: red } } @page { margin: 0 }
    @media print { p { color: black } } @media (width > 1px) { p:nth-child(2n of .k) { color: red } }
    @supports (float: left) { p { float: left } } @starting-style { p { opacity: 0 } } @unknown l;
    #m, .n > #o:not(#p), button, dialog + p { color: red } video { color: blue } ::selection { color: red }
    p { &:has(a) { color: red } .q & { color: green } position: fixed; overflow: auto; zoom: 2 !important;
      -webkit-hyphens: auto; grid-gap: 8px; width: fit-content(3px); width: 1fr; --r: {x}; background: url(#s) }
    </style><main><p id="m" class="g k">1</p><p id="o">2</p><button>3</button></main>`,
  "inline SVG": `<main><svg viewBox="0 0 8 8" style="fill: red; width: 8px; stroke: {}" onload="a()"><style>path { fill: blue }</style>
    <path d="M0 0h8" style="stroke: blue; mix-blend-mode: screen" fill="green"/><foreignObject><p>b</p></foreignObject>
    <animate attributeName="c"/><text x="1" style="font-size: 3px">d</text><use href="e.svg#f"/></svg><img src="g.svg">
    <img src="data:image/gif;base64,AAAA" alt="h"><img alt="i"></main>`,
  placeholders: `<main title="{{a" data-b="{{b}}"><p style="color: {{c}}; width: {{ d e }}px">{{#if f g}} {{{k}}}</p>
    <p v-if="l" :class="m" @click="n">{{o()}}</p><p each="q of r">{{q.s}}</p><p each="t of u">v</p></main>`,
  fragments: `Text <!-- comment --><p style="color: red; float: left;;margin: 1vw">a&amp;b</p><p style='font: 1px "C"'>d</p>
    <br><img src=e.png width=5 height=5 hspace=3>last`,
  errors: `<div/><p>a<div>b</p></span><style>p { color: red; } } q { color: blue </style><b><i>c</b>d</i>
    <p style="color: 'red; width: 3px">e</p><table>f<tr><td>g</table>`,
};

/** What a source consists of, with its places: what templates write in another way has the same name. */
function partsOf(source: string): (Construct & { readonly part: string })[] {
  const { constructs, elements } = indexSource(source);
  const parts: (Construct & { part: string })[] = [];
  const add = (construct: Construct, part: string) => parts.push({ ...construct, part: simplify(part) });
  for (const construct of constructs) {
    const { kind, name, start, end, element } = construct;
    const text = source.slice(start, end);
    const isOutside = element && ["html", "head", "style", "title", "meta"].includes(element.tagName);
    if (kind === "declaration") add(construct, text);
    else if (kind === "element" && !isOutside && element!.tagName !== "body")
      add({ ...construct, end: start + 1 + name.length }, `<${name}>`);
    else if (kind === "placeholder") add(construct, `text ${name}`);
    else if (kind === "at-rule") add(construct, source.slice(start, construct.content?.[0] ?? end));
    else if (kind === "selector" || (kind === "rule" && !/,(?![^(]*\))/u.test(name)))
      add(construct, `${name} {}`);
    else if (
      kind === "attribute" &&
      name !== "style" &&
      !(isOutside && name !== "class" && name !== "media")
    ) {
      const value = element!.attrs.find((each) => each.name === name)?.value ?? "";
      if (element!.tagName === "style") add(construct, `@media ${value} {`);
      else if (name === "class")
        for (const each of value.trim().split(/\s+/u)) add(construct, `class ${each}`);
      else if (name !== "id") add(construct, name === "src" ? name : `${name}: ${value}`);
    }
  }
  const words = (element: HtmlElement) => {
    for (const child of element.childNodes) {
      if (!("value" in child) || ["style", "title"].includes(element.tagName)) continue;
      const { startOffset: start, endOffset: end } = child.sourceCodeLocation!;
      for (const word of child.value
        .replace(/\{\{.*?\}\}+|\{\{/gsu, " ")
        .split(/\s+/u)
        .filter(Boolean))
        add({ kind: "placeholder", name: word, start, end }, `text ${word}`);
    }
  };
  elements.forEach(words);
  return parts;
}

/** Quotes, units of the window, prefixes and names of files are written in another way without a loss. */
function simplify(part: string): string {
  return part
    .replace(/\/\*.*?\*\//gsu, "")
    .replace(/url\([^)]*\)/gu, "url")
    .replace(/-?(?:\d*\.)?\d+(?:rem|px|[dsl]?v(?:w|h|min|max)|cq\w+)/gu, "N")
    .replace(/^-(?:webkit|moz)-/u, "")
    .replace(/^grid-gap/u, "gap")
    .replace(/[\s;"'.]+/gu, "")
    .toLowerCase();
}

/** The parts of a source that are neither in its template nor in the report. */
function findSilentLosses(source: string): string[] {
  const { html, losses } = convertHtml(source, { id: "card" });
  const kept = new Map<string, number>();
  for (const { part } of partsOf(html)) kept.set(part, (kept.get(part) ?? 0) + 1);
  const parts = partsOf(source);
  const reported = losses.flatMap((loss) => rangeOf(loss, source));
  const isReported = ({ start, end }: Construct) =>
    reported.some((range) => range.start <= start && end <= range.end);
  return parts
    .filter((part) => !isReported(part))
    .filter(({ part }) => {
      const count = kept.get(part) ?? 0;
      kept.set(part, count - 1);
      return count <= 0;
    })
    .map(({ part }) => part);
}

/** What a loss names: the first part at or behind its place. Of an element that got another name, its tag. */
function rangeOf({ line, column, what }: Loss, source: string): { start: number; end: number }[] {
  const at =
    source
      .split("\n")
      .slice(0, line - 1)
      .join("\n").length +
    (line > 1 ? 1 : 0) +
    column -
    1;
  const [, renamed] = /^The element `([\w-]+)` became/u.exec(what) ?? [];
  if (renamed !== undefined) return [{ start: at, end: at + 1 + renamed.length }];
  const { constructs } = indexSource(source);
  const named = constructs
    .filter(({ start }) => start >= at)
    .find(({ kind, name, start, end }) => {
      if (kind === "element" && /^A (?:script|link)|^The font/u.test(what)) return start === at;
      if (kind === "at-rule" && what.startsWith("The rules of")) return start === at;
      return (
        what.includes(`\`${shorten(source.slice(start, end))}\``) || what.includes(`\`${shorten(name)}\``)
      );
    });
  return named ? [named] : [];
}

describe("A conversion", () => {
  const folder = new URL("../../conformance/cards/", import.meta.url);
  const all = Object.fromEntries(
    readdirSync(folder).map((name) => [name, readFileSync(new URL(name, folder), "utf8")]),
  );
  for (const [name, source] of Object.entries({ ...all, ...cards }))
    it(`keeps or reports everything in ${name}`, () => assert.deepEqual(findSilentLosses(source), []));
});
