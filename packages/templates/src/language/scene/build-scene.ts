import type { DocumentAsset } from "../../document.ts";
import type { ElementNode, Fit, FontFace, Scene, SceneNode, SvgText, TextNode } from "../../scene/index.ts";
import type { ContentPart } from "../css/properties/generated.ts";
import type { Longhands } from "../css/properties/longhands.ts";
import { withLocale } from "../data/filters.ts";
import { evaluate, fieldPath, type Scope, type TextTemplate } from "../data/evaluate.ts";
import { marksOfLanguage } from "../../quotation-marks.ts";
import type { PseudoElement } from "../css/selector.ts";
import type { CheckedTemplateJson } from "../data/template-json.ts";
import type { TemplateElement } from "../html/template-element.ts";
import { limits } from "../limits.ts";
import { StyleCache, type CardStyles, type StyledElement, type StyleSource } from "../style/style-tree.ts";
import { Counters } from "./counters.ts";
import { isSymbol, outsideText, symbolStyle } from "./marker-style.ts";
import { pathIn } from "../element-path.ts";
import { createRoot, type CardElement } from "./card-element.ts";
import { createVariables } from "./palette-variables.ts";
import { rootScope, type CardInput } from "./root-scope.ts";
import { SceneImages } from "./scene-images.ts";
import type { SvgPaint } from "../html/svg.ts";
import { surroundingsIn, SvgTextCollector, type SvgSurroundings } from "./svg-text-runs.ts";

/** A compiled template as the scene is built from it. */
export interface SceneSource {
  readonly root: TemplateElement;
  readonly style: StyleSource;
  readonly assets: Readonly<Record<string, DocumentAsset>>;
  readonly fontFaces: readonly FontFace[];
  readonly json: CheckedTemplateJson;
}

/** Builds the scene of a card. Styles come from the cache; texts and images are created. */
export function buildScene(source: SceneSource, input: CardInput): Scene {
  const { width, height, colors, locale, focus, styles: cache = new StyleCache(Infinity) } = input;
  const variables = () => createVariables(colors);
  const styles = cache.forCard(source.style, { width, height }, colors.key, variables);
  const element = createRoot(source.root, rootScope(source.json, input), locale);
  const styled = styles.styleOf(element);
  const builder = new SceneBuilder(styles, new SceneImages(source, colors, focus));
  const root = builder.element(element, styled, undefined);
  const brandFaces = Object.values(colors.brand?.fonts ?? {}).flatMap((face): FontFace[] => {
    if (!face || !("id" in face)) return [];
    const { id: asset, family, style } = face;
    return [{ family, weight: face.weight, stretch: 100, style, asset }];
  });
  return {
    width,
    height,
    direction: styled.style.direction,
    root: root ?? { kind: "element", path: "", style: styled.style, children: [] },
    fontFaces: brandFaces.length > 0 ? [...source.fontFaces, ...brandFaces] : source.fontFaces,
  };
}

/** The `drop` number of an element. The entries of a list have fractions: the last one goes first. */
function dropOf({ element: { drop, loop }, scope }: CardElement): { drop?: number } {
  if (drop === undefined) return {};
  return { drop: loop ? drop + scope.items.at(-1)!.index / limits.nodes : drop };
}

class SceneBuilder {
  readonly #styles: CardStyles;
  readonly #images: SceneImages;
  readonly #counters = new Counters();
  #quoteDepth = 0;
  /** The block whose first letter has a style and comes next. */
  #firstLetter: CardElement | undefined;

  constructor(styles: CardStyles, images: SceneImages) {
    this.#styles = styles;
    this.#images = images;
  }

