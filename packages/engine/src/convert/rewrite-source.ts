import { pathToFileURL } from "node:url";
import { parse, type ParserPlugin } from "@babel/parser";
import type * as babel from "@babel/types";
import { ConversionError, positionAttribute, SourceEdits } from "@placard/templates/convert";

/** Code whose operators ask the runtime. It has the same lines as the source. */
export interface RewrittenSource {
  readonly code: string;
  /** The column of the source that a column of the code, from 1, comes from. */
  readonly columnOf: (line: number, column: number) => number;
  /** Where the source passes cards to renderers, and whether a loop does it several times. */
  readonly cards: readonly { readonly line: number; readonly column: number; readonly isRepeated: boolean }[];
}

/**
 * Rewrites what a placeholder for a value can't see: conditions, comparisons, `switch`, `catch`, `typeof`,
 * and what is looked up by a value. Loops without an end are stopped. `isCard`: whether elements get their positions.
 * @throws ConversionError if it has syntax errors
 */
export function rewriteSource(source: string, path: string, isCard: boolean): RewrittenSource {
  const rewriter = new Rewriter(source, pathToFileURL(path).href, isCard);
  rewriter.visit(parseProgram(source, path));
  const { edits, cards } = rewriter;
  const code = edits.toString();
  const [codeStarts, starts] = [lineStarts(code), lineStarts(source)];
  const columnOf = (line: number, column: number) =>
    edits.toSource(codeStarts[line - 1]! + column - 1) - starts[line - 1]! + 1;
  return { code, columnOf, cards };
}

function lineStarts(text: string): number[] {
  return [0, ...Array.from(text.matchAll(/\n/gu), ({ index }) => index + 1)];
}

function parseProgram(source: string, path: string): Node {
  const plugins: ParserPlugin[] = /\.[cm]?tsx?$/u.test(path) ? ["typescript", "decorators"] : [];
  if (!/\.[cm]?ts$/u.test(path)) plugins.push("jsx");
  try {
    const options = { errorRecovery: true, createParenthesizedExpressions: true, plugins } as const;
    return parse(source, { ...options, sourceType: "module" }).program;
  } catch (cause) {
    throw new ConversionError(`${path}: ${(cause as Error).message}`, { cause });
  }
}

type Node = babel.Node;

const comparisons = /^(?:[=!]==?|[<>]=?|in)$/u;
const lookups = /^(?:find|findLast|filter|includes|has|get|test)$/u;
/** Of texts. */
const textMembers =
  /^(?:length|to(?:Locale)?(?:Upper|Lower)Case|slice|substr(?:ing)?|split|replace(?:All)?|startsWith|endsWith|charAt|match|pad(?:Start|End))$/u;
/** The names that a source has for renderers, and not for its own functions and classes. */
function rendererNames(source: string): ReadonlySet<string> {
  const imported =
    /\bImageResponse as (\w+)|\bimport (\w+)[^"';]*["'](?:satori|@takumi-rs\/image-response)["']/gu;
  const aliases = Array.from(source.matchAll(imported), ([, alias, name]) => alias ?? name!);
  const isOwn = (name: string) =>
    new RegExp(`\\b(?:(?:function|class) ${name}\\b|const ${name} = (?:async|function|\\((?!await)))`, "u");
  return new Set(["ImageResponse", "satori", ...aliases].filter((name) => !isOwn(name).test(source)));
}

/** The code before and after a node, and what replaces parts of it between its children. */
type Rewriting = readonly [
  before: string,
  after: string,
  ...parts: (readonly [start: number, end: number, text: string])[],
];

class Rewriter {
  readonly edits: SourceEdits;
  readonly cards: RewrittenSource["cards"][number][] = [];
  readonly #source: string;
  readonly #isCard: boolean;
  readonly #renderers: ReadonlySet<string>;
  /** What replaces members. */
  readonly #members: ReadonlyMap<string, string>;

  constructor(source: string, url: string, isCard: boolean) {
    this.#source = source;
    this.edits = new SourceEdits(source);
    this.#isCard = isCard;
    this.#renderers = rendererNames(source);
    const members = { "process.env": "placardEnv", "import.meta.env": "placardEnv" };
    this.#members = new Map(Object.entries({ ...members, "import.meta.url": JSON.stringify(url) }));
  }

  visit(node: Node, parent?: Node, isRepeated = isLoop(node)): void {
    if (node.type.startsWith("TS") && !("expression" in node)) return;
    const [outerBefore, outerAfter] = this.#wrapperIn(parent, node) ?? ["", ""];
    const [before, after, ...parts] = this.#rewrite(node, parent) ?? ["", ""];
    this.#insert(node.start!, outerBefore + before);
    if (node.type === "CallExpression" || node.type === "NewExpression") this.#findCard(node, isRepeated);
    for (const child of childrenOf(node)) this.visit(child, node, isRepeated || isLoop(child));
    for (const [start, end, text] of parts) this.#replace(start, end, text);
    this.#insert(node.end!, after + outerAfter);
  }

