import type { TextTemplate } from "../data/evaluate.ts";
import type { LoopScope, Refuse } from "../data/expressions.ts";
import { limits } from "../limits.ts";
import { quote } from "../problem-list.ts";
import type { Steps } from "../steps.ts";
import { AttributeReader, type ConvertEnvironment } from "./attribute-reader.ts";
import { elementNames, openElements, svgElements, voidElements } from "./elements.ts";
import { harmlessElements, isElement, reportUnknownElement, type HtmlElement } from "./parse-html.ts";
import { hasSelectableShapes, hasSvgText, isInSvg } from "./svg-text.ts";
import type { TemplateElement, TemplateNode } from "./template-element.ts";
import { parseTextTemplate } from "./text-template.ts";

/** Elements that are converted in one step. */
const elementsInStep = 100;

/** What `wbr` is in a text (HTML, section 15.3.4). */
const zeroWidthSpace = "\u200b";

/** Converts parsed HTML to checked elements. Returns them in document order; the first one is the root. */
export function* convertElements(
  root: HtmlElement,
  environment: ConvertEnvironment,
): Steps<TemplateElement[]> {
  const elements: TemplateElement[] = [];

  function* convert(
    html: HtmlElement,
    parent: TemplateElement | undefined,
    position: number,
    outerLoops: readonly LoopScope[],
    depth: number,
  ): Steps<TemplateElement | undefined> {
    const { problems, html: source } = environment;
    const offset = html.sourceCodeLocation?.startOffset ?? parent?.offset ?? 0;
    const { tagName: tag } = html;
    if (tag === "style" || harmlessElements.has(tag)) return undefined; // styles are parsed before
    if (!elementNames.has(tag) && !(tag === "body" && !parent) && !(isInSvg(html) && svgElements.has(tag))) {
      reportUnknownElement(tag, offset, problems);
      // What it shows is not reported as unused.
      const { endOffset = offset } = html.sourceCodeLocation ?? {};
      environment.expressions.useAll(source.slice(offset, endOffset));
      return undefined;
    }
    if (depth > limits.depth)
      return problems.error(offset, `Elements are nested more than ${limits.depth} deep`);
    if (elements.length >= limits.elements)
      return problems.error(offset, `The template has more than ${limits.elements} elements`);
    if (
      html.sourceCodeLocation &&
      !html.sourceCodeLocation.endTag &&
      !voidElements.has(tag) &&
      !openElements.has(tag) &&
      !source.slice(0, html.sourceCodeLocation.startTag?.endOffset).endsWith("/>")
    ) {
      problems.error(offset, `The element \`${tag}\` has no end tag`, `Write \`</${tag}>\`.`);
    }
    const attributes = new AttributeReader(html, environment, outerLoops, !parent);
    const children: TemplateNode[] = [];
    const element: TemplateElement = {
      kind: "element",
      index: elements.length,
      tag,
      parent,
      position,
      children,
      ...attributes.classes(),
      attributes: attributes.all(),
      hints: attributes.hints(),
      ...attributes.style(),
      conditions: attributes.conditions(),
      loop: attributes.loop,
      span: attributes.span(),
      drop: attributes.drop(),
      lang: attributes.lang(),
      dir: attributes.dir(),
      image: attributes.image(),
      ...attributes.svgPlace(),
      offset,
    };
    attributes.reportOthers();
    elements.push(element);
    if (elements.length % elementsInStep === 0) yield;
    yield* convertChildren(html, element, children, attributes.loops, depth);
    return element;
  }

  function* convertChildren(
    html: HtmlElement,
    element: TemplateElement,
    children: TemplateNode[],
    loops: readonly LoopScope[],
    depth: number,
  ): Steps<void> {
    let position = 0;
    const isShape =
      (html.tagName === "svg" || isInSvg(html)) && html.tagName !== "text" && html.tagName !== "tspan";
    const isSelectable =
      depth < limits.depth &&
      (html.tagName === "g" || (elements.length < limits.elements / 2 && hasSelectableShapes(html)));
    for (const node of html.childNodes) {
      if (environment.problems.isFull) return;
      if (
        isShape &&
        !(isElement(node) && (hasSvgText(node) || (isSelectable && svgElements.has(node.tagName))))
      ) {
        if (isElement(node)) position++; // drawn by the markup of the SVG
        continue;
      }
      if (isElement(node) && node.tagName === "wbr") {
        position++;
        children.push({ kind: "text", parts: [zeroWidthSpace] });
      } else if (isElement(node)) {
        const child = yield* convert(node, element, position++, loops, depth + 1);
        if (child) children.push(child);
      } else if ("value" in node) {
        const parts = convertText(node.value, node.sourceCodeLocation?.startOffset ?? element.offset, loops);
        if (parts.length > 0) children.push({ kind: "text", parts });
      }
    }
  }

  /** `{title}` is plain text here, and a placeholder in JSX. */
  function checkSingleBraces(text: string, offset: number): void {
    const { expressions, problems } = environment;
    const [match, name = ""] = /(?<!\{)\{\s*(\w{1,40})\s*\}(?!\})/u.exec(text) ?? [];
    if (match !== undefined && expressions.fields.has(name)) {
      problems.warn(offset + text.indexOf(match), `${quote(match)} is plain text`, `Write \`{{${name}}}\`.`);
    }
  }

  function convertText(text: string, offset: number, loops: readonly LoopScope[]): TextTemplate {
    const { expressions, problems, html } = environment;
    // Character references make the text shorter than its source.
    checkSingleBraces(text, offset);
    const offsetOf = (at: number) => {
      const source = html.indexOf("{{", offset);
      return html.startsWith(text.slice(0, 200), offset) ? offset + at : Math.max(offset, source);
    };
    return parseTextTemplate(
      text,
      (placeholder, at) => {
        const refuse: Refuse = (message, suggestion) => problems.error(offsetOf(at), message, suggestion);
        const expression = expressions.parse(placeholder, loops, refuse);
        if (!expression) return undefined;
        if (expression.field === "list") {
          return refuse(
            `${quote(placeholder.trim())} is a list`,
            `Repeat an element with \`each="item of ${placeholder.trim()}"\`.`,
          );
        }
        if (expression.source.kind === "brand" && expression.field) {
          const path = `brand.${expression.source.name}`;
          return refuse(`\`${path}\` is an image`, `Write \`<img src="{{${path}}}">\`.`);
        }
        return expression;
      },
      (at) => problems.error(offsetOf(at), "A placeholder is not closed: “}}” is missing"),
    );
  }

  yield* convert(root, undefined, 0, [], 0);
  return elements;
}