  element(element: CardElement, styled: StyledElement, outerFit: Fit | undefined): ElementNode | undefined {
    const { display } = styled;
    if (display === "none") return undefined;
    const fit = this.#fitOf(styled, outerFit);
    const { path, tag, scope } = element;
    const { span, dataClasses } = element.element;
    this.#counters.enter(styled.computed.values, tag);
    const own = tag === "li" && display === "block" ? this.#marker(element, styled, fit) : [];
    const outer = this.#firstLetter;
    const first = this.#firstLetterOf(element, styled, outer);
    this.#firstLetter = first;
    const children = this.#children(element, styled, fit, own);
    const isInFlow = styled.style.position !== "absolute";
    if (!isInFlow || (first && this.#firstLetter)) this.#firstLetter = outer;
    this.#counters.leave();
    return {
      kind: "element",
      path,
      style: this.#images.styleOf(styled, element.element.styleData, scope),
      ...(fit && { fit }),
      children,
      ...(span && { span }),
      ...(dataClasses.length > 0 && { classes: element.classes }),
      ...dropOf(element),
    };
  }

  /** The block that the first letter of an element belongs to (CSS Pseudo-Elements 4, section 2.2). */
  #firstLetterOf(
    element: CardElement,
    { display, style }: StyledElement,
    outer: CardElement | undefined,
  ): CardElement | undefined {
    const hasOwn = this.#styles.hasGenerated(element.element, "first-letter");
    if (hasOwn && /^(?:block|inline-block|flow-root|table-cell)$/u.test(display)) return element;
    const isInLine = (display === "inline" || display === "block") && style.position !== "absolute";
    return isInLine ? outer : undefined;
  }

  /** A text with its first letter in an element if that has a style. */
  #withFirstLetter(text: TextNode, parent: StyledElement, outerFit: Fit | undefined): SceneNode[] {
    const origin = this.#firstLetter;
    if (!origin || isWhiteSpace(text.text)) return [text];
    this.#firstLetter = undefined;
    const [, space = "", letter] = firstLetterPattern.exec(text.text) ?? [];
    const found = this.#styles.styleGenerated(parent, origin, "first-letter");
    if (letter === undefined || !found) return [text];
    const { style, computed, lang } = found.styled;
    const fit = this.#fitOf(found.styled, outerFit);
    const path = pathIn(text.path, "::first-letter");
    const own = { path, style, ...(fit && { fit }) };
    const transformed = transformText(letter, computed.values["text-transform"], lang);
    const rest = text.text.slice(space.length + letter.length);
    return [
      ...(space === "" ? [] : [{ ...text, text: space }]),
      { kind: "element", ...own, children: [{ ...text, ...own, text: transformed }] },
      ...(rest === "" ? [] : [{ ...text, text: rest }]),
    ];
  }

