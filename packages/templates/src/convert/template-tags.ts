import { parseFragment } from "parse5";
import { filters } from "../language/data/filters.ts";
import { isElement } from "../language/html/parse-html.ts";
import type { Loss } from "./conversion.ts";

/** A condition of a template: its attribute and the value of it. */
interface Condition {
  readonly name: "if" | "unless";
  readonly value: string;
}

interface Loop {
  readonly field: string;
  readonly variable: string;
  /** Without a name in the source, names are those of the entry. */
  readonly isNamed: boolean;
}

/** A part of a block. Without a condition, it is shown if those before it are not. */
interface Branch {
  /** The tag, which is reported unless it becomes an attribute. */
  readonly raw: string;
  readonly condition?: Condition | undefined;
  text: string;
}

/** A tag around content: a condition with its branches, a loop, or one without an effect. */
interface Block {
  readonly branches: Branch[];
  readonly loop?: Loop;
}

const tag = /(?<!\{)\{\{([^{}]*)\}\}(?!\})|\{%((?:[^{%]|\{(?!%)|%(?!\}))*)%\}|\{#.*?#\}/gsu;
const blockTag = /^(?:#?\s*(if|unless|each|for|foreach|range|with|define|block)\b|([#^]))\s*(.*)$/su;
const elseTag = /^(?:else\s*if|elsif|elif)\b(.*)$/su;
const assignment = /^(?:(?:set|assign|const|let|var)\s+)?([A-Za-z]\w*)\s*=(?!=)\s*(.*)$/su;
const path = /^(?:[.$@]*[A-Za-z][\w.]*|\.|this)$/u;
const loopTag =
  /^(?:\$\w+,\s*)?(?:\$?(\w+)\s*(?:\bin\b|:=)\s*)?([\w.$@]+)(?:\s+as\s+\|\s*(\w+)[^|]*\|)?\s*(.*)$/su;

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
      const plain = code.replace(/^\}\s*|\s*\{$/gu, "").replace(/\b(if|unless)\s*\((.*)\)$/su, "$1 $2");
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
  const known = ["brand", ...loops].map((variable) => ({
    branches: [{ raw: "", text: "" }],
    loop: { field: "", variable, isNamed: true },
  }));
  const lists = new Set(
    Array.from(source.matchAll(/(?:\bin|:=|#?\beach|\brange)\s+([\w.$@]+)/gu), ([, list]) => lastOf(list!)),
  );
  const blocks: Block[] = [...known, { branches: [{ raw: "", text: "" }] }];
  let at = 0;
  for (const { 0: whole, 1: output, 2: code = output ?? "!", index } of source.matchAll(tag)) {
    const inside = trimTag(code);
    const value = output === undefined ? undefined : inside;
    const reportHere = (what: string) => reportAt(source, index, what);
    // Placeholders that are not understood are reported.
    const raw = value === undefined ? `{{${inside.replaceAll(/[{}]/gu, "")}}}` : whole;
    const isOpen = blocks.length > known.length + 1;
    const top = blocks.at(-1)!.branches;
    top.at(-1)!.text += source.slice(at, index);
    at = index + whole.length;
    const branch = (written: string): Branch => ({
      raw,
      condition: readCondition(written, blocks, lists),
      text: "",
    });
    const [, elseCondition] = elseTag.exec(inside) ?? [];
    const block = readBlock(inside, source.slice(at), { blocks, branch, report: reportHere });
    if (isOpen && /^(?:\/|end)/u.test(inside)) {
      const closed = blocks.pop()!;
      const around = blocks.at(-1)!.branches.at(-1)!;
      around.text += writeBlock(closed, around.text);
    } else if (isOpen && elseCondition !== undefined) top.push(branch(elseCondition));
    else if (isOpen && /^(?:else|\^)$/u.test(inside)) top.push({ raw: "", text: "" });
    else if (block) blocks.push(block);
    else if (!/^!|^\/\*/u.test(inside)) {
      const [, name, assigned] = (value === undefined && assignment.exec(inside)) || [];
      if (name !== undefined) reportHere(`\`${name}\` is a field: send \`${assigned}\` in it`);
      else if (value === undefined && /^(?:extends|include|import|from)\b/u.test(inside))
        reportHere(`\`${whole}\` is left out: write its content into the card`);
      else top.at(-1)!.text += value === undefined ? raw : writeValue(raw, value, blocks, reportHere);
    }
  }
  const texts = blocks.flatMap(({ branches }) => branches.map(({ raw, text }) => raw + text));
  return writeLengths(texts.join("") + source.slice(at));
}

/** `width: {{share}}%` as a calculation with a custom property: values of styles are colors and numbers. */
function writeLengths(html: string): string {
  const declaration = /(?<=[{;"'\s])[\w-]+\s*:(?:[^:;{}"'<>]{0,200}\{\{\s*\w+\s*\}\}){1,20}[^:;{}"'<>]*/gu;
  const length = /\{\{\s*([A-Za-z]\w*)\s*\}\}(px|%|r?em|v[wh]|deg|fr)(?![\w%])/gu;
  return html.replace(declaration, (whole, at: number) => {
    if (!isInTag(html.slice(0, at))) return whole;
    const variables = new Set<string>();
    const value = whole.replace(length, (_, name: string, unit: string) => {
      variables.add(`--field-${name.toLowerCase()}: {{${name}}}; `);
      return `calc(var(--field-${name.toLowerCase()}) * 1${unit})`;
    });
    return [...variables, value].join("");
  });
}

/** Whether what follows a text is in a tag or a style element. */
function isInTag(before: string): boolean {
  return (
    /<[^<>]*$/u.test(before.slice(-4000)) || before.lastIndexOf("<style") > before.lastIndexOf("</style")
  );
}

/** Without the marks that trim white space around a tag. */
const trimTag = (code: string): string =>
  code
    .replace(/^[-+~]|[-+~]$/gu, "")
    .replace(/\s+/gu, " ")
    .trim();

function readBlock(
  inside: string,
  rest: string,
  context: {
    readonly blocks: readonly Block[];
    readonly branch: (condition: string) => Branch;
    readonly report: (what: string) => void;
  },
): Block | undefined {
  const [, helper = "", sign, written = ""] = blockTag.exec(inside) ?? [];
  if (helper === "" && sign === undefined) return undefined;
  if (/^(?:with|define|block)$/u.test(helper)) return { branches: [{ raw: "", text: "" }] };
  // In Mustache, sections of texts are loops.
  const isLoop = /^(?:each|for|range)/u.test(helper) || (sign && /^[^{]*\{\{\s*\.\s*\}\}/u.test(rest));
  const branch = context.branch(
    isLoop ? written : `${sign === "^" || helper === "unless" ? "!" : ""}${written}`,
  );
  if (!isLoop) return { branches: [branch] };
  const [, before, list = "", variable = before, other = ""] = loopTag.exec(written) ?? [];
  if (!path.test(list)) return { branches: [branch] };
  if (other !== "") context.report(`\`${other}\` is not applied: send the entries as they are shown`);
  const field = nameOf(list, context.blocks);
  return {
    branches: [branch],
    loop: { field, variable: variable ?? "item", isNamed: variable !== undefined },
  };
}

/** Operators of other languages, and functions of Go and Handlebars. */
const operators: Readonly<Record<string, string>> = {
  ...{ "==": "=", "===": "=", "!==": "!=", eq: "=", ne: "!=" },
  ...{ gt: ">", lt: "<", ge: ">=", gte: ">=", le: "<=", lte: "<=" },
};

/** A condition as templates have it; undefined if they can't. */
function readCondition(
  written: string,
  blocks: readonly Block[],
  lists: ReadonlySet<string>,
): Condition | undefined {
  const [, bang, text = ""] = /^\s*(!(?!=)|not\s)?\s*(.*?)\s*$/su.exec(written)!;
  const inner = text
    .replace(/^\(([^()]*)\)$/u, "$1")
    .replace(/^(and|or)\s+(\S+)\s+(\S+)$/u, "$2 $1 $3")
    .replace(/^(eq|ne|[gl]te?|[gl]e)\s+(\S+)\s+(.+)$/u, (_, name: string, left, right) =>
      [left, operators[name], right].join(" "),
    );
  const anyOf = inner
    .split(/\s*(?:\|\||\bor\b)\s*/u)
    .map((part) => part.split(/\s*(?:&&|\band\b)\s*/u).map((term) => readTerm(term, blocks, lists)));
  const terms = anyOf.flat();
  const isSingle = terms.length === 1;
  if (terms.some((term) => !term || (!isSingle && term.name === "unless"))) return undefined;
  // The first term of several is negated.
  if (bang !== undefined && !isSingle && inner === text) return undefined;
  const value = anyOf.map((all) => all.map((term) => term!.value).join(" and ")).join(" or ");
  const condition = { name: terms[0]!.name, value };
  return bang === undefined ? condition : negate(condition);
}

function negate({ name, value }: Condition): Condition {
  return { name: name === "if" ? "unless" : "if", value };
}

/** A comparison, or whether a value is present. */
function readTerm(term: string, blocks: readonly Block[], lists: ReadonlySet<string>): Condition | undefined {
  const [, written = "", sign = "", , quoted, literal] =
    /^(.*?)(?:\s*([!=]==?|=|[<>]=?)\s*(?:(["'])([^"'{}]*)\3|([-\w.]+)))?$/su.exec(term)!;
  const [, of = "", length, isEmpty] =
    /^\(?(?:len\s+)?([\w.$@]+?)((?:\s*\||\.)\s*(?:length|size|count)\b(?:\(\))?)?(?:(\.(?:blank|empty|nil)\?|\s+is\s+(?:none|not defined))|\.(?:present|any)\?|\s+is\s+defined)?\)?$/u.exec(
      written,
    ) ?? [];
  if (!path.test(of)) return undefined;
  const field = nameOf(of, blocks);
  const isLength = length !== undefined || /^\(?len\s/u.test(written);
  const present: Condition = { name: isEmpty === undefined ? "if" : "unless", value: field };
  if (sign === "") return present;
  const operator = operators[sign] ?? sign;
  const value = quoted ?? literal ?? "";
  if (isLength && /^(?:> 0|>= 1|!= 0)$/u.test(`${operator} ${value}`)) return present;
  if (isLength && /^(?:= 0|< 1)$/u.test(`${operator} ${value}`)) return negate(present);
  if (isLength) {
    const shown = lists.has(field) ? field : `${field} | length`;
    return { name: "if", value: `${shown} ${operator} ${value}` };
  }
  if (
    /^(?:true|)$/u.test(value) ||
    (quoted === undefined && /^(?:false|null|nil|none|undefined)$/iu.test(value))
  )
    return (value === "true") === (operator === "=") ? present : negate(present);
  const isKnown = quoted !== undefined || /^-?[\d.]+$/u.test(value);
  return isKnown ? { name: "if", value: `${field} ${operator} ${value}` } : undefined;
}

/** `title` of `page.title`. */
const lastOf = (written: string): string => written.slice(written.search(/\w*$/u));

/** The field of a path such as `.Title`, `page.title` or, in a loop, `this.name`. */
function nameOf(written: string, blocks: readonly Block[]): string {
  const names = written.split(/[.$@]+/u).filter((name) => name !== "" && name !== "this");
  const last = names.at(-1) ?? "";
  const loop = blocks.findLast(
    (block) =>
      block.loop && (block.loop.isNamed ? names[0] === block.loop.variable : !/^[$@]/u.test(written)),
  )?.loop;
  if (!loop) return last;
  return names.length === (loop.isNamed ? 1 : 0) ? loop.variable : `${loop.variable}.${last}`;
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

/** `around`: the text before the block. In tags and styles, all branches are kept. */
function writeBlock({ branches, loop }: Block, around: string): string {
  const isKept = isInTag(around);
  if (loop)
    return isKept
      ? branches[0]!.raw + branches[0]!.text
      : wrap(branches[0]!.text, "each", `${loop.variable} of ${loop.field}`);
  return branches.reduceRight((rest, { raw, condition, text }) => {
    if (isKept || !condition) return raw + text + rest;
    const { name, value } = negate(condition);
    return wrap(text, condition.name, condition.value) + wrap(rest, name, value);
  }, "");
}

/** Content with an attribute: on its only element, or on one around it. */
function wrap(content: string, name: string, value: string): string {
  const nodes = parseFragment(content.trim()).childNodes;
  const [only, other] = nodes;
  if (!only) return content;
  const attribute = `${name}="${value}"`;
  if (!other && isElement(only) && !only.attrs.some((each) => each.name === name))
    return content.replace(/<[a-z][\w-]*/iu, `$& ${attribute}`);
  const around = nodes.some(isElement) ? `div style="display: contents"` : "span";
  return `<${around} ${attribute}>${content}</${/^\w+/u.exec(around)![0]}>`;
}
