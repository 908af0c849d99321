import { parseFragment } from "parse5";
import { filters } from "../language/data/filters.ts";
import { isElement } from "../language/html/parse-html.ts";
import type { Loss } from "./conversion.ts";

/** A tag around content, and what is in it so far. */
interface Block {
  readonly raw: string;
  /** The attribute that it becomes; empty if it becomes none, undefined if it is not understood. */
  readonly name?: "if" | "unless" | "each" | "" | undefined;
  readonly field?: string;
  /** Of a loop. Without a name in the source, names are those of the entry. */
  readonly variable?: string | undefined;
  readonly isNamed?: boolean;
  /** What comes before `else`. */
  before?: string;
  text: string;
}

const tag = /(?<!\{)\{\{[~-]?\s*([^{}]*?)\s*[~-]?\}\}(?!\})|\{%[-+]?\s*(.*?)\s*[-+]?%\}|\{#.*?#\}/gsu;
const blockTag =
  /^(?:#?\s*(if|unless|each|for|foreach|range|with|define|block)\b\s*(?:(\w+)\s+in\s+)?|([#^])\s*)(.*)$/su;
const path = /^(?:[.$@]*[A-Za-z][\w.]*|\.|this)$/u;

/** Filters that change nothing that templates show. */
const neutralFilters = /^(?:safe|raw|e|h|escape\w*|\w+_escape|html_safe|strip|trim|strip_?(?:html|tags))$/u;

/** Tags of ERB and EJS as those of Jinja, without comments and front matter. Lines stay where they are. */
function unifyTags(html: string): string {
  return html
    .replace(/^---\n.*?\n---(?=\n)|<%#.*?(?:%>|$)/gsu, (text) => text.replace(/[^\n]+/gu, ""))
    .replace(/<%([-=]?)([^%]+)%>/gu, (_, output: string, inside: string) => {
      const code = inside.replace(/-$/u, "").trim();
      if (output !== "") return `{{ ${code} }}`;
      const [, list = "", entry] = /^([@\w.]+)\.(?:each|forEach)\b.*?(\w+)\W*$/su.exec(code) ?? [];
      if (entry !== undefined) return `{% for ${entry} in ${list} %}`;
      if (/^(?:\}|end)\W*$/u.test(code)) return "{% end %}";
      const plain = code.replace(/^\}\s*|\s*\{$/gu, "").replace(/^(if|unless)\s*\((.*)\)$/su, "$1 $2");
      // The text is also checked for being empty.
      return `{% ${plain.replace(/\b([@\w.]+)(?:\.present\?|\s*&&\s*!\1\.empty\?)$/u, "$1")} %}`;
    });
}

/** `{title}` and `${title}` in a source that has no other placeholders. */
function replaceBraces(html: string, report: (text: string, at: number, what: string) => void): string {
  if (/\{\{|\{%|<%/u.test(html)) return html;
  return html.replace(/(?<!--[\w-]+:\s*)\$?\{([A-Za-z]\w*)\}/gu, (written, name: string, at: number) => {
    report(html, at, `\`${written}\` is now the field \`${name}\``);
    return `{{${name}}}`;
  });
}

/**
 * Writes tags of Handlebars, Mustache, Go, Jinja and others as templates have them: `{{.Title}}` becomes
 * `{{Title}}`, and conditions and loops around elements become attributes.
 */
export function translateTags(html: string, report: (loss: Omit<Loss, "severity">) => void): string {
  const reportAt = (text: string, at: number, what: string) => {
    const lines = text.slice(0, at).split("\n");
    report({ line: lines.length, column: lines.at(-1)!.length + 1, what });
  };
  const source = unifyTags(replaceBraces(html, reportAt)).replace(
    /(\beach\s*=\s*["']\s*\w+)\s+in\s+/giu,
    "$1 of ",
  );
  const loops = Array.from(source.matchAll(/\beach\s*=\s*["']?\s*(\w+)/gu), ([, variable]) => variable!);
  const known = ["brand", ...loops].map((variable) => ({ raw: "", text: "", variable, isNamed: true }));
  const blocks: Block[] = [...known, { raw: "", text: "" }];
  let at = 0;
  for (const { 0: whole, 1: value, 2: inside = value ?? "!", index } of source.matchAll(tag)) {
    // Placeholders that are not understood are reported.
    const raw = value === undefined ? `{{${inside.replaceAll(/[{}]/gu, "")}}}` : whole;
    const isOpen = blocks.length > known.length + 1;
    const top = blocks.at(-1)!;
    top.text += source.slice(at, index);
    at = index + whole.length;
    const block = readBlock(raw, inside, source.slice(at), blocks);
    if (isOpen && /^(?:\/|end)/u.test(inside)) {
      blocks.pop();
      blocks.at(-1)!.text += writeBlock(top, blocks.at(-1)!.text);
    } else if (isOpen && /^(?:else|\^)$/u.test(inside)) {
      top.before = top.text;
      top.text = "";
    } else if (block) blocks.push(block);
    else if (!/^!|^\/\*/u.test(inside)) {
      const reportHere = (what: string) => reportAt(source, index, what);
      const [, name, assigned] = /^set\s+(\w+)\s*=\s*(.*)$/su.exec(inside) ?? [];
      if (name !== undefined) reportHere(`\`${name}\` is a field: send \`${assigned}\` in it`);
      else if (value === undefined && /^(?:extends|include|import|from)\b/u.test(inside))
        reportHere(`\`${whole}\` is left out: write its content into the card`);
      else top.text += value === undefined ? raw : writeValue(raw, value, blocks, reportHere);
    }
  }
  return blocks.map(({ raw, before = "", text }) => raw + before + text).join("") + source.slice(at);
}

function readBlock(raw: string, inside: string, rest: string, blocks: readonly Block[]): Block | undefined {
  const [, helper = "", variable, sign, list = ""] = blockTag.exec(inside) ?? [];
  if (helper === "" && sign === undefined) return undefined;
  if (/^(?:with|define|block)$/u.test(helper)) return { raw, text: "", name: "" };
  if (!path.test(list)) return { raw, text: "" };
  const field = nameOf(list, blocks);
  // In Mustache, sections of texts are loops.
  const isLoop = /^(?:each|for|range)/u.test(helper) || (sign && /^[^{]*\{\{\s*\.\s*\}\}/u.test(rest));
  if (!isLoop) return { raw, text: "", name: sign === "^" || helper === "unless" ? "unless" : "if", field };
  return {
    raw,
    text: "",
    name: "each",
    field,
    variable: variable ?? "item",
    isNamed: variable !== undefined,
  };
}

/** The field of a path such as `.Title`, `page.title` or, in a loop, `this.name`. */
function nameOf(written: string, blocks: readonly Block[]): string {
  const names = written.split(/[.$@]+/u).filter((name) => name !== "" && name !== "this");
  const last = names.at(-1) ?? "";
  const loop = blocks.findLast(({ variable, isNamed }) =>
    isNamed ? names[0] === variable : variable !== undefined && !/^[$@]/u.test(written),
  );
  if (!loop) return last;
  return names.length === (loop.isNamed ? 1 : 0) ? loop.variable! : `${loop.variable}.${last}`;
}

function writeValue(
  raw: string,
  inside: string,
  blocks: readonly Block[],
  report: (what: string) => void,
): string {
  const [value = "", ...others] = inside.split(/(?<!\|)\|(?!\|)/u).map((part) => part.trim());
  const [, name = "", other] = /^(.*?)(?:\s*(?:\bor\b|\|\||\?\?)\s*(.*))?$/su.exec(value)!;
  const written = path.test(name) ? nameOf(name, blocks) : "";
  if (written === "") return raw;
  const kept = others.filter((filter) => Object.hasOwn(filters, filter));
  if (other !== undefined)
    report(`\`${raw}\` is the field \`${written}\`: send \`${other}\` in it if it is empty`);
  for (const filter of others.filter((each) => !kept.includes(each) && !neutralFilters.test(each)))
    report(`The filter \`${filter}\` is not applied: send \`${written}\` as it is shown`);
  return `{{${[written, ...kept].join(" | ")}}}`;
}

/** Of a tag that is not understood, only the start is kept. `around`: the text before the block. */
function writeBlock({ raw, name, field, variable, before, text }: Block, around: string): string {
  const isInTag = /<[^>]*$/u.test(around) || around.lastIndexOf("<style") > around.lastIndexOf("</style");
  if (name === undefined || isInTag) return raw + (before ?? "") + text;
  const first = wrap(before ?? text, name, name === "each" ? `${variable} of ${field}` : field!);
  return before === undefined ? first : first + wrap(text, name === "unless" ? "if" : "unless", field!);
}

/** Content with an attribute: on its only element, or on one around it. */
function wrap(content: string, name: string, value: string): string {
  const nodes = parseFragment(content.trim()).childNodes;
  const [only, other] = nodes;
  if (name === "" || !only) return content;
  const attribute = `${name}="${value}"`;
  if (!other && isElement(only) && !only.attrs.some((each) => each.name === name))
    return content.replace(/<[a-z][\w-]*/iu, `$& ${attribute}`);
  const around = nodes.some(isElement) ? `div style="display: contents"` : "span";
  return `<${around} ${attribute}>${content}</${/^\w+/u.exec(around)![0]}>`;
}