  #fitOf({ computed: { declaresFit, fit } }: StyledElement, outerFit: Fit | undefined): Fit | undefined {
    return declaresFit && fit ? { min: fit.min, max: fit.max } : outerFit;
  }

  /** `marker` stands at the start of the first line. */
  #children(
    element: CardElement,
    styled: StyledElement,
    fit: Fit | undefined,
    marker: readonly SceneNode[] = [],
  ): SceneNode[] {
    const nodes: SceneNode[] = [];
    let pending = marker;
    const startLine = () => {
      nodes.push(...pending);
      pending = [];
    };
    const before = this.#generated("before", element, styled, fit);
    if (before.length > 0) startLine();
    nodes.push(...before);
    for (const child of element.content) {
      if ("text" in child) {
        const node = this.#text(child.text, element.contentScope, element.path, styled, fit);
        if (node && pending.length > 0 && !isWhiteSpace(node.text)) {
          startLine();
          // White space at the start of a line collapses, also behind a marker.
          const isKept = node.style.whiteSpace.startsWith("pre");
          const kept = isKept ? node : { ...node, text: node.text.replace(/^[ \t\n\r\f]+/u, "") };
          nodes.push(...this.#withFirstLetter(kept, styled, fit));
        } else if (node) nodes.push(...this.#withFirstLetter(node, styled, fit));
        continue;
      }
      const childStyled = this.#styles.styleOf(child, styled);
      if (childStyled.display === "none") continue;
      // The layout puts the marker on the first line of a block.
      if (childStyled.style.position !== "absolute") startLine();
      if (child.tag === "br" || child.tag === "img") this.#firstLetter = undefined;
      if (child.tag === "br") {
        nodes.push({ kind: "break", path: child.path, style: childStyled.style, ...(fit && { fit }) });
      } else if (child.element.image || child.tag === "img") {
        nodes.push(this.#image(child, childStyled, fit));
      } else if (childStyled.display === "contents") {
        this.#counters.enter(childStyled.computed.values);
        nodes.push(...this.#children(child, childStyled, this.#fitOf(childStyled, fit)));
        this.#counters.leave();
      } else {
        const node = this.element(child, childStyled, fit);
        if (node) nodes.push(node);
      }
    }
    nodes.push(...this.#generated("after", element, styled, fit));
    startLine();
    return nodes;
  }

  /** The marker of a list item (CSS Lists 3, section 3). */
  #marker(element: CardElement, parent: StyledElement, outerFit: Fit | undefined): SceneNode[] {
    const { scope } = element;
    const found = this.#styles.styleGenerated(parent, element, "marker");
    const { "list-style-type": type, "list-style-position": position } = parent.computed.values;
    if (!found || (found.content === "normal" && type === "none")) return [];
    const { styled, content } = found;
    const fit = this.#fitOf(styled, outerFit);
    const path = pathIn(element.path, "::marker");
    const isInside = position === "inside";
    const own = { ...(fit && { fit }), ...(!isInside && { isOutsideMarker: true as const }) };
    if (content === "normal" && isSymbol(type)) {
      const style = symbolStyle(styled.style, type, isInside, fit);
      return [{ kind: "element", path, style, ...own, children: [] }];
    }
    const generated = typeof type === "object" ? type.text : `${this.#counters.text("list-item", type)}. `;
    const parts = content === "normal" ? [generated] : this.#contentTexts(content, element, styled);
    const text = this.#text(parts, scope, path, styled, fit);
    const style = isInside ? styled.style : outsideText(styled.style);
    return text ? [{ kind: "element", path, style, ...own, children: [text] }] : [];
  }

  /** The box of a pseudo-element. */
  #generated(
    kind: PseudoElement,
    element: CardElement,
    parent: StyledElement,
    outerFit: Fit | undefined,
  ): SceneNode[] {
    const { contentScope: scope } = element;
    const found = this.#styles.styleGenerated(parent, element, kind);
    if (!found || found.content === "normal") return [];
    const { styled, content } = found;
    const fit = this.#fitOf(styled, outerFit);
    const path = pathIn(element.path, `::${kind}`);
    this.#counters.enter(styled.computed.values);
    const parts = this.#contentTexts(content, element, styled);
    const text = this.#text(parts, scope, path, styled, fit);
    this.#counters.leave();
    const children = text ? this.#withFirstLetter(text, styled, fit) : [];
    if (styled.display === "contents") return children;
    const style = this.#images.styleOf(styled, noStyleData, scope);
    return [{ kind: "element", path, style, ...(fit && { fit }), children }];
  }

  /** The text that `content` generates for an element. */
  #contentTexts(
    content: readonly ContentPart[],
    { element: { attributes }, scope: { language } }: CardElement,
    { computed }: StyledElement,
  ): TextTemplate {
    return content.flatMap((part): TextTemplate => {
      if (part.kind === "text") return [part.text];
      if (part.kind === "attribute") return attributes.get(part.name) ?? [part.fallback];
      if (part.kind === "quote") return [this.#quotationMark(part, language, computed.values.quotes.marks)];
      const separator = part.kind === "counters" ? part.separator : undefined;
      return [this.#counters.text(part.name, part.style, separator)];
    });
  }

  /** The mark for the depth of a quotation, which it changes (CSS 2.2, section 12.3.2). */
  #quotationMark(
    { isOpening, isHidden }: Extract<ContentPart, { kind: "quote" }>,
    language: string,
    // As in browsers: of the language around the element, without a space inside of French marks.
    marks: readonly string[] = marksOfLanguage(language).map((mark) => mark.trim()),
  ): string {
    if (!isOpening && this.#quoteDepth === 0) return "";
    if (!isOpening) this.#quoteDepth--;
    const pair = Math.min(this.#quoteDepth, marks.length / 2 - 1);
    if (isOpening) this.#quoteDepth++;
    return isHidden ? "" : (marks[2 * pair + (isOpening ? 0 : 1)] ?? "");
  }

  #text(
    parts: TextTemplate,
    scope: Scope,
    path: string,
    { style, computed, isFlexContainer, lang }: StyledElement,
    fit: Fit | undefined,
  ): TextNode | undefined {
    let text = "";
    let fields: string[] | undefined;
    for (const part of parts) {
      if (typeof part === "string") {
        text += part;
        continue;
      }
      text += evaluate(part, scope);
      const field = fieldPath(part.source, scope);
      if (field !== undefined) (fields ??= []).push(field);
    }
    // White space alone makes no flex item (CSS Flexbox 1, section 4).
    if (text === "" || (isFlexContainer && isWhiteSpace(text))) return undefined;
    return {
      kind: "text",
      path,
      style,
      text: transformText(text, computed.values["text-transform"], lang),
      fields: fields ?? noFields,
      ...(fit && { fit }),
    };
  }

  #image(child: CardElement, styled: StyledElement, outerFit: Fit | undefined): SceneNode {
    const { element, scope, path } = child;
    const fit = this.#fitOf(styled, outerFit);
    const inside = new Map<number, SvgPaint>();
    const svgText = this.#svgText(child, styled, fit, inside);
    const source = element.image && this.#images.sourceOf(element.image, scope, styled, inside);
    const position = this.#images.focusOf(source);
    const style = this.#images.styleOf(styled, element.styleData, scope);
    return {
      kind: "image",
      path,
      style: position ? { ...style, objectPosition: position } : style,
      ...(fit && { fit }),
      ...(source && { source }),
      ...(svgText && { svgText }),
      ...dropOf(child),
    };
  }

  /** The texts of an inline SVG. `inside` gets the values of its groups and shapes, by their offsets. */
  #svgText(
    svg: CardElement,
    styledSvg: StyledElement,
    outerFit: Fit | undefined,
    inside: Map<number, SvgPaint>,
  ): SvgText | undefined {
    const { image } = svg.element;
    if (image?.kind !== "svg" || !this.#hasOwnStyles(svg.element)) return undefined;
    const collector = new SvgTextCollector();
    const visit = (
      element: CardElement,
      styled: StyledElement,
      fit: Fit | undefined,
      around: SvgSurroundings,
    ): void => {
      for (const child of element.content) {
        if ("text" in child) {
          const node = this.#text(child.text, element.contentScope, element.path, styled, fit);
          if (node && styled.style.visibility === "visible") collector.add(node, styled, around);
          continue;
        }
        const { tag, svgPlace = {}, offset } = child.element;
        const isText = tag === "text" || tag === "tspan";
        if (!isText && !this.#hasOwnStyles(child.element)) continue;
        const childStyled = this.#styles.styleOf(child, styled);
        if (!isText)
          inside.set(offset, { values: childStyled.computed.values, outer: styled.computed.values });
        if (childStyled.display === "none") continue;
        if (tag === "text") collector.startText();
        collector.moveTo(svgPlace, childStyled);
        visit(child, childStyled, this.#fitOf(childStyled, fit), surroundingsIn(childStyled, around));
        if (tag === "text") collector.endText();
      }
    };
    visit(svg, styledSvg, outerFit, { transforms: [], opacity: 1 });
    return image.viewport && { ...image.viewport, runs: collector.runs };
  }

  /** Whether an element of an SVG or something in it is a text, or has values of rules. */
  #hasOwnStyles(element: TemplateElement): boolean {
    if (element.tag === "text" || (element.tag !== "svg" && this.#styles.hasPaintRules(element))) return true;
    return element.children.some((child) => child.kind === "element" && this.#hasOwnStyles(child));
  }
}

/** White space, and a letter with the punctuation around it. Spaces can be between the first punctuation. */
const firstLetterPattern =
  /^([ \t\n\r\f]*)((?:\p{P}[\p{P}\s]*)?[^\s\p{P}]\p{M}*[\p{Pc}\p{Pe}\p{Pi}\p{Pf}\p{Po}]*)/u;

const noFields: readonly string[] = [];
const noStyleData: TemplateElement["styleData"] = new Map();

/** White space as CSS collapses it. */
function isWhiteSpace(text: string): boolean {
  return /^[ \t\n\r\f]*$/u.test(text);
}

/** Applies `text-transform` (CSS Text 3, section 2.1). */
function transformText(
  text: string,
  transform: Longhands["text-transform"],
  language: string | undefined,
): string {
  if (transform === "none") return text;
  if (transform === "uppercase") return withLocale(text, language, "toLocaleUpperCase");
  if (transform === "lowercase") return withLocale(text, language, "toLocaleLowerCase");
  return text.replace(
    /(^|[^\p{L}\p{N}\p{M}'’])(\p{L})/gu,
    (_, before: string, letter: string) => before + withLocale(letter, language, "toLocaleUpperCase"),
  );
}
