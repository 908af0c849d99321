import { dataUrlProblem, isDataUrl } from "../../data-url.ts";
import type { CellSpan } from "../../scene/index.ts";
import type { DocumentAsset } from "../../document.ts";
import { valuesOf, type ReportSyntaxError } from "../css/component-values.ts";
import { createEnvironment, parseDeclarations, type Declaration } from "../css/declarations.ts";
import type { ValueContext } from "../css/value-context.ts";
import {
  choicesOf,
  type Condition,
  type Expression,
  type ExpressionParser,
  type LoopScope,
  type Refuse,
} from "../data/expressions.ts";
import type { TextTemplate } from "../data/evaluate.ts";
import { limits } from "../limits.ts";
import { suggestName } from "@placard/contracts/nearest-name";
import { quote, type ProblemList } from "../problem-list.ts";
import {
  describeAttribute,
  isHarmlessAttribute,
  isSupportedAttribute,
  isTemplateAttribute,
} from "./attributes.ts";
import { isElement, offsetOfAttribute, type HtmlElement } from "./parse-html.ts";
import { colorFromData, dataInSvg, isPaintHint, parseSvg } from "./svg.ts";
import {
  declaredStyles,
  hasSvgText,
  isInSvg,
  isTextPart,
  presentationCss,
  readSvgPlace,
} from "./svg-text.ts";
import type { ImageReference, TemplateElement } from "./template-element.ts";
import { findData, hasFormat, type StyleData } from "./declaration-data.ts";
import { parseTextTemplate, splitPlaceholders, splitWords } from "./text-template.ts";

/** What elements are checked against. */
export interface ConvertEnvironment {
  /** `template.html`. */
  readonly html: string;
  readonly problems: ProblemList;
  readonly expressions: ExpressionParser;
  readonly assets: Readonly<Record<string, DocumentAsset>>;
  readonly context: ValueContext;
  /** The data that rules use. */
  readonly sheetData: StyleData;
}

/** Reads the attributes of an element. Those that no method has read are reported at the end. */
export class AttributeReader {
  readonly #element: HtmlElement;
  readonly #environment: ConvertEnvironment;
  readonly #tag: string;
  readonly #isRoot: boolean;
  readonly loop: LoopScope | undefined;
  /** The loops around the element, and its own. */
  readonly loops: readonly LoopScope[];

  constructor(
    element: HtmlElement,
    environment: ConvertEnvironment,
    outerLoops: readonly LoopScope[],
    isRoot: boolean,
  ) {
    this.#element = element;
    this.#environment = environment;
    this.#tag = element.tagName;
    this.#isRoot = isRoot;
    this.loop = this.#readLoop(outerLoops);
    this.loops = this.loop ? [...outerLoops, this.loop] : outerLoops;
  }

