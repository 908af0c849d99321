import type { TemplateData } from "@placard/contracts";
import type { DocumentAsset } from "../document.ts";
import type { CardOptions, CompiledTemplate } from "../language/compile-template.ts";
import type { Declaration } from "../language/css/declarations.ts";
import { evaluate, type Scope } from "../language/data/evaluate.ts";
import type { Expression } from "../language/data/expressions.ts";
import { defaultStyles, voidElements } from "../language/html/elements.ts";
import { escapeUTF8 } from "entities/escape";
import { rootScope } from "../language/scene/root-scope.ts";
import { brandImage } from "../language/scene/scene-images.ts";
import { createRoot, renderText, variableText, type CardElement } from "../language/scene/card-element.ts";
import {
  chooseColors,
  createVariables,
  familyText,
  variableTexts,
  type CardColors,
} from "../language/scene/palette-variables.ts";
import { StyleCache, type CardStyles, type StyledElement } from "../language/style/style-tree.ts";

/** What the layout decided about a card, and where a browser finds its images. */
export interface HtmlOptions extends CardOptions {
  /** The chosen sizes for `font-size: fit(…)`, in pixels by element path; otherwise the maximum. */
  readonly fontSizes?: ReadonlyMap<string, number>;
  /** The paths of the elements that were dropped. */
  readonly dropped?: ReadonlySet<string>;
  /** The URL of an asset of the template or brand. Without it, the template's assets keep their path. */
  readonly assetUrl?: (asset: DocumentAsset) => string;
}

/**
 * A card as HTML for a browser: a style element and the root element. It belongs into an element of the size
 * of the card with `container-type: size`. Placeholders, loops and conditions are replaced; each element has
 * its path in the scene as `data-path`.
 */
export function expandToHtml(template: CompiledTemplate, data: TemplateData, options: HtmlOptions): string {
  const colors = chooseColors(template.source.json, data, options.brand);
  const writer = new HtmlWriter(template, options, colors);
  return `<style>${writer.css(data)}</style>${writer.root(data)}`;
}

/** Attributes that are written from their meaning. */
const writtenAttributes = new Set(["class", "style", "dir", "lang", "src", "alt", "width", "height"]);

class HtmlWriter {
  readonly #source: CompiledTemplate["source"];
  readonly #options: HtmlOptions;
  readonly #colors: CardColors;

  constructor({ source }: CompiledTemplate, options: HtmlOptions, colors: CardColors) {
    this.#source = source;
    this.#options = options;
    this.#colors = colors;
  }

