import type { Style } from "../../scene/index.ts";
import { lazy } from "@placard/contracts/lazy";
import { valuesOf, type ComponentValue, type Values } from "../css/component-values.ts";
import type { CardSize } from "../css/container-query.ts";
import type { Declaration, SpecifiedValue } from "../css/declarations.ts";
import type { Longhands } from "../css/properties/longhands.ts";
import { SelectorMatcher } from "../css/match-selector.ts";
import { rootFontSize, type ValueContext } from "../css/value-context.ts";
import type { PseudoElement } from "../css/selector.ts";
import type { RegisteredProperty, StyleRule } from "../css/stylesheet.ts";
import { getOrInsert } from "@placard/contracts/maps";
import type { TemplateElement } from "../html/template-element.ts";
import type { CardElement } from "../scene/card-element.ts";
import { cascade, computeVariables, inImportanceOrder, matchingRules, type Variables } from "./cascade.ts";
import { computeValues, rootParent, type ComputedValues } from "./compute-values.ts";
import type { GeneratedElement, StyledElements } from "./find-candidates.ts";
import { legacyClamp, toStyle, type BoxDisplay, type DataLayer } from "./to-style.ts";

/** What the style of an element depends on besides its rules, its size and its ancestors. */
interface OwnState extends Pick<CardElement, "dir" | "lang" | "variables"> {
  readonly element: GeneratedElement;
}

const svgPaint =
  /^(?:fill|clip-rule|stroke|opacity|display|visibility|color$|transform|translate|rotate|scale)/u;

type ModernDisplay = BoxDisplay | "none" | "contents";

/** An element with its style. Shared between cards. */
export interface StyledElement {
  readonly style: Style;
  readonly display: ModernDisplay;
  readonly lang: string | undefined;
  readonly dataLayers: readonly DataLayer[];
  /** Unique in a cache. */
  readonly id: number;
  readonly computed: ComputedValues;
  readonly variables: Variables;
  /** Whether children are flex items. */
  readonly isFlexContainer: boolean;
}

/** What a style takes, in bytes. */
const styleBytes = 5 * 1024;

/** What the styles of a template are resolved from. */
export interface StyleSource {
  readonly styled: StyledElements;
  readonly properties: readonly RegisteredProperty[];
  readonly findAsset: ValueContext["asset"];
}

/** The styles of all templates that were used last, up to a number of bytes. */
export class StyleCache {
  readonly #maxStyles: number;
  readonly #sourceIds = new WeakMap<StyleSource, number>();
  /** Least recently used first. */
  readonly #styles = new Map<string, StyledElement>();
  #nextId = 0;

  constructor(maxBytes: number) {
    this.#maxStyles = maxBytes / styleBytes;
  }

