import { parse, type ParserPlugin } from "@babel/parser";
import { ConversionError } from "@placard/templates/convert";

/** Code whose operators ask the runtime. Its lines are those of the source. */
export interface RewrittenSource {
  readonly code: string;
  /** The column of the source that a column of the code, from 1, comes from. */
  readonly columnOf: (line: number, column: number) => number;
  /** Where the source passes cards to renderers. */
  readonly cards: readonly { readonly line: number; readonly column: number }[];
}

/**
 * Rewrites what a placeholder for a value can't see: conditions, comparisons, `switch`, `catch`, `typeof`, and
 * what is looked up by a value. `url`: of the file.
 * @throws ConversionError if it has syntax errors
 */
export function rewriteSource(source: string, path: string, url: string): RewrittenSource {
  const rewriter = new Rewriter(source, url);
  rewriter.visit(parseProgram(source, path), undefined);
  return { ...applyEdits(source, rewriter.edits), cards: rewriter.cards };
}

function parseProgram(source: string, path: string): SyntaxNode {
  const plugins: ParserPlugin[] = /\.[cm]?tsx?$/u.test(path) ? ["typescript", "decorators"] : [];
  if (!/\.[cm]?ts$/u.test(path)) plugins.push("jsx");
  try {
    const options = { errorRecovery: true, createParenthesizedExpressions: true, plugins } as const;
    return parse(source, { ...options, sourceType: "module" }).program as unknown as SyntaxNode;
  } catch (cause) {
    throw new ConversionError(`${path}: ${(cause as Error).message}`, { cause });
  }
}

/** A node of any type. */
interface SyntaxNode
  extends
    Record<"type" | "name" | "operator", string>,
    Record<"start" | "end", number>,
    Record<"argument" | "body" | "callee" | "discriminant" | "left" | "object" | "property", SyntaxNode>,
    Record<"right" | "test", SyntaxNode>,
    Record<"arguments" | "cases", readonly SyntaxNode[]> {
  readonly loc: { readonly start: { readonly line: number; readonly column: number } };
  readonly computed: boolean;
  readonly expression: SyntaxNode | undefined;
  readonly param: SyntaxNode | null;
}

/** A part of the source that is replaced. Edits at one place are in the order of their code. */
interface Edit {
  readonly at: number;
  readonly end: number;
  readonly text: string;
}

const comparisons = /^(?:[=!]==?|[<>]=?|in)$/u;
const lookups = new Set("find findLast filter includes has get".split(" "));
const renderers = /^(?:ImageResponse|satori)$/u;

class Rewriter {
  readonly edits: Edit[] = [];
  readonly cards: { line: number; column: number }[] = [];
  readonly #source: string;
  readonly #url: string;

  constructor(source: string, url: string) {
    this.#source = source;
    this.#url = url;
  }

  visit(node: SyntaxNode, parent: SyntaxNode | undefined): void {
    if (node.type.startsWith("TS") && !node.expression) return;
    const isTested = parent !== undefined && isTest(node, parent);
    if (isTested) this.#insert(node.start, "placardTest(");
    this.#rewrite(node, parent);
    if (isTested) this.#insert(node.end, ")");
  }

