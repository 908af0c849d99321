import { attributesOf, escapeText } from "./attributes.ts";
import { JsxError, type JsxProblem } from "./jsx-error.ts";

/** An element of React, Preact or any library that describes elements by `type` and `props`. */
export interface JsxElement {
  readonly type: unknown;
  readonly props: Readonly<Record<string, unknown>> | null;
}

/** What a component may return: an element, text, a list of them, or nothing. */
export type JsxNode = JsxElement | string | number | bigint | boolean | null | undefined | readonly JsxNode[];

/** Components nested deeper than this are taken for endless. */
const maxDepth = 100;

/** Elements without content and end tag. */
const voidElements: ReadonlySet<string> = new Set(["br", "img", "wbr"]);

/**
 * Renders a JSX element to the HTML of a template (`template.html`), at build time. Placeholders are written
 * as strings: `<h1>{"{{title}}"}</h1>`, `<li each="item of items">`. Function components are called, without
 * hooks and context.
 * @throws JsxError with everything that a template can't contain, each with its place
 */
export function fromJsx(node: JsxNode): string {
  const problems: JsxProblem[] = [];
  const html = render(node, { path: [], problems, isSvg: false });
  if (problems.length > 0) throw new JsxError(problems);
  return `${html}\n`;
}

interface Context {
  /** The names of the components and elements around the node. */
  readonly path: readonly string[];
  readonly problems: JsxProblem[];
  readonly isSvg: boolean;
}

function render(node: JsxNode, context: Context): string {
  if (node === null || node === undefined || typeof node === "boolean") return "";
  if (typeof node === "string") return escapeText(node);
  if (typeof node === "number" || typeof node === "bigint") return String(node);
  if (Array.isArray(node)) return node.map((child: JsxNode) => render(child, context)).join("");
  if (!isElement(node)) return refuse(context, describe(node));
  return renderElement(node, context);
}

function renderElement({ type, props }: JsxElement, context: Context): string {
  if (typeof type === "string") return renderTag(type, props ?? {}, context);
  if (typeof type === "symbol") return renderFragment(type, props ?? {}, context);
  const component = componentOf(type);
  if (!component) {
    return refuse(context, {
      message: "Context providers, lazy components and portals can't be rendered",
      suggestion: "Pass the values as props, and import components directly",
    });
  }
  const path = [...context.path, component.name || "Anonymous"];
  if (path.length > maxDepth) return refuse(context, tooDeep);
  return render(callComponent(component, props ?? {}, { ...context, path }), { ...context, path });
}

const tooDeep = {
  message: `Components are nested more than ${maxDepth} levels deep`,
  suggestion: "Check for a component that renders itself",
};

/** A fragment has only children; other symbols are features such as Suspense and StrictMode. */
function renderFragment(
  type: symbol,
  { children }: Readonly<Record<string, unknown>>,
  context: Context,
): string {
  if (type.description === "react.fragment" || type.description === "react.strict_mode") {
    return render(children as JsxNode, context);
  }
  return refuse(context, {
    message: `${type.description ?? "This element"} can't be rendered`,
    suggestion: "Use fragments, function components and HTML elements",
  });
}

type Component = (props: Readonly<Record<string, unknown>>) => unknown;

/** The function of a component, without `memo` and `forwardRef`; undefined for anything else. */
function componentOf(type: unknown): Component | undefined {
  if (typeof type === "function") {
    const { prototype } = type as { prototype?: { render?: unknown } };
    return typeof prototype?.render === "function" ? undefined : (type as Component);
  }
  if (typeof type !== "object" || type === null) return undefined;
  const { $$typeof: kind, type: inner, render: forwarded } = type as Record<string, unknown>;
  if (typeof kind !== "symbol") return undefined;
  if (kind.description === "react.memo") return componentOf(inner);
  return kind.description === "react.forward_ref" ? componentOf(forwarded) : undefined;
}

function callComponent(
  component: Component,
  props: Readonly<Record<string, unknown>>,
  context: Context,
): JsxNode {
  const problem = (message: string, suggestion: string): undefined => {
    refuse(context, { message, suggestion });
  };
  try {
    const result = component(props);
    if (!(result instanceof Promise)) return result as JsxNode;
    result.catch(() => undefined); // its result is not used, and it must not end the process
    return problem("Async components can't be rendered", "Load the data first and pass it as props");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return problem(
      `The component failed: ${reason}`,
      "Components are called as functions: they can't use hooks or context",
    );
  }
}

function renderTag(tag: string, props: Readonly<Record<string, unknown>>, context: Context): string {
  const path = [...context.path, `<${tag}>`];
  if (path.length > maxDepth) return refuse(context, tooDeep);
  const inner = { ...context, path, isSvg: context.isSvg || tag === "svg" };
  const { children, dangerouslySetInnerHTML: raw, ...rest } = props;
  const attributes = attributesOf(rest, inner.isSvg, (problem) => refuse(inner, problem));
  if (voidElements.has(tag)) return `<${tag}${attributes}>`;
  const content =
    tag === "style"
      ? styleSheetOf(children, raw, inner)
      : raw === undefined
        ? render(children as JsxNode, inner)
        : refuse(inner, rawHtml);
  return `<${tag}${attributes}>${content}</${tag}>`;
}

const rawHtml = {
  message: "dangerouslySetInnerHTML can't be used",
  suggestion: "Write the markup as elements; only <style> takes raw text",
};

/** The content of `<style>` is not escaped. */
function styleSheetOf(children: unknown, raw: unknown, context: Context): string {
  const css =
    (raw as Record<string, unknown> | undefined)?.["__html"] ?? ([] as unknown[]).concat(children).join("");
  if (typeof css === "string" && !css.includes("</")) return css;
  return refuse(context, {
    message: "The content of <style> must be CSS text",
    suggestion: "Pass one string without “</”",
  });
}

function refuse({ path, problems }: Context, problem: Omit<JsxProblem, "path">): "" {
  problems.push({ path: path.join(" › "), ...problem });
  return "";
}

function isElement(value: object): value is JsxElement {
  return "type" in value && "props" in value;
}

function describe(value: unknown): Omit<JsxProblem, "path"> {
  const suggestion = "Render it to elements, strings or numbers";
  if (value instanceof Promise) return { message: "Promises can't be rendered", suggestion };
  const kind = typeof value === "function" ? "A function" : "An object";
  return { message: `${kind} is not an element`, suggestion };
}
