import type { Direction } from "../../direction.ts";
import type { Style } from "../../scene/index.ts";
import { identOf, valuesOf, type ComponentValue } from "../css/component-values.ts";
import type { CardSize } from "../css/container-query.ts";
import type { Declaration, SpecifiedValue } from "../css/declarations.ts";
import type { Longhands } from "../css/properties/longhands.ts";
import { SelectorMatcher, type SelectableElement } from "../css/match-selector.ts";
import type { ValueContext } from "../css/value-context.ts";
import type { Dependency, PseudoElement } from "../css/selector.ts";
import type { RegisteredProperty } from "../css/stylesheet.ts";
import { getOrInsert } from "../get-or-insert.ts";
import type { TemplateElement } from "../html/template-element.ts";
import { cascade, computeVariables, inImportanceOrder, matchingRules, type Variables } from "./cascade.ts";
import { computeValues, rootParent, type ComputedValues } from "./compute-values.ts";
import type { StyledElements } from "./find-candidates.ts";
import { legacyClamp, toStyle, type BoxDisplay, type DataLayer } from "./to-style.ts";

/** What the values of an element depend on besides its rules and its ancestors. */
interface OwnState {
  readonly element: TemplateElement;
  /** Set by its `dir` attribute. */
  readonly dir: Direction | undefined;
  /** Set by its `lang` attribute. */
  readonly lang: string | undefined;
  /** Custom properties with values from data: `#rrggbb` or a number. */
  readonly variables: ReadonlyMap<string, string>;
}

/** What the style of an element depends on besides its template, its size and its ancestors. */
export interface ElementState extends OwnState {
  readonly classes: ReadonlySet<string>;
  /** The elements of its parent on the card, itself included, and its index among them. */
  readonly siblings: readonly ElementState[];
  readonly index: number;
  readonly attribute: (name: string) => string | undefined;
  /** Whether it has neither elements nor text. */
  readonly isEmpty: () => boolean;
  readonly children: () => readonly ElementState[];
}

const svgPaint = /^(?:fill|stroke|opacity|display|visibility|color$|transform|translate|rotate|scale)/u;

type ModernDisplay = BoxDisplay | "none" | "contents";

/** An element with its style. Shared between cards. */
export interface StyledElement {
  readonly style: Style;
  readonly display: ModernDisplay;
  readonly lang: string | undefined;
  readonly dataLayers: readonly DataLayer[];
  readonly children: Map<string, StyledElement>;
  readonly computed: ComputedValues;
  readonly variables: Variables;
  readonly selectable: SelectableElement;
  /** Whether children are flex items. */
  readonly isFlexContainer: boolean;
  readonly root: StyleRoot;
}

/** The styles of the cards of one size with the same custom properties. */
export interface StyleRoot {
  readonly size: CardSize;
  readonly variables: Variables;
  readonly elements: Map<string, StyledElement>;
  count: number;
  /** What is known about the elements of the card that is being built. */
  matching: Matching;
}

interface Matching {
  readonly matcher: SelectorMatcher;
  readonly siblings: Map<readonly ElementState[], readonly SelectableElement[]>;
  readonly siblingKeys: Map<readonly ElementState[], string>;
}

const createMatching = (): Matching => ({
  matcher: new SelectorMatcher(),
  siblings: new Map(),
  siblingKeys: new Map(),
});

/** Styles that are kept for other cards. Each takes some 10 KB. */
const maxStyles = 300;
/** Styles of one root, since a single card may have many. */
const maxStylesPerRoot = 3000;

/** Resolves the styles of elements once, and keeps them while they are used. */
export class StyleTree {
  readonly #styled: StyledElements;
  readonly #properties: readonly RegisteredProperty[];
  readonly #findAsset: ValueContext["asset"];
  /** What the rules depend on besides tags and classes. */
  readonly #dependencies: ReadonlySet<Dependency>;
  /** Least recently used first. */
  readonly #roots = new Map<string, StyleRoot>();

  constructor(
    styled: StyledElements,
    properties: readonly RegisteredProperty[],
    findAsset: ValueContext["asset"],
  ) {
    this.#styled = styled;
    this.#properties = properties;
    this.#findAsset = findAsset;
    const used = [...styled.candidates, ...styled.defaults].flat();
    this.#dependencies = new Set(used.flatMap(({ selector }) => [...selector.dependencies]));
  }