  /** Around what a condition or a `switch` depends on, what is destructured into entries, and what repeats. */
  #wrapperIn(parent: Node | undefined, node: Node): Rewriting | undefined {
    if (parent && testOf(parent) === node) return ["placardTest(", ")"];
    if (parent && "body" in parent && parent.body === node && /^(?:For|While|Do)/u.test(parent.type))
      return ["{ placardRepeat(); ", " }"];
    const count = parent ? destructuredBy(parent, node) : 0;
    if (count > 0) return ["placardEntries(", `, ${count})`];
    if (parent?.type !== "SwitchStatement" || parent.discriminant !== node) return undefined;
    const choices = parent.cases.flatMap(({ test }) => (test && isPlain(test) ? this.#textOf(test) : []));
    return ["placardChoose(", `, [${choices.join(", ")}])`];
  }

  #rewrite(node: Node, parent: Node | undefined): Rewriting | undefined {
    if (node.type === "CatchClause") this.#reportCaught(node);
    if (node.type === "JSXOpeningElement" && this.#isCard) this.#markElement(node);
    // esbuild does not await the modules of `export *`.
    if (node.type === "ExportAllDeclaration") return [`import ${this.#textOf(node.source)}; `, ""];
    if (node.type === "CallExpression") return this.#rewriteCall(node);
    if (node.type === "MemberExpression" || node.type === "OptionalMemberExpression")
      return this.#rewriteMember(node, parent);
    if (node.type === "ArrayExpression" && node.elements.length === 1) return this.#rewriteCopy(node);
    if (node.type === "ObjectExpression" && node.properties.some(({ type }) => type === "SpreadElement"))
      return ["placardExtend(", `, ${node.properties.at(-1)!.type === "SpreadElement"})`];
    if (node.type === "BinaryExpression" && isObserved(node)) {
      const operator = [node.left.end!, node.right.start!, `, "${node.operator}", `] as const;
      return ["placardOperate(", `, (a, b) => a ${node.operator} b)`, operator];
    }
    if (node.type === "BinaryExpression") return this.#rewriteRounding(node);
    if (node.type === "UnaryExpression" && node.operator === "typeof" && isPlain(node.argument)) {
      const other = parent?.type === "BinaryExpression" && parent.right;
      const expected = other && other.type === "StringLiteral" ? this.#textOf(other) : '""';
      return ["placardTypeof(", `, () => ${this.#textOf(node.argument)}, ${expected})`];
    }
    return undefined;
  }

  #reportCaught({ param, body }: babel.CatchClause): void {
    if (!param) this.#insert(body.start!, "(placardError) ");
    const name = param ? nameOf(param, "") : "placardError";
    if (name) this.#insert(body.start! + 1, ` placardCaught(${name});`);
  }

  #markElement(node: babel.JSXOpeningElement): void {
    const { line, column } = placeOf(node);
    const end = node.selfClosing ? this.#source.lastIndexOf("/", node.end!) : node.end! - 1;
    this.#insert(end, ` ${positionAttribute}="${line}:${column}"`);
  }

  #findCard(node: babel.CallExpression | babel.NewExpression, isRepeated: boolean): void {
    if (this.#renderers.has(nameOf(node.callee))) this.cards.push({ ...placeOf(node), isRepeated });
  }

  #rewriteCall({ callee, arguments: [value] }: babel.CallExpression): Rewriting | undefined {
    if (callee.type === "Import" && value && value.type !== "StringLiteral")
      return [`placardImport(${this.#textOf(value)}, () => `, ")"];
    if (callee.type !== "MemberExpression" || callee.computed || callee.object.type === "Super" || !value)
      return undefined;
    const method = nameOf(callee);
    if (!lookups.test(method)) return undefined;
    const names = `, "${method}", "${nameOf(callee.object)}", `;
    return ["placardCall(", "", [callee.object.end!, value.start!, names]];
  }

  #rewriteMember(
    node: babel.MemberExpression | babel.OptionalMemberExpression,
    parent: Node | undefined,
  ): Rewriting | undefined {
    const { object, property, computed, start, end } = node;
    if (!computed && textMembers.test(nameOf(node)) && object.type !== "Super") {
      const dot = node.type === "MemberExpression" ? "." : "?.";
      return ["placardText(", "", [object.end!, property.start!, `)${dot}`]];
    }
    if (!computed && node.optional === true) return ["placardOptional(", "", [object.end!, object.end!, ")"]];
    const text = this.#members.get(this.#textOf(node));
    if (text !== undefined) return ["", "", [start!, end!, text]];
    const isValue = !property.type.endsWith("Literal") && object.type !== "Super";
    if (!computed || !isValue || isTarget(node, parent)) return undefined;
    // What follows in an optional chain reads nothing from an absent value.
    const isRead =
      parent?.type === "OptionalMemberExpression" &&
      !(parent.optional || parent.computed || textMembers.test(nameOf(parent)));
    const name = `, "${nameOf(object)}")${isRead ? "?" : ""}`;
    const comma = node.type === "MemberExpression" ? ", " : " ?? {}, ";
    return ["placardMember(", name, [object.end!, property.start!, comma], [property.end!, end!, ""]];
  }

  /** `Math.round(value * 10) / 10` */
  #rewriteRounding({ operator, left, right, start, end }: babel.BinaryExpression): Rewriting | undefined {
    const [callee, product] = left.type === "CallExpression" ? [left.callee, left.arguments[0]] : [];
    if (operator !== "/" || product?.type !== "BinaryExpression" || product.operator !== "*")
      return undefined;
    const [method, factor] = [callee, right].map((each) => this.#textOf(each!));
    if (!/^Math\.(?:round|floor|ceil)$/u.test(method!) || this.#textOf(product.right) !== factor)
      return undefined;
    const round = `, (value) => ${method}(value * ${factor}) / ${factor})`;
    return ["placardRound(", "", [start!, product.left.start!, ""], [product.left.end!, end!, round]];
  }

  /** `[...list]` */
  #rewriteCopy({ elements: [element], start, end }: babel.ArrayExpression): Rewriting | undefined {
    if (element?.type !== "SpreadElement") return undefined;
    const { start: from, end: to } = element.argument;
    return ["placardCopy(", ")", [start!, from!, ""], [to!, end!, ""]];
  }

  #textOf({ start, end }: Node): string {
    return this.#source.slice(start!, end!);
  }

  #insert(at: number, text: string): void {
    if (text !== "") this.edits.replace(at, at, text);
  }

  /** Keeps the lines. */
  #replace(at: number, end: number, text: string): void {
    const lines = this.#source.slice(at, end).replace(/[^\n]+/gu, "");
    this.edits.replace(at, end, `${text}${lines}`);
  }
}

