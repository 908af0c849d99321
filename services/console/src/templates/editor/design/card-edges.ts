import { findElement, setDeclarations, setDeclarationsAtSize, valueOf } from "@placard/template-edit";
import type { OpenTemplate, Operation, SourceElement } from "@placard/template-edit";
import { previewSizes } from "@placard/templates/samples";
import {
  ends,
  isAbsolute,
  px,
  readStyles,
  sides,
  type CardSize,
  type Side,
  type StyleReader,
} from "./canvas/lengths.ts";
import type { Design } from "./design.ts";

/** What the distances of an element to the edges of the card are read from. */
type Reader = Pick<Design, "template" | "isOnCard">;

/**
 * The margins that extend an element in the flow over the paddings to each edge of the card that is next to it.
 * Undefined if there is none, or if it has these margins.
 */
export function marginToEdges(reader: Reader, element: SourceElement, size: CardSize): string | undefined {
  const { template } = reader;
  const styles = readStyles(template.value, size);
  const paddings = paddingsToEdges(reader, styles, element);
  if (![...paddings.values()].some((each) => each.length > 0)) return undefined;
  const ofSide = (side: Side) => {
    const around = paddings.get(side);
    return around ? negative(around) : (styles.text(element, `margin-${side}`) ?? "0");
  };
  const margin = sides.map(ofSide).join(" ");
  return valueOf(template.value, element, "margin", size)?.value === margin ? undefined : margin;
}

/** The paddings between an element and each edge of the card from which nothing else separates it. */
function paddingsToEdges({ isOnCard }: Reader, styles: StyleReader, element: SourceElement) {
  const none = new Map<Side, readonly string[]>();
  if (isAbsolute(styles, element)) return none;
  const paddings = new Map<Side, readonly string[]>(sides.map((side) => [side, []]));
  for (let inner = element; inner.parent; inner = inner.parent) {
    const { parent } = inner;
    if (/grid|table/.test(styles.text(parent, "display") ?? "")) return none;
    const isShown = (each: SourceElement) =>
      each === inner ||
      (isOnCard(each.path) && !isAbsolute(styles, each) && styles.text(each, "display") !== "none");
    const shown = parent.children.filter(isShown);
    const [start, end] = ends[styles.direction(parent) === "row" ? "x" : "y"];
    if (shown[0] !== inner) paddings.delete(start);
    if (shown.at(-1) !== inner) paddings.delete(end);
    for (const [side, outer] of paddings) {
      const padding = styles.text(parent, `padding-${side}`) ?? "0";
      if (padding !== "0") paddings.set(side, [...outer, padding]);
    }
  }
  return paddings;
}

/**
 * Sets those margins, for the shown size only or for all. A row that is a column at some sizes is next to other
 * edges there: these get a rule for the sizes at which it is one.
 */
export function extendToEdges(design: Design, element: SourceElement): string | undefined {
  const { path } = element;
  const { size, template } = design;
  if (design.onlySize.value) {
    const margin = marginToEdges(design, element, size.value);
    return margin === undefined ? undefined : design.run(design.declare(path, { margin }));
  }
  const [base, ...others] = previewSizes.map((each) => ({
    size: each,
    margin: marginToEdges(design, element, each),
    condition: directionCondition(template.value, element, each),
  }));
  const setBase =
    base?.margin === undefined ? [] : [setDeclarations(path, { margin: base.margin }, { scope: "element" })];
  const setOthers = others.map(({ size: at, margin, condition }): Operation => (current) => {
    const isSet =
      margin === undefined || valueOf(current, findElement(current, path)!, "margin", at)?.value === margin;
    return isSet ? {} : setDeclarationsAtSize(path, { margin }, at, "element", condition)(current);
  });
  return design.run([...setBase, ...setOthers]);
}

/** The condition of the rule that sets the direction of the container around an element at a size. */
function directionCondition(
  template: OpenTemplate,
  { parent }: SourceElement,
  size: CardSize,
): string | undefined {
  const setter = parent && valueOf(template, parent, "flex-direction", size);
  const [, variable] = /^var\((--[\w-]+)\)$/.exec(setter?.value ?? "") ?? [];
  const origin = (variable && template.root ? valueOf(template, template.root, variable, size) : setter)
    ?.origin;
  const conditions = origin?.kind === "rule" ? origin.rule.conditionTexts : [];
  return conditions.length === 1 ? conditions[0] : undefined;
}

/** The sum of lengths, less than 0. */
function negative(lengths: readonly string[]): string {
  const pixels = lengths.map((length) => Number(/^([\d.]+)px$/.exec(length)?.[1]));
  if (!pixels.some(Number.isNaN)) return px(-pixels.reduce((sum, each) => sum + each, 0));
  return `calc(-1 * ${lengths.join(" - ")})`;
}