  /** The styles for a size and custom properties, which the key identifies. */
  rootFor(size: CardSize, key: string, createVariables: () => Variables): StyleRoot {
    const rootKey = `${size.width}x${size.height}/${key}`;
    let root = this.#roots.get(rootKey);
    if (root) this.#roots.delete(rootKey);
    else {
      const registered = this.#properties.flatMap(({ name, initial }) =>
        initial ? [[name, initial] as const] : [],
      );
      const variables = new Map([...createVariables(), ...registered]);
      root = { size, variables, elements: new Map(), count: 0, matching: createMatching() };
    }
    root.matching = createMatching();
    this.#roots.set(rootKey, root);
    this.#evict();
    return root;
  }

  /** Forgets the least recently used roots, except the last one, while there are too many styles. */
  #evict(): void {
    let total = [...this.#roots.values()].reduce((sum, { count }) => sum + count, 0);
    for (const [key, { count }] of [...this.#roots].slice(0, -1)) {
      if (total <= maxStyles) break;
      this.#roots.delete(key);
      total -= count;
    }
  }

  styleRoot(root: StyleRoot, state: ElementState): StyledElement {
    if (root.count > maxStylesPerRoot) {
      root.elements.clear();
      root.count = 0;
    }
    const key = keyOf(state, this.#dependencies, root);
    return getOrInsert(root.elements, key, () =>
      this.#resolve(state, undefined, root, toSelectable(state, undefined, root.matching)),
    );
  }

  styleChild(parent: StyledElement, state: ElementState): StyledElement {
    const key = keyOf(state, this.#dependencies, parent.root);
    const { root, selectable } = parent;
    return getOrInsert(parent.children, key, () =>
      this.#resolve(state, parent, root, toSelectable(state, selectable, root.matching)),
    );
  }

  /** Whether rules of the template may set the paint of an element of an SVG. */
  hasPaintRules({ index }: TemplateElement): boolean {
    return (this.#styled.candidates[index] ?? []).some(({ rule }) =>
      rule.declarations.some((each) => "property" in each && svgPaint.test(each.property)),
    );
  }

  hasGenerated(element: TemplateElement, kind: PseudoElement): boolean {
    return this.#styled.generated.get(element)?.[kind] !== undefined;
  }

  /**
   * The style of a pseudo-element; undefined if it has no content. `origin`: the element that it belongs to.
   */
  styleGenerated(parent: StyledElement, element: TemplateElement, kind: PseudoElement, origin = parent) {
    const generated = this.#styled.generated.get(element)?.[kind];
    if (!generated) return undefined;
    const styled = getOrInsert(parent.children, String(generated.index), () => {
      const state = { element: generated, dir: undefined, lang: undefined, variables: new Map() };
      // Its selectors match the element that it belongs to.
      return this.#resolve(state, parent, parent.root, origin.selectable);
    });
    const { content } = styled.computed.values;
    return styled.display === "none" ? undefined : { styled, generated, content };
  }

  #resolve(
    state: OwnState,
    parent: StyledElement | undefined,
    root: StyleRoot,
    selectable: SelectableElement,
  ): StyledElement {
    root.count++;
    const { element } = state;
    const { size } = root;
    const { defaults, candidates } = this.#styled;
    const rulesOf = (lists: typeof candidates) =>
      matchingRules(lists[element.index] ?? [], selectable, size, root.matching.matcher);
    const declarations = [
      ...rulesOf(defaults).flatMap((rule) => rule.declarations),
      ...element.hints,
      ...inImportanceOrder(rulesOf(candidates), element.style),
    ];
    const variables = computeVariables(
      parent ? this.#inherited(parent.variables, root) : root.variables,
      root.variables,
      declarations,
      new Map([...state.variables].map(([name, text]) => [name, [dataValue(text)]])),
    );
    const inheritedDirection = state.dir ?? parent?.style.direction ?? "ltr";
    const directionOf = (specified: SpecifiedValue | undefined): Direction => {
      if (typeof specified !== "object") return specified === "initial" ? "ltr" : inheritedDirection;
      const [value] = specified;
      return identOf(value) === "rtl" ? "rtl" : "ltr";
    };
    const directed = state.dir ? [directionDeclaration(state.dir), ...declarations] : declarations;
    const cascaded = cascade(directed, variables, directionOf);
    const isCentered =
      element.tag === "th" &&
      !cascaded.has("text-align") &&
      parent?.computed.values["text-align"] === "start";
    const winners = isCentered ? new Map([...cascaded, ["text-align", centered] as const]) : cascaded;
    const computed = computeValues(winners, parent?.computed ?? rootParent, size, this.#findAsset);
    return this.#withStyle(state, parent, root, { selectable, variables, computed });
  }

  /** Custom properties that are not inherited start with their initial value. */
  #inherited(variables: Variables, { variables: initial }: StyleRoot): Variables {
    const own = this.#properties.filter(({ isInherited }) => !isInherited);
    if (own.length === 0) return variables;
    const inherited = new Map(variables);
    for (const { name } of own) {
      const value = initial.get(name);
      if (value) inherited.set(name, value);
      else inherited.delete(name);
    }
    return inherited;
  }

  #withStyle(
    state: OwnState,
    parent: StyledElement | undefined,
    root: StyleRoot,
    parts: Pick<StyledElement, "selectable" | "variables" | "computed">,
  ): StyledElement {
    const isItem = parent === undefined || parent.isFlexContainer;
    const isButton = state.element.tag === "button" && !isItem;
    const values = isButton ? inFlowButton(parts.computed.values) : parts.computed.values;
    // The layout makes absolutely positioned elements blocks: their static position depends on their own
    // display.
    const modern = modernDisplay(values);
    const ownDisplay = parent === undefined && modern === "contents" ? "block" : modern;
    const mode = values["writing-mode"];
    const isTurned = parent !== undefined && mode !== parent.computed.values["writing-mode"];
    const inFlow = isTurned && ownDisplay === "inline" ? "inline-block" : ownDisplay;
    const display = isItem ? blockify(inFlow) : inFlow;
    const lang = state.lang ?? parent?.lang;
    const isFirstLetter = state.element.tag === "::first-letter";
    const boxDisplay = isFirstLetter || display === "none" || display === "contents" ? "inline" : display;
    const isSeparate = ["absolute", "fixed"].includes(values.position) || display.startsWith("inline-");
    const { style, dataLayers } = toStyle(values, {
      display: boxDisplay,
      fontSize: parts.computed.fontSize,
      lang,
      inheritedDecorations: isSeparate ? [] : (parent?.style.textDecoration ?? []),
    });
    return {
      ...parts,
      style,
      dataLayers,
      display,
      lang,
      children: new Map(),
      isFlexContainer:
        display === "contents"
          ? (parent?.isFlexContainer ?? false)
          : display.endsWith("flex") || display.endsWith("grid"),
      root,
    };
  }
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
  const { display } = values;
  if (display !== "-webkit-box" && display !== "-webkit-inline-box") return display;
  const isInline = display === "-webkit-inline-box";
  if (legacyClamp(values) !== undefined) return isInline ? "inline-block" : "block";
  return isInline ? "inline-flex" : "flex";
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

const directions = { ltr: valuesOf("ltr"), rtl: valuesOf("rtl") };

function directionDeclaration(direction: Direction): Declaration {
  return {
    kind: "property",
    property: "direction",
    value: directions[direction],
    offset: 0,
    valueOffset: 0,
    end: 0,
  };
}

/** An element of a card for selectors. Its siblings are created with it. */
function toSelectable(
  state: ElementState,
  parent: SelectableElement | undefined,
  matching: Matching,
): SelectableElement {
  const siblings = getOrInsert(matching.siblings, state.siblings, () => {
    const created: SelectableElement[] = [];
    for (const sibling of state.siblings) {
      const { element, classes, dir } = sibling;
      const own: SelectableElement = {
        tag: element.tag,
        parent,
        siblings: created,
        index: created.length,
        hasClass: (name) => classes.has(name),
        attribute: (name) => sibling.attribute(name),
        isEmpty: () => sibling.isEmpty(),
        children: () => {
          const [first] = sibling.children();
          return first ? toSelectable(first, own, matching).siblings : [];
        },
        direction: dir ?? parent?.direction ?? "ltr",
        uncertain: undefined,
      };
      created.push(own);
    }
    return created;
  });
  return siblings[state.index]!;
}

/** Identifies the style of an element below its parent. */
function keyOf(state: ElementState, dependencies: ReadonlySet<Dependency>, root: StyleRoot): string {
  const { siblings, index } = state;
  const key = ownKey(state, dependencies);
  if (dependencies.has("siblings")) {
    const { siblingKeys } = root.matching;
    const all = getOrInsert(siblingKeys, siblings, () =>
      siblings.map((sibling) => ownKey(sibling, dependencies)).join(","),
    );
    return `${key}@${index}/${all}`;
  }
  return dependencies.has("position") ? `${key}@${index}/${siblings.length}` : key;
}

function ownKey(state: ElementState, dependencies: ReadonlySet<Dependency>): string {
  const { element, classes, dir, lang, variables } = state;
  let key = String(element.index);
  if (element.dataClasses.length > 0) key += `.${[...classes].join(".")}`;
  if (dir) key += `>${dir}`;
  if (lang) key += `~${lang}`;
  for (const [name, value] of variables) key += `;${name}${value}`;
  if (dependencies.has("attributes")) {
    for (const [name, parts] of element.attributes)
      if (parts.some((part) => typeof part !== "string"))
        key += `[${name}=${JSON.stringify(state.attribute(name))}]`;
  }
  if (dependencies.has("content") && state.isEmpty()) key += "!";
  if (dependencies.has("descendants"))
    key += `(${state
      .children()
      .map((child) => ownKey(child, dependencies))
      .join(",")})`;
  return key;
}
