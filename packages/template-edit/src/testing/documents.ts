import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { DocumentAsset } from "@placard/templates";
import * as fc from "fast-check";
import type { TemplateFiles } from "../open-template.ts";

const templates = fileURLToPath(new URL("../../../templates", import.meta.url));
const fixtures = join(templates, "conformance");
const builtIns = join(templates, "built-in");

/** The conformance fixtures and the built-in templates, by name. */
export function readDocuments(): ReadonlyMap<string, TemplateFiles> {
  const assets = Object.fromEntries(
    readdirSync(join(fixtures, "assets")).map((path) => [path, describe(path)]),
  );
  const groups = readdirSync(fixtures).filter((group) => group !== "assets");
  const files = groups.flatMap((group) =>
    readdirSync(join(fixtures, group)).map((file) => join(group, file)),
  );
  return new Map([
    ...readdirSync(builtIns).map((id) => {
      const read = (file: string) => readFileSync(join(builtIns, id, file), "utf8");
      return [id, { json: read("template.json"), html: read("template.html"), assets: {} }] as const;
    }),
    ...files.map((name) => {
      const html = readFileSync(join(fixtures, name), "utf8");
      const header = /^<!-- (\{.*?\}) -->\n/su.exec(html)?.[1] ?? "{}";
      const { fields = {}, palette } = JSON.parse(header) as Record<string, object>;
      const template = { id: "fixture", name: "Fixture", fields, ...(palette && { palette }) };
      return [name, { json: JSON.stringify(template, null, 2), html, assets }] as const;
    }),
  ]);
}

function describe(path: string): DocumentAsset {
  const contentType = path.endsWith(".ttf")
    ? "font/ttf"
    : path.endsWith(".svg")
      ? "image/svg+xml"
      : "image/png";
  return { id: path, contentType, width: 80, height: 40 };
}

interface Form {
  /** Before each level of elements; without, all elements are in one line. */
  indent: string | undefined;
  quote: string;
}

interface Node {
  tag: string;
  attributes: string[];
  text: string;
  children: Node[];
}

const { node } = fc.letrec<{ node: Node }>((tie) => ({
  node: fc.record({
    tag: fc.constantFrom("div", "section", "span", "p"),
    attributes: fc.constantFrom<string[][]>(
      [],
      ["class='a'"],
      ["class='a b'"],
      ["style='color: red'"],
      ["class='b'", "style='top:1px;left: 2px;'"],
      ["if='title'"],
    ),
    text: fc.constantFrom("", "Text", "{{title}}", "One &amp; two", "<!-- note -->"),
    children: fc.oneof(
      { depthSize: "small" },
      fc.constant<Node[]>([]),
      fc.array(tie("node"), { maxLength: 3 }),
    ),
  }),
}));

const css = fc.constantFrom(
  "",
  ".a { color: blue; }\n  .b { padding: 4px }\n  @container (width < 900px) { .a { margin: 0 } }",
  ".a{color:blue}\n.b{}",
  "/* a */\n  .a {\n    color: blue; /* blue */\n    padding: 2px\n  }\n  main > .b { left: 3px }",
);

const form = fc.record<Form>({
  indent: fc.constantFrom("  ", "\t", undefined),
  quote: fc.constantFrom('"', "'"),
});

/** Documents as people and programs write them: different indentation and quotation marks. */
export const generatedDocuments: fc.Arbitrary<TemplateFiles> = fc
  .tuple(fc.array(node, { maxLength: 4 }), css, form)
  .map(([children, style, chosen]) => {
    const root = { tag: "main", attributes: [], text: "", children };
    const html = `<style>\n  ${style}\n</style>\n${write(root, "", chosen)}\n`;
    const template = { id: "card", name: "Card", fields: { title: { type: "string" } }, required: ["title"] };
    return { json: JSON.stringify(template, null, 2), html, assets: {} };
  });

function write({ tag, attributes, text, children }: Node, outer: string, chosen: Form): string {
  const { indent, quote } = chosen;
  const start = `<${[tag, ...attributes].join(" ").replaceAll("'", quote)}>`;
  // A paragraph ends at the next block element.
  const inner = (tag === "p" ? [] : children).map((child) => write(child, outer + (indent ?? ""), chosen));
  if (indent === undefined || inner.length === 0) return `${start}${text}${inner.join("")}</${tag}>`;
  const lines = [text, ...inner].filter((line) => line !== "");
  return `${start}\n${lines.map((line) => `${outer}${indent}${line}`).join("\n")}\n${outer}</${tag}>`;
}