  /** The styles of a card of a template with a size and with custom properties, which the key identifies. */
  forCard(source: StyleSource, size: CardSize, key: string, createVariables: () => Variables): CardStyles {
    const id = getOrInsert(this.#sourceIds, source, () => this.#nextId++);
    const variables = lazy(() => new Map([...createVariables(), ...initialValues(source)]));
    return new CardStyles(this, `${id}/${size.width}x${size.height}/${key}`, { source, size, variables });
  }

  /** The style with a key, which is created if it is not kept. */
  find(key: string, create: (id: number) => StyledElement): StyledElement {
    const style = this.#styles.get(key) ?? create(this.#nextId++);
    this.#styles.delete(key);
    this.#styles.set(key, style);
    if (this.#styles.size > this.#maxStyles) this.#styles.delete(this.#styles.keys().next().value!);
    return style;
  }
}

function initialValues({ properties }: StyleSource): (readonly [name: string, value: Values])[] {
  return properties.flatMap(({ name, initial }) => (initial ? [[name, initial] as const] : []));
}

/** What the styles of a card are resolved from. */
interface CardSource {
  readonly source: StyleSource;
  readonly size: CardSize;
  readonly variables: () => Variables;
}

/** The styles of the elements of one card. */
export class CardStyles {
  readonly #cache: StyleCache;
  readonly #key: string;
  readonly #card: CardSource;
  readonly #matcher = new SelectorMatcher();

  constructor(cache: StyleCache, key: string, card: CardSource) {
    this.#cache = cache;
    this.#key = key;
    this.#card = card;
  }

  /** Whether rules of the template may set the paint of an element of an SVG. */
  hasPaintRules({ index }: TemplateElement): boolean {
    return (this.#card.source.styled.candidates[index] ?? []).some(({ rule }) =>
      rule.declarations.some((each) => "property" in each && svgPaint.test(each.property)),
    );
  }

  hasGenerated(element: TemplateElement, kind: PseudoElement): boolean {
    return this.#card.source.styled.generated.get(element)?.[kind] !== undefined;
  }

  /** The style of an element in one with the style `parent`. */
  styleOf(element: CardElement, parent?: StyledElement): StyledElement {
    return this.#find(element, parent, element);
  }

  /**
   * The style of a pseudo-element in an element with the style `parent`; undefined if it has no content.
   * `origin`: the element that it belongs to, which its selectors match.
   */
  styleGenerated(parent: StyledElement, origin: CardElement, kind: PseudoElement) {
    const generated = this.#card.source.styled.generated.get(origin.element)?.[kind];
    if (!generated) return undefined;
    const state = { element: generated, dir: undefined, lang: parent.lang, variables: new Map() };
    const styled = this.#find(state, parent, origin);
    const { content } = styled.computed.values;
    return styled.display === "none" ? undefined : { styled, content };
  }

  /** Finds the style of an element. Elements that the same rules match share it, also on other cards. */
  #find(state: OwnState, parent: StyledElement | undefined, target: CardElement): StyledElement {
    const { element, dir, lang, variables } = state;
    const match = (lists: StyledElements["candidates"]) =>
      matchingRules(lists[element.index] ?? [], target, this.#card.size, this.#matcher);
    const defaults = match(this.#card.source.styled.defaults);
    const rules = match(this.#card.source.styled.candidates);
    const indices = [defaults, rules].map((list) => list.map(({ index }) => index).join()).join("/");
    let key = `${element.index}/${dir}/${lang}/${indices}`;
    for (const [name, value] of variables) key += `;${name}${value}`;
    const create = (id: number) => ({ id, ...this.#resolve(state, parent, defaults, rules) });
    return this.#cache.find(`${parent?.id ?? this.#key}/${key}`, create);
  }

  #resolve(
    state: OwnState,
    parent: StyledElement | undefined,
    defaults: readonly StyleRule[],
    rules: readonly StyleRule[],
  ): Omit<StyledElement, "id"> {
    const { element, dir } = state;
    const place = { offset: 0, valueOffset: 0, end: 0 };
    const ofDir =
      dir && ({ kind: "property", property: "direction", value: valuesOf(dir), ...place } as const);
    const fromData = [...state.variables].map(
      ([name, text]) => ({ kind: "variable", name, value: [dataValue(text)], ...place }) as const,
    );
    const declarations: Declaration[] = [
      ...(ofDir ? [ofDir] : []),
      ...defaults.flatMap((rule) => rule.declarations),
      ...element.hints,
      ...inImportanceOrder(rules, element.style),
      ...fromData,
    ];
    const initial = this.#card.variables();
    const inherited = parent ? this.#inherited(parent.variables) : initial;
    const variables = computeVariables(inherited, initial, declarations);
    const winners = cascade(declarations, variables, dir ?? parent?.style.direction ?? "ltr");
    const isCentered =
      element.tag === "th" && !winners.has("text-align") && parent?.computed.values["text-align"] === "start";
    if (isCentered) winners.set("text-align", centered);
    const outer = parent?.computed ?? rootParent;
    const computed = computeValues(winners, outer, this.#card.size, this.#card.source.findAsset);
    return { variables, computed, ...styleWith(computed, state, parent) };
  }

  /** Custom properties that are not inherited start with their initial value. */
  #inherited(variables: Variables): Variables {
    const own = this.#card.source.properties.filter(({ isInherited }) => !isInherited);
    if (own.length === 0) return variables;
    const inherited = new Map(variables);
    for (const { name } of own) {
      const value = this.#card.variables().get(name);
      if (value) inherited.set(name, value);
      else inherited.delete(name);
    }
    return inherited;
  }
}

/** The style of an element with computed values, and what depends on the element around it. */
function styleWith(
  computed: ComputedValues,
  { element, lang }: OwnState,
  parent: StyledElement | undefined,
): Omit<StyledElement, "variables" | "computed" | "id"> {
  const isItem = parent === undefined || parent.isFlexContainer;
  const isButton = element.tag === "button" && !isItem;
  const values = isButton ? inFlowButton(computed.values) : computed.values;
  // The layout makes absolutely positioned elements blocks: their static position depends on their own
  // display.
  const modern = modernDisplay(values);
  const ownDisplay = parent === undefined && modern === "contents" ? "block" : modern;
  const mode = values["writing-mode"];
  const isTurned = parent !== undefined && mode !== parent.computed.values["writing-mode"];
  const inFlow = isTurned && ownDisplay === "inline" ? "inline-block" : ownDisplay;
  const display = isItem ? blockify(inFlow) : inFlow;
  const isFirstLetter = element.tag === "::first-letter";
  const boxDisplay = isFirstLetter || display === "none" || display === "contents" ? "inline" : display;
  const isSeparate = ["absolute", "fixed"].includes(values.position) || display.startsWith("inline-");
  const { fontSize, fit } = computed;
  const { style, dataLayers } = toStyle(values, {
    display: boxDisplay,
    fontSize,
    opticalSize: typeof fontSize === "number" ? fontSize : fontSize.em * (fit?.max ?? rootFontSize),
    lang,
    inheritedDecorations: isSeparate ? [] : (parent?.style.textDecoration ?? []),
  });
  const isFlexContainer =
    display === "contents"
      ? (parent?.isFlexContainer ?? false)
      : display.endsWith("flex") || display.endsWith("grid");
  // Unlike other inline blocks, a button that clips its text keeps its baseline.
  const isClipped = isButton && style.overflow === "hidden";
  const own = isClipped ? { ...style, overflow: "clip" as const } : style;
  return { style: own, dataLayers, display, lang, isFlexContainer };
}

/** In browsers, a button is never an inline box, and never as wide as the block that contains it. */
function inFlowButton(values: Longhands): Longhands {
  const { position, width, display } = values;
  if (position === "absolute" || position === "fixed") return values;
  return {
    ...values,
    width: width === "auto" ? "fit-content" : width,
    display: display === "inline" ? "inline-block" : display,
  };
}

/** Old flexbox as what it is in browsers: a block with clamped lines, or a flex container. */
function modernDisplay(values: Longhands): ModernDisplay {
  if (values.display !== "-webkit-box") return values.display;
  return legacyClamp(values) === undefined ? "flex" : "block";
}

/** The display of flex items and the root (CSS Display 3, section 2.7). */
function blockify(display: ModernDisplay): ModernDisplay {
  if (display === "inline" || display === "inline-block" || display.startsWith("table-")) return "block";
  if (display === "inline-flex") return "flex";
  return display === "inline-grid" ? "grid" : display;
}

/** Of `th`, unless an element around it has another alignment, as in browsers. */
const centered: SpecifiedValue = valuesOf("center");

const unplaced = { start: 0, end: 0, isSpaced: false };

/** A color as a component value. */
export function colorValue(color: string): ComponentValue {
  return { ...unplaced, kind: "hash", value: color.slice(1) };
}

/** A value from data as a component value. */
function dataValue(text: string): ComponentValue {
  return text.startsWith("#") ? colorValue(text) : numberValue(Number(text));
}

/** A number as a component value. */
export function numberValue(value: number): ComponentValue {
  return {
    ...unplaced,
    kind: "number",
    value,
    isInteger: Number.isInteger(value),
    sign: value < 0 ? "-" : "",
  };
}
