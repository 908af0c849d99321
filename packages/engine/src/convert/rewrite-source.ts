import { pathToFileURL } from "node:url";
import { parse, type ParserPlugin } from "@babel/parser";
import type * as babel from "@babel/types";
import { ConversionError, positionAttribute } from "@placard/templates/convert";

/** Code whose operators ask the runtime. It has the same lines as the source. */
export interface RewrittenSource {
  readonly source: string;
  readonly code: string;
  /** The column of the source that a column of the code, from 1, comes from. */
  readonly columnOf: (line: number, column: number) => number;
  /** Where the source passes cards to renderers, and whether a loop does it several times. */
  readonly cards: readonly { readonly line: number; readonly column: number; readonly isRepeated: boolean }[];
}

/**
 * Rewrites what a placeholder for a value can't see: conditions, comparisons, `switch`, `catch`, `typeof`,
 * and what is looked up by a value. `isCard`: whether elements get their positions.
 * @throws ConversionError if it has syntax errors
 */
export function rewriteSource(source: string, path: string, isCard: boolean): RewrittenSource {
  const rewriter = new Rewriter(source, pathToFileURL(path).href, isCard);
  rewriter.visit(parseProgram(source, path));
  return { source, ...applyEdits(source, rewriter.edits), cards: rewriter.cards };
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

/** A part of the source that is replaced. */
interface Edit {
  readonly at: number;
  readonly end: number;
  readonly text: string;
}

const comparisons = /^(?:[=!]==?|[<>]=?|in)$/u;
const lookups = /^(?:find|findLast|filter|includes|has|get|test)$/u;
const renderers = /^(?:ImageResponse|satori)$/u;

/** The code before and after a node. */
type Wrapper = readonly [before: string, after: string];

class Rewriter {
  readonly edits: Edit[] = [];
  readonly cards: RewrittenSource["cards"][number][] = [];
  readonly #source: string;
  readonly #isCard: boolean;
  /** What replaces members. */
  readonly #members: ReadonlyMap<string, string>;

  constructor(source: string, url: string, isCard: boolean) {
    this.#source = source;
    this.#isCard = isCard;
    const members = { "process.env": "placardEnv", "import.meta.env": "placardEnv" };
    this.#members = new Map(Object.entries({ ...members, "import.meta.url": JSON.stringify(url) }));
  }

  visit(node: Node, parent?: Node, isRepeated = isLoop(node)): void {
    if (node.type.startsWith("TS") && !("expression" in node)) return;
    const [outerBefore, outerAfter] = this.#wrapperIn(parent, node) ?? ["", ""];
    const [before, after] = this.#rewrite(node, parent) ?? ["", ""];
    this.#insert(node.start!, outerBefore + before);
    if (node.type === "CallExpression" || node.type === "NewExpression") this.#findCard(node, isRepeated);
    for (const child of childrenOf(node)) this.visit(child, node, isRepeated || isLoop(child));
    this.#insert(node.end!, after + outerAfter);
  }

  /** Around what a condition or a `switch` depends on. */
  #wrapperIn(parent: Node | undefined, node: Node): Wrapper | undefined {
    if (parent && testOf(parent) === node) return ["placardTest(", ")"];
    if (parent?.type !== "SwitchStatement" || parent.discriminant !== node) return undefined;
    const choices = parent.cases.flatMap(({ test }) => (test && isPlain(test) ? this.#textOf(test) : []));
    return ["placardChoose(", `, [${choices.join(", ")}])`];
  }

  #rewrite(node: Node, parent: Node | undefined): Wrapper | undefined {
    if (node.type === "CatchClause") this.#reportCaught(node);
    if (node.type === "JSXOpeningElement" && this.#isCard) this.#markElement(node);
    if (node.type === "CallExpression") return this.#rewriteCall(node);
    if (node.type === "MemberExpression") return this.#rewriteMember(node, parent);
    if (node.type === "ArrayExpression" && node.elements.length === 1) return this.#rewriteCopy(node);
    if (node.type === "ObjectExpression" && node.properties.some(({ type }) => type === "SpreadElement"))
      return ["placardExtend(", ")"];
    if (node.type === "BinaryExpression" && isObserved(node)) {
      this.#replace(node.left.end!, node.right.start!, `, "${node.operator}", `);
      return ["placardOperate(", `, (a, b) => a ${node.operator} b)`];
    }
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
    if (node.callee.type === "Identifier" && renderers.test(node.callee.name))
      this.cards.push({ ...placeOf(node), isRepeated });
  }

  #rewriteCall({ callee, arguments: [value] }: babel.CallExpression): Wrapper | undefined {
    if (callee.type !== "MemberExpression" || callee.computed || callee.object.type === "Super" || !value)
      return undefined;
    const method = nameOf(callee);
    if (!lookups.test(method)) return undefined;
    this.#replace(callee.object.end!, value.start!, `, "${method}", "${nameOf(callee.object)}", `);
    return ["placardCall(", ""];
  }

  #rewriteMember(node: babel.MemberExpression, parent: Node | undefined): Wrapper | undefined {
    const { object, property, computed, start, end } = node;
    const text = this.#members.get(this.#textOf(node));
    if (text !== undefined) this.#replace(start!, end!, text);
    const isValue = !property.type.endsWith("Literal") && object.type !== "Super";
    if (!computed || !isValue || isTarget(node, parent)) return undefined;
    this.#replace(object.end!, property.start!, ", ");
    this.#replace(property.end!, end!, "");
    return ["placardMember(", `, "${nameOf(object)}")`];
  }

  /** `[...list]` */
  #rewriteCopy({ elements: [element], start, end }: babel.ArrayExpression): Wrapper | undefined {
    if (element?.type !== "SpreadElement") return undefined;
    this.#replace(start!, element.argument.start!, "");
    this.#replace(element.argument.end!, end!, "");
    return ["placardCopy(", ")"];
  }

  #textOf({ start, end }: Node): string {
    return this.#source.slice(start!, end!);
  }

  #insert(at: number, text: string): void {
    if (text !== "") this.edits.push({ at, end: at, text });
  }

  /** Keeps the lines. */
  #replace(at: number, end: number, text: string): void {
    const lines = this.#source.slice(at, end).replace(/[^\n]+/gu, "");
    this.edits.push({ at, end, text: `${text}${lines}` });
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

function applyEdits(source: string, edits: readonly Edit[]): Pick<RewrittenSource, "code" | "columnOf"> {
  const shifts: { line: number; column: number; inserted: number; removed: number }[] = [];
  let code = "";
  let from = 0;
  // What follows a node precedes what replaces the code behind it.
  for (const { at, end, text } of edits.toSorted((a, b) => a.end - b.end)) {
    code += source.slice(from, at);
    const [line, column] = [code.split("\n").length, code.length - code.lastIndexOf("\n")];
    shifts.push({ line, column, inserted: text.length, removed: end - at });
    code += text;
    from = end;
  }
  const columnOf = (line: number, column: number) => {
    let original = column;
    for (const shift of shifts)
      if (shift.line === line && shift.column < column)
        original -= Math.min(shift.inserted, column - shift.column) - shift.removed;
    return original;
  };
  return { code: code + source.slice(from), columnOf };
}