  /** The template's rules above the default styles. `:root` is the card's root element. */
  css(data: TemplateData): string {
    const variables = Object.entries(variableTexts(this.#colors)).map(([name, text]) => `${name}: ${text};`);
    const scope = rootScope(this.#source.json, { ...this.#options, data, colors: this.#colors });
    const { css: source, root } = this.#source;
    const withUrls = source.replace(dataUrl, (_, placeholder: string) =>
      this.#cssUrl(root.styleData.get(placeholder.trim()), scope),
    );
    const css = withData(withUrls, root.styleData, scope);
    return `@layer defaults {
:where([data-path]) { margin: 0; padding: 0; box-sizing: border-box }
[data-path=""] { list-style: none }
ul, ol { list-style: inherit }
[data-path]::before, [data-path]::after { box-sizing: border-box }
${toBrowserCss(defaultStyles)}
li { display: list-item }
[data-path=""] { display: flow-root; ${variables.join(" ")} }
}
${this.#brandFonts()}
${this.#withAssetUrls(toBrowserCss(css))}`;
  }

  #brandFonts(): string {
    const { assetUrl } = this.#options;
    const faces = Object.values(this.#colors.brand?.fonts ?? {}).flatMap((face) =>
      face && "id" in face ? [face] : [],
    );
    if (!assetUrl) return "";
    return faces
      .map(
        (face) =>
          `@font-face { font-family: ${familyText(face.family)}; font-weight: ${face.weight}; font-style: ${face.style}; src: url("${encodeUrl(assetUrl(face))}") }`,
      )
      .join("\n");
  }

  root(data: TemplateData): string {
    const { root, style } = this.#source;
    const { width, height, locale } = this.#options;
    const { json } = this.#source;
    const scope = rootScope(json, { ...this.#options, data, colors: this.#colors });
    const variables = () => createVariables(this.#colors);
    const cardStyles = new StyleCache(Infinity).forCard(
      style,
      { width, height },
      this.#colors.key,
      variables,
    );
    return this.#element(createRoot(root, scope, locale), cardStyles, undefined);
  }

  #element(element: CardElement, styles: CardStyles, parent: StyledElement | undefined): string {
    const styled = styles.styleOf(element, parent);
    const attributes = this.#attributes(element, styled);
    const { image, tag } = element.element;
    if (image?.kind === "svg")
      return this.#filled(image.source, element.scope).replace(/^<svg/u, () => `<svg${attributes}`);
    if (tag === "img") return `<img${attributes} src="${escapeUTF8(this.#imageUrl(element))}" alt="">`;
    if (voidElements.has(tag)) return `<${tag}${attributes}>`;
    const name = tag === "body" ? "div" : tag;
    const content = element.content.map((child) =>
      "text" in child
        ? escapeUTF8(renderText(child.text, element.contentScope))
        : this.#element(child, styles, styled),
    );
    return `<${name}${attributes}>${content.join("")}</${name}>`;
  }

  /** The source of an SVG with the values of fields. */
  #filled(source: string, { data }: Scope): string {
    return source.replace(/\{\{\s*(\w+)\s*\}\}/gu, (_, field: string) => {
      const value = data[field];
      return typeof value === "string" ? escapeUTF8(value) : "";
    });
  }

  #attributes(cardElement: CardElement, styled: StyledElement): string {
    const { element, path, classes, dir, lang, parent } = cardElement;
    const style = this.#style(cardElement, styled);
    const attributes: [string, string | undefined][] = [
      ["data-path", path],
      ["class", [...classes].join(" ") || undefined],
      ["dir", dir],
      ["lang", lang === parent?.lang ? undefined : lang],
      ["style", style || undefined],
      ...[...element.attributes.keys()]
        .filter((name) => !writtenAttributes.has(name))
        .map((name): [string, string | undefined] => [name, cardElement.attribute(name)]),
      ...element.hints.map(hintAttribute),
    ];
    return attributes
      .map(([name, value]) => (value === undefined ? "" : ` ${name}="${escapeUTF8(value)}"`))
      .join("");
  }

  #style({ element, path, scope }: CardElement, styled: StyledElement): string {
    const { styleData, styleText } = element;
    const own = styleText
      .replace(/(--[\w-]+)\s*:\s*\{\{[^{}]*\}\}/gu, (_, name: string) => {
        const expression = styleData.get(name);
        const value = expression && variableText(expression, scope);
        return value === undefined ? "" : `${name}: ${value}`;
      })
      .replace(dataUrl, (_, placeholder: string) => this.#cssUrl(styleData.get(placeholder.trim()), scope));
    const declarations = [
      this.#withAssetUrls(toBrowserCss(withData(own, styleData, scope))).replace(/;\s*$/u, ""),
    ];
    const { lineClamp } = styled.style;
    const box = clampedDisplay(styled);
    if (lineClamp !== undefined && box !== undefined) {
      declarations.push(
        `display: ${box}; -webkit-box-orient: vertical; -webkit-line-clamp: ${lineClamp}; overflow: hidden`,
      );
    }
    const { declaresFit, fit } = styled.computed;
    if (declaresFit && fit) {
      declarations.push(`font-size: ${this.#options.fontSizes?.get(path) ?? fit.max}px`);
    }
    if (this.#options.dropped?.has(path)) declarations.push("display: none");
    return declarations.filter((declaration) => declaration !== "").join("; ");
  }

  #imageUrl({ element: { image }, scope }: CardElement): string {
    if (image?.kind === "asset") return this.#assetUrl(image.path);
    if (image?.kind === "embedded") return image.url;
    return image?.kind === "data" ? this.#dataUrl(image.expression, scope) : "";
  }

  #dataUrl(expression: Expression, scope: Scope): string {
    if (expression.source.kind !== "brand") return evaluate(expression, scope);
    const asset = brandImage(this.#colors, expression);
    return (asset && this.#options.assetUrl?.(asset)) ?? "";
  }

  #cssUrl(expression: Expression | undefined, scope: Scope): string {
    const url = expression ? this.#dataUrl(expression, scope) : "";
    return url === "" ? "none" : `url("${encodeUrl(url)}")`;
  }

  #assetUrl(name: string): string {
    const { assets } = this.#source;
    const asset = Object.hasOwn(assets, name) ? assets[name] : undefined;
    return (asset && this.#options.assetUrl?.(asset)) ?? `assets/${name}`;
  }

  /** Replaces the paths of assets in `url()`. */
  #withAssetUrls(css: string): string {
    return css.replace(
      /url\(\s*["']?\s*\.?\/?assets\/([^"')]*?)\s*["']?\s*\)/giu,
      (_, name: string) => `url("${encodeUrl(this.#assetUrl(name))}")`,
    );
  }
}

/** `url({{photo}})` */
const dataUrl = /url\(\s*["']?\s*\{\{([^{}]*)\}\}\s*["']?\s*\)/giu;

/** CSS with the values of the other placeholders. */
function withData(css: string, styleData: ReadonlyMap<string, Expression>, scope: Scope): string {
  return css.replace(/\{\{([^{}]*)\}\}/gu, (_, placeholder: string) => {
    const expression = styleData.get(`--{{${placeholder.trim()}}}`);
    return (expression && variableText(expression, scope)) ?? "";
  });
}

/** The display type with which browsers clamp the lines of a box; undefined for boxes without lines. */
function clampedDisplay({ display, style }: StyledElement): string | undefined {
  if (display === "block" || (display === "inline" && style.position === "absolute")) return "-webkit-box";
  return display === "inline-block" ? "-webkit-inline-box" : undefined;
}

function encodeUrl(url: string): string {
  return url.replace(/["\\\s<>]/gu, (character) => encodeURIComponent(character));
}

/** A `width` or `height` attribute. */
function hintAttribute(hint: Declaration): [string, string | undefined] {
  const size = hint.kind === "property" && typeof hint.value === "object" ? hint.value[0] : undefined;
  if (hint.kind !== "property" || !size) return ["", undefined];
  if (size.kind === "percentage") return [hint.property, `${size.value}%`];
  return [
    hint.property,
    size.kind === "dimension" ? `${size.value}${size.unit === "px" ? "" : size.unit}` : undefined,
  ];
}

/**
 * CSS of a template as browsers understand it: `fit()` is its maximum, `object-fit: auto` is `cover` of the
 * upper part, and `:root` is the root element of the card.
 */
function toBrowserCss(css: string): string {
  return replaceFit(css)
    .replace(/(?<![\w-])(object-fit\s*:\s*)auto\b/giu, "$1cover; object-position: 50% 10%")
    .replace(/:root\b/gu, '[data-path=""]')
    .replace(/(?<![\w.#:"'-])(?:html|body)(?=[^{};"']*\{)/giu, ':is(x-root, :where([data-path=""]))');
}

function replaceFit(css: string): string {
  let result = "";
  let at = 0;
  for (const { index } of css.matchAll(/(?<![\w-])fit\(/giu)) {
    if (index < at) continue;
    let [depth, comma, end] = [1, -1, index + 4];
    for (; end < css.length && depth > 0; end++) {
      if (css[end] === "(") depth++;
      else if (css[end] === ")") depth--;
      else if (css[end] === "," && depth === 1) comma = end;
    }
    result += css.slice(at, index) + css.slice(comma + 1, end - 1).trim();
    at = end;
  }
  return result + css.slice(at);
}