function isLoop(node: Node): boolean {
  const isCall = node.type === "CallExpression" && node.callee.type === "MemberExpression";
  return isCall ? /^(?:map|forEach)$/u.test(nameOf(node.callee)) : /^(?:For|While|Do)/u.test(node.type);
}

/** Comparisons, and sums with a number. Other sums are texts. */
function isObserved({ operator, left, right }: babel.BinaryExpression): boolean {
  const isSum = operator === "+" && [left, right].some(({ type }) => type === "NumericLiteral");
  return isSum || (comparisons.test(operator) && left.type !== "PrivateName");
}

/** What code depends on. */
function testOf(node: Node): Node | undefined {
  if (node.type === "ConditionalExpression" || node.type === "IfStatement") return node.test;
  if (node.type === "LogicalExpression") return node.left;
  return node.type === "UnaryExpression" && node.operator === "!" ? node.argument : undefined;
}

/** How many entries of a value `[a, b] = value` reads. */
function destructuredBy(parent: Node, value: Node): number {
  const [target, source] =
    parent.type === "VariableDeclarator"
      ? [parent.id, parent.init]
      : parent.type === "AssignmentExpression"
        ? [parent.left, parent.right]
        : [];
  if (target?.type !== "ArrayPattern" || source !== value) return 0;
  return target.elements.some((element) => element?.type === "RestElement") ? 0 : target.elements.length;
}

/** Whether code assigns to a member, deletes or calls it. */
function isTarget(node: Node, parent: Node | undefined): boolean {
  if (!parent) return false;
  if ("callee" in parent) return parent.callee === node;
  if (parent.type === "UnaryExpression") return parent.operator === "delete";
  const isAssignment = /^(?:AssignmentExpression|For(?:In|Of)Statement)$/u.test(parent.type);
  return isAssignment
    ? "left" in parent && parent.left === node
    : /Pattern$|^(?:RestElement|UpdateExpression)$/u.test(parent.type);
}

/** Whether code can be evaluated twice. */
function isPlain(node: Node): boolean {
  if (node.type === "MemberExpression") return !node.computed && isPlain(node.object);
  return /^(?:Identifier|StringLiteral|NumericLiteral|NullLiteral|BooleanLiteral)$/u.test(node.type);
}

function nameOf(node: Node, other = "value"): string {
  const named =
    node.type === "MemberExpression" || node.type === "OptionalMemberExpression" ? node.property : node;
  return named.type === "Identifier" ? named.name : other;
}

function placeOf({ loc }: Node): { line: number; column: number } {
  const { line, column } = loc!.start;
  return { line, column: column + 1 };
}

/** In the order of the source. */
function childrenOf(node: Node): Node[] {
  const isNode = (value: unknown): value is Node =>
    typeof value === "object" && value !== null && "type" in value && "start" in value && "loc" in value;
  return Object.values(node)
    .flat()
    .filter((value) => isNode(value) && !value.type.startsWith("Comment"))
    .sort((a, b) => a.start - b.start);
}