  #rewrite(node: SyntaxNode, parent: SyntaxNode | undefined): void {
    const { type } = node;
    if (type === "BinaryExpression" && isObserved(node)) this.#rewriteOperator(node);
    else if (type === "MemberExpression" && isLookup(node, parent)) this.#rewriteMember(node);
    else if (type === "CallExpression" && isLookupCall(node)) this.#rewriteCall(node);
    else if (type === "MemberExpression" && this.#textOf(node) === "import.meta.url")
      this.#replace(node.start, node.end, JSON.stringify(this.#url));
    else if (type === "UnaryExpression" && node.operator === "typeof" && isPlain(node.argument))
      this.#replace(
        node.start,
        node.end,
        `placardTypeof(${this.#textOf(node)}, () => ${this.#textOf(node.argument)})`,
      );
    else {
      if (type === "CatchClause") this.#reportCaught(node);
      if (/^(?:New|Call)Expression$/u.test(type) && renderers.test(node.callee.name)) {
        const { line, column } = node.loc.start;
        this.cards.push({ line, column: column + 1 });
      }
      for (const child of childrenOf(node)) {
        const isChosen = type === "SwitchStatement" && child === node.discriminant;
        if (isChosen) this.#insert(child.start, "placardChoose(");
        this.visit(child, node);
        if (isChosen) this.#insert(child.end, `, [${this.#choicesOf(node)}])`);
      }
    }
  }

  #rewriteOperator(node: SyntaxNode): void {
    this.#insert(node.start, "placardOperate(");
    this.visit(node.left, node);
    this.#replace(node.left.end, node.right.start, `, "${node.operator}", `);
    this.visit(node.right, node);
    this.#insert(node.end, `, (a, b) => a ${node.operator} b)`);
  }

  #rewriteMember({ start, end, object, property }: SyntaxNode): void {
    this.#insert(start, "placardMember(");
    this.visit(object, undefined);
    this.#replace(object.end, property.start, ", ");
    this.visit(property, undefined);
    this.#replace(property.end, end, `, "${nameOf(object)}")`);
  }

  #rewriteCall({ start, callee: { object, property }, arguments: values }: SyntaxNode): void {
    this.#insert(start, "placardCall(");
    this.visit(object, undefined);
    this.#replace(object.end, values[0]!.start, `, "${nameOf(property)}", "${nameOf(object)}", `);
    for (const value of values) this.visit(value, undefined);
  }

  #reportCaught({ param, body }: SyntaxNode): void {
    if (!param) this.#insert(body.start, "(placardError) ");
    const name = param ? param.name : "placardError";
    if (name) this.#insert(body.start + 1, ` placardCaught(${name});`);
  }

  /** The values that a `switch` compares with. */
  #choicesOf({ cases }: SyntaxNode): string {
    const tests = cases.flatMap(({ test }) => (test && isPlain(test) ? [this.#textOf(test)] : []));
    return tests.join(", ");
  }

  #textOf({ start, end }: SyntaxNode): string {
    return this.#source.slice(start, end);
  }

  #insert(at: number, text: string): void {
    this.#replace(at, at, text);
  }

  /** Keeps the lines. */
  #replace(at: number, end: number, text: string): void {
    const lines = this.#source.slice(at, end).replace(/[^\n]+/gu, "");
    this.edits.push({ at, end, text: `${text}${lines}` });
  }
}

/** Whether code depends on the value of a node. */
function isTest(node: SyntaxNode, { type, test, left, argument, operator }: SyntaxNode): boolean {
  if (/^(?:ConditionalExpression|IfStatement)$/u.test(type)) return node === test;
  if (type === "LogicalExpression") return node === left;
  return type === "UnaryExpression" && operator === "!" && node === argument;
}

/** A sum of values is a text, except with a number. */
function isObserved({ operator, left, right }: SyntaxNode): boolean {
  const isSum = operator === "+" && [left, right].some(({ type }) => type === "NumericLiteral");
  return isSum || (comparisons.test(operator) && left.type !== "PrivateName");
}

function isLookup(node: SyntaxNode, parent: SyntaxNode | undefined): boolean {
  const isValue = !node.property.type.endsWith("Literal") && node.object.type !== "Super";
  return node.computed && isValue && !isTarget(node, parent);
}

function isLookupCall({ callee, arguments: values }: SyntaxNode): boolean {
  if (callee.type !== "MemberExpression" || callee.computed || callee.object.type === "Super") return false;
  return lookups.has(callee.property.name) && values.length > 0;
}

/** Whether code assigns to it, deletes or calls it. */
function isTarget(node: SyntaxNode, parent: SyntaxNode | undefined): boolean {
  if (!parent) return false;
  const { type, left, argument, operator, callee } = parent;
  if (/^(?:Assignment|For(?:In|Of))/u.test(type) && left === node) return true;
  if (type === "UpdateExpression" || (type === "UnaryExpression" && operator === "delete"))
    return argument === node;
  return callee === node || /Pattern$|^RestElement$/u.test(type);
}

/** Whether code can be evaluated twice. */
function isPlain({ type, object, computed }: SyntaxNode): boolean {
  if (type === "MemberExpression") return !computed && isPlain(object);
  return /^(?:Identifier|StringLiteral|NumericLiteral|NullLiteral|BooleanLiteral)$/u.test(type);
}

function nameOf({ type, name, property }: SyntaxNode): string {
  if (type.endsWith("MemberExpression") && property.name) return property.name;
  return type === "Identifier" ? name : "value";
}

/** In the order of the source. */
function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const isNode = (value: unknown): value is SyntaxNode =>
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
  for (const { at, end, text } of edits.toSorted((a, b) => a.at - b.at)) {
    code += source.slice(from, at);
    const line = code.split("\n").length;
    shifts.push({
      line,
      column: code.length - code.lastIndexOf("\n"),
      inserted: text.length,
      removed: end - at,
    });
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