  #value(name: string): string | undefined {
    return this.#element.attrs.find((attribute) => attribute.name === name)?.value;
  }

  /** The offset of the value of an attribute, if its source is the value itself. */
  #valueOffset(name: string, value: string): number | undefined {
    const start = offsetOfAttribute(this.#element, name);
    const source = this.#environment.html.slice(start, start + name.length + value.length + 20);
    const [prefix = ""] = /^[^=]*=\s*["']?/u.exec(source) ?? [];
    return source.startsWith(value, prefix.length) ? start + prefix.length : undefined;
  }

  #refuse(name: string, at?: number): Refuse {
    return (message, suggestion) =>
      this.#environment.problems.error(at ?? offsetOfAttribute(this.#element, name), message, suggestion);
  }

  #readLoop(outerLoops: readonly LoopScope[]): LoopScope | undefined {
    const text = this.#value("each");
    if (text === undefined) return undefined;
    const refuse = this.#refuse("each");
    return this.#isRoot
      ? refuse("The root element can't be repeated", "Use `each` on an element inside.")
      : this.#environment.expressions.parseLoop(unwrap(text), outerLoops, refuse);
  }

  #parse(placeholder: string, refuse: Refuse): Expression | undefined {
    return this.#environment.expressions.parse(placeholder, this.loops, refuse);
  }

  /** Parses a text with placeholders, of which `read` gives what they stand for. */
  #template(
    text: string,
    refuse: Refuse,
    read = (placeholder: string) => this.#parse(placeholder, refuse),
  ): TextTemplate {
    return parseTextTemplate(text, read, () => refuse("A placeholder is not closed: “}}” is missing"));
  }

  reportOthers(): void {
    const { attrs } = this.#element;
    if (isInSvg(this.#element)) return; // checked with the SVG and its texts
    if (attrs.length > limits.attributesPerElement) {
      this.#refuse("")(`An element can have at most ${limits.attributesPerElement} attributes`);
      return;
    }
    for (const { name } of attrs) {
      if (isSupportedAttribute(name, this.#tag) || isHarmlessAttribute(name)) continue;
      if (this.#tag === "svg" && name !== "id") continue; // checked with the SVG
      const { message, suggestion } = describeAttribute(name, this.#tag);
      this.#refuse(name)(message, suggestion);
    }
  }

  classes(): Pick<TemplateElement, "classes" | "dataClasses" | "possibleClasses"> {
    const value = this.#value("class") ?? "";
    const classes = new Set<string>();
    const possibleClasses = new Set<string>();
    const dataClasses: TextTemplate[] = [];
    const start = this.#valueOffset("class", value);
    for (const { word, offset } of splitWords(value).slice(0, 40)) {
      if (!word.includes("{{")) {
        classes.add(word);
        possibleClasses.add(word);
        continue;
      }
      const refuse = this.#refuse("class", start === undefined ? undefined : start + offset);
      const parts = this.#template(word, refuse, (text) => this.#choice(text, refuse));
      const [expression, ...others] = parts.filter((part) => typeof part !== "string");
      if (!expression) continue;
      if (others.length > 0) {
        refuse("A class name can contain one placeholder only");
        continue;
      }
      dataClasses.push(parts);
      for (const choice of choicesOf(expression) ?? []) {
        possibleClasses.add(parts.map((part) => (typeof part === "string" ? part : choice)).join(""));
      }
    }
    return { classes, dataClasses, possibleClasses };
  }

  #choice(placeholder: string, refuse: Refuse): Expression | undefined {
    const expression = this.#parse(placeholder, refuse);
    if (!expression) return undefined;
    if (choicesOf(expression)) return expression;
    return refuse(
      "A class can contain only fields with an `enum`",
      'Add `"enum": ["…"]` to the field in template.json, or use `if="field = value"`.',
    );
  }

  /** The attributes for selectors and `attr()`. Reports invalid placeholders if nothing else reads them. */
  all(): TemplateElement["attributes"] {
    const { attrs } = this.#element;
    return new Map(
      attrs.slice(0, limits.attributesPerElement).flatMap(({ name, value }) => {
        if (isTemplateAttribute(name)) return [];
        const refuse = isHarmlessAttribute(name) ? this.#refuse(name) : () => undefined;
        return [[name, this.#template(value, refuse)] as const];
      }),
    );
  }

  style(): Pick<TemplateElement, "style" | "styleText" | "styleData"> {
    const styleData = new Map(this.#isRoot ? this.#environment.sheetData : []);
    const none = { style: [], styleText: "", styleData };
    const css = this.#value("style");
    if (isInSvg(this.#element) && this.#tag !== "text" && this.#tag !== "tspan")
      return { ...none, style: this.#presentation(declaredStyles(this.#element)) };
    if (css === undefined) return none;
    const { problems, expressions, context } = this.#environment;
    const start = this.#valueOffset("style", css);
    const at = start ?? offsetOfAttribute(this.#element, "style");
    const parsed = parseDeclarations({
      ...createEnvironment(css, at, context, problems),
      ...(start === undefined && {
        report: (_, ...problem) => problems.error(at, ...problem),
        warn: (_, ...problem) => problems.warn(at, ...problem),
      }),
      isStyleAttribute: true,
    });
    const style: Declaration[] = [];
    for (const declaration of parsed) {
      findData(declaration, expressions, this.loops, problems, styleData);
      style.push(declaration);
    }
    return { style, styleText: css, styleData };
  }

  conditions(): Condition[] {
    return ["if", "unless"].flatMap((name) => {
      const text = this.#value(name);
      if (text === undefined) return [];
      const refuse = this.#refuse(name);
      const condition = this.#isRoot
        ? refuse(`The root element can't have \`${name}\``, "Use it on an element inside.")
        : this.#environment.expressions.parseCondition(unwrap(text), this.loops, name === "unless", refuse);
      return condition ?? [];
    });
  }

  drop(): number | undefined {
    const text = this.#value("drop");
    if (text === undefined) return undefined;
    if (/^\s*[1-9]\d?\s*$/u.test(text)) return Number(text);
    return this.#refuse("drop")(
      "`drop` must be a whole number from 1 to 99",
      'Write `drop="1"`; elements with higher numbers are dropped first.',
    );
  }

  /** `colspan` and `rowspan` of cells, `span` of columns (HTML, sections 4.9.3 and 4.9.11). */
  span(): CellSpan | undefined {
    const isColumn = this.#tag === "col" || this.#tag === "colgroup";
    if (!isColumn && this.#tag !== "td" && this.#tag !== "th") return undefined;
    const read = (name: "colspan" | "rowspan" | "span", min: number): number => {
      const text = this.#value(name)?.trim();
      const number = text !== undefined && /^\d{1,3}$/u.test(text) ? Number(text) : undefined;
      if (number !== undefined && number >= min && number <= limits.cellSpan) return number;
      if (text !== undefined)
        this.#refuse(name)(`\`${name}\` must be a whole number from ${min} to ${limits.cellSpan}`);
      return 1;
    };
    const span = {
      columns: read(isColumn ? "span" : "colspan", 1),
      rows: isColumn ? 1 : read("rowspan", 0),
    };
    return span.columns === 1 && span.rows === 1 ? undefined : span;
  }

  lang(): TextTemplate | undefined {
    const text = this.#value("lang");
    return text === undefined ? undefined : this.#template(text.trim(), this.#refuse("lang"));
  }

  dir(): TemplateElement["dir"] {
    const text = this.#value("dir")?.trim();
    if (text === undefined) return this.#tag === "bdi" ? "auto" : undefined;
    const lower = text.toLowerCase();
    if (lower === "ltr" || lower === "rtl" || lower === "auto") return lower;
    const { parts } = splitPlaceholders(text);
    const refuse = this.#refuse("dir");
    const placeholders = parts.filter((part) => typeof part === "object");
    if (placeholders.length > 0 && parts.every((part) => typeof part === "object" || part.trim() === "")) {
      const parsed = placeholders.map(({ placeholder }) => this.#parse(placeholder, refuse));
      return parsed.every((each) => each !== undefined) ? parsed : undefined;
    }
    return refuse(
      `Invalid value ${quote(text)} of \`dir\``,
      "Write `ltr`, `rtl`, `auto` or placeholders such as `{{title | direction}}`.",
    );
  }

  image(): ImageReference | undefined {
    const { html, problems, assets, context } = this.#environment;
    if (this.#tag === "svg") {
      const svg = parseSvg(this.#element, html, problems);
      return svg && { kind: "svg", ...svg };
    }
    if (this.#tag !== "img") return undefined;
    const src = this.#value("src")?.trim();
    const refuse = this.#refuse("src");
    if (!src) return refuse("`src` is missing", 'Write `src="assets/logo.svg"` or `src="{{photo}}"`.');
    const { parts } = splitPlaceholders(src);
    const [part] = parts;
    if (parts.length === 1 && typeof part === "object") {
      const expression = this.#parse(part.placeholder, refuse);
      if (!expression) return undefined;
      if (hasFormat(expression, "image-url")) return { kind: "data", expression };
      return refuse(
        "The field in `src` is not an image",
        'Give the field `"format": "image-url"` in template.json.',
      );
    }
    const path = assetName(src);
    if (Object.hasOwn(assets, path) && !src.includes("{{")) {
      if (!assets[path]!.contentType.startsWith("font/")) return { kind: "asset", path };
      return refuse(`The asset ${quote(src)} is a font`, "Use an image.");
    }
    if (isDataUrl(src)) {
      const source = context.asset(src, "#000000");
      return source ? { kind: "embedded", url: src, source } : refuse(dataUrlProblem(src));
    }
    if (/^(?:https?:|\/\/)/iu.test(src)) {
      return refuse(
        "Images from other servers are not supported in templates",
        'Upload the image as an asset and write `src="assets/name.png"`, or use a field with the format `image-url`.',
      );
    }
    return refuse(
      src.includes("{{") ? "A URL can't be put together from parts" : `Unknown asset ${quote(src)}`,
      () =>
        suggestName(path, Object.keys(assets))()?.replace("`", "`assets/") ??
        "Add the file to the assets of the template, or correct its name.",
    );
  }

  /** Presentation attributes as declarations (HTML, section 15.4.3; SVG 2, section 6.6). */
  hints(): Declaration[] {
    if (this.#tag === "img") return this.#sizeHints();
    if (isInSvg(this.#element)) return this.#presentation(this.#element.attrs);
    if (this.#tag !== "svg") return [];
    const paint = this.#element.attrs.filter(isPaintHint).map(({ name, value }) => this.#hint(name, value));
    const isAroundText = this.#element.childNodes.some((node) => isElement(node) && hasSvgText(node));
    return [...this.#sizeHints(), ...paint, ...(isAroundText ? this.#presentation(this.#element.attrs) : [])];
  }

  /** Attributes of an SVG as declarations. Of shapes, other values than colors and numbers are left out. */
  #presentation(attrs: HtmlElement["attrs"]): Declaration[] {
    const { problems, context } = this.#environment;
    const isShape = isInSvg(this.#element) && !isTextPart(this.#element);
    const css = presentationCss(isShape ? attrs.filter(isPaintHint) : attrs, this.#tag);
    const start = this.#element.sourceCodeLocation?.startOffset ?? 0;
    const report: ReportSyntaxError = (_, message, suggestion) => problems.error(start, message, suggestion);
    const declarations = parseDeclarations({ ...createEnvironment(css, start, context, problems), report });
    if (declarations.some(({ kind }) => kind === "data-variable")) report(0, dataInSvg, colorFromData);
    return declarations.map((declaration) => ({
      ...declaration,
      offset: "property" in declaration ? offsetOfAttribute(this.#element, declaration.property) : start,
    }));
  }

  /** Of elements in an SVG. */
  svgPlace(): Pick<TemplateElement, "svgPlace"> {
    return isInSvg(this.#element)
      ? { svgPlace: readSvgPlace(this.#element, this.#environment.problems) }
      : {};
  }

  #sizeHints(): Declaration[] {
    return ["width", "height"].flatMap((name): Declaration[] => {
      const text = this.#value(name)?.trim();
      if (text === undefined || text === "") return [];
      const [, number, unit = "px"] = /^(\d{1,5}(?:\.\d{1,4})?)(%|px)?$/u.exec(text) ?? [];
      if (number !== undefined) return [this.#hint(name, `${number}${unit}`)];
      if (this.#tag === "svg" && /^[\d.]+em$/u.test(text)) return [this.#hint(name, text)];
      this.#refuse(name)(
        `Invalid value ${quote(text)} of \`${name}\``,
        `Write pixels, such as \`${name}="64"\`.`,
      );
      return [];
    });
  }

  /** An attribute as a declaration. */
  #hint(property: string, text: string): Declaration {
    const offset = offsetOfAttribute(this.#element, property);
    return { kind: "property", property, value: valuesOf(text), offset, valueOffset: offset, end: offset };
  }
}

/** `assets/logo.svg` as `logo.svg`. */
export function assetName(path: string): string {
  return path.replace(/^\.?\//u, "").replace(/^assets\//u, "");
}

/** `{{tags}}` as `tags`: conditions and loops need no braces. */
function unwrap(text: string): string {
  return /^\s*\{\{([^{}]*)\}\}\s*$/u.exec(text)?.[1] ?? text;
}
