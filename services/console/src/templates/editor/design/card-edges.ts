import {
  findElement,
  inTurn,
  removeDeclaration,
  setDeclarations,
  setDeclarationsAtSize,
  declarationOf,
} from "@placard/template-edit";
import type { Card, CardSize, OpenTemplate, Operation, SourceElement } from "@placard/template-edit";
import { previewSizes } from "@placard/templates/samples";
import {
  ends,
  inShownOrder,
  isAbsolute,
  loneVariable,
  px,
  readStyles,
  sides,
  type Side,
  type StyleReader,
} from "./style-reader.ts";
import type { Design } from "./design.ts";
import { conditionsOf, fieldOf } from "./names.ts";

/**
 * The margins that extend an element in the flow over the paddings to each edge of the card that is next to
 * it: also of a card in a right-to-left language. Undefined if there is none, if it has these margins, or if
 * it has a size of its own.
 */
export function marginsToEdges(
  template: OpenTemplate,
  element: SourceElement,
  card: Card,
): Readonly<Record<string, string>> | undefined {
  const styles = readStyles(template, card);
  const paddings = paddingsToEdges(styles, element);
  if (![...paddings.values()].some((each) => each.length > 0)) return undefined;
  const [top, right, bottom, left] = sides.map((side) => {
    const around = paddings.get(side);
    return around ? negative(around) : (styles.text(element, `margin-${side}`) ?? "0");
  });
  const margins = { "margin-block": `${top} ${bottom}`, "margin-inline": `${left} ${right}` };
  return hasValues(template, element, margins, card) ? undefined : margins;
}

function hasValues(
  template: OpenTemplate,
  element: SourceElement,
  values: Readonly<Record<string, string>>,
  card: Card,
): boolean {
  return Object.entries(values).every(
    ([name, value]) => declarationOf(template, element, name, card)?.value === value,
  );
}

/** The paddings between an element and each edge of the card from which nothing else separates it. */
function paddingsToEdges(styles: StyleReader, element: SourceElement): ReadonlyMap<Side, readonly string[]> {
  const none = new Map<Side, readonly string[]>();
  const isSized = ["width", "height"].some((property) => styles.isSet(element, property));
  const isAligned = !["auto", "stretch"].includes(styles.text(element, "align-self") ?? "auto");
  if (isSized || isAligned || isAbsolute(styles, element)) return none;
  const field = fieldOf(element);
  const paddings = new Map<Side, readonly string[]>(sides.map((side) => [side, []]));
  for (let inner = element; inner.parent; inner = inner.parent) {
    const { parent } = inner;
    const isGrid = /grid|table/.test(styles.text(parent, "display") ?? "");
    if (isGrid || styles.text(parent, "flex-direction")?.includes("reverse")) return none;
    /** Not what takes the place of the element if its field is empty. */
    const isBeside = (each: SourceElement) =>
      !conditionsOf(each).some(({ name, value }) => name === "unless" && value === field) &&
      !isAbsolute(styles, each) &&
      styles.text(each, "display") !== "none";
    const others = inShownOrder(styles, parent.children).filter((each) => each === inner || isBeside(each));
    const [start, end] = ends[styles.direction(parent) === "row" ? "x" : "y"];
    if (others[0] !== inner) paddings.delete(start);
    if (others.at(-1) !== inner) paddings.delete(end);
    for (const [side, outer] of paddings) {
      const padding = styles.text(parent, `padding-${side}`) ?? "0";
      if (/%|em\b/.test(padding)) return none; // they refer to the element itself
      if (!/^0(?:px)?$/.test(padding)) paddings.set(side, [...outer, padding]);
    }
  }
  return paddings;
}

/**
 * Sets those margins, for the shown size only or for all. A row that is a column at some sizes is next to
 * other edges there: these get a rule for the sizes at which it is one.
 */
export function extendToEdges(design: Design, element: SourceElement): void {
  const { path } = element;
  const template = design.template.value;
  if (design.onlySize.value) {
    const margins = marginsToEdges(template, element, design.card.value);
    if (margins) design.run(design.declare(path, margins));
    return;
  }
  const all = previewSizes.map((size) => ({
    size,
    margins: marginsToEdges(template, element, design.cardAt(size)),
    condition: directionCondition(template, element, design.cardAt(size)),
  }));
  const [base, ...others] = all;
  const setBase = base?.margins ? [setDeclarations(path, base.margins, { scope: "element" })] : [];
  const setOthers = others.map(({ size, margins, condition }): Operation => (current) => {
    if (!margins || hasValues(current, findElement(current, path)!, margins, design.cardAt(size))) return {};
    const sameRule = all.filter((each) => each.condition === condition);
    const isForAll = sameRule.every((each) => JSON.stringify(each.margins) === JSON.stringify(margins));
    return setDeclarationsAtSize(path, margins, size, "element", isForAll ? condition : undefined)(current);
  });
  design.run(inTurn([...setBase, ...setOthers]));
}

/** Removes those margins at all sizes, or sets none at one. */
export function removeEdgeMargins(path: string, onlySize?: CardSize): Operation {
  const remove = (name: string, size: CardSize): Operation => {
    return (template) => {
      const setter = declarationOf(template, findElement(template, path)!, name, size);
      const isOwn = setter?.origin.kind === "attribute" || setter?.origin.isOwn;
      const extendsToEdge = setter?.name === name && isOwn && /(?<![\w-])-\d/.test(setter.value);
      if (!extendsToEdge) return {};
      if (onlySize) return setDeclarationsAtSize(path, { [name]: "0" }, size)(template);
      return removeDeclaration(path, name, { scope: "element", size })(template);
    };
  };
  const names = ["margin-block", "margin-inline"];
  const sizes = onlySize ? [onlySize] : previewSizes;
  return inTurn(sizes.flatMap((size) => names.map((name) => remove(name, size))));
}

/** The condition of the rule that sets the direction of the container around an element at a size. */
function directionCondition(
  template: OpenTemplate,
  { parent }: SourceElement,
  card: Card,
): string | undefined {
  const setter = parent && declarationOf(template, parent, "flex-direction", card);
  const variable = loneVariable(setter?.value ?? "");
  const origin = (variable && template.root ? declarationOf(template, template.root, variable, card) : setter)
    ?.origin;
  const conditions = origin?.kind === "rule" ? origin.rule.conditionTexts : [];
  return conditions.length === 1 ? conditions[0] : undefined;
}

/** The negative sum of lengths. */
function negative(lengths: readonly string[]): string {
  const pixels = lengths.map((length) => Number(/^([\d.]+)px$/.exec(length)?.[1]));
  if (!pixels.some(Number.isNaN)) return px(-pixels.reduce((sum, each) => sum + each, 0));
  return `calc(-1 * ${lengths.join(" - ")})`;
}
