import type { Declaration } from "./css/declarations.ts";
import type { StyleRule } from "./css/stylesheet.ts";
import type { TextTemplate } from "./data/evaluate.ts";
import type { DataFields } from "./data/fields.ts";
import type { DeclarationWeights } from "./check-variables.ts";
import { dataUrlsIn, type StyleData } from "./html/declaration-data.ts";
import { getOrInsert } from "@placard/contracts/maps";
import type { TemplateElement } from "./html/template-element.ts";
import { limits } from "./limits.ts";
import type { ProblemList } from "./problem-list.ts";
import type { GeneratedElement, StyledElements } from "./style/find-candidates.ts";

/** The most nodes, images and characters of text that an element can become on a card. */
interface Expansion {
  readonly nodes: number;
  readonly images: number;
  readonly characters: number;
}

/** Checks the limits of a card, with all lists and texts at their maximum length. */
export function checkExpansion(
  { elements: [root], generated, candidates, defaults }: StyledElements,
  sheetData: StyleData,
  fields: DataFields,
  problems: ProblemList,
): void {
  if (!root) return;
  const urls = new Map<StyleRule, number>();
  /** The images of data that rules give an element. */
  const imagesOf = ({ index }: GeneratedElement): number => {
    if (sheetData.size === 0) return 0;
    let images = 0;
    for (const { rule } of candidates[index] ?? [])
      images += getOrInsert(urls, rule, () => rule.declarations.flatMap(dataUrlsIn).length);
    return images;
  };
  /** Whether a pseudo-element can be on a card. `::before` and `::after` need `content`. */
  const canBeShown = ({ tag, index }: GeneratedElement): boolean =>
    (tag !== "::before" && tag !== "::after") ||
    [...(candidates[index] ?? []), ...(defaults[index] ?? [])].some(({ rule }) =>
      rule.declarations.some(
        (declaration) => "property" in declaration && declaration.property === "content",
      ),
    );
  const expand = (element: TemplateElement): Expansion => {
    const isShape = element.svgPlace !== undefined && element.tag !== "text" && element.tag !== "tspan";
    let nodes = isShape ? 0 : 1;
    let images = imagesOf(element) + (element.image && element.image.kind !== "svg" ? 1 : 0);
    images += new Set(element.style.flatMap(dataUrlsIn)).size;
    let characters = 0;
    for (const pseudo of Object.values(generated.get(element) ?? {}).filter(canBeShown)) {
      // Its box and its text, which attributes can have from data.
      nodes += 2;
      images += imagesOf(pseudo);
      for (const parts of element.attributes.values()) for (const part of parts) characters += lengthOf(part);
    }
    for (const child of element.children) {
      if (child.kind === "text") {
        for (const part of child.parts) characters += lengthOf(part);
        if (child.parts.some((part) => typeof part !== "string" || part.trim() !== "")) nodes++;
        continue;
      }
      const expansion = expand(child);
      nodes += expansion.nodes;
      images += expansion.images;
      characters += expansion.characters;
    }
    const repetitions = repetitionsOf(element, fields);
    return {
      nodes: nodes * repetitions,
      images: images * repetitions,
      characters: characters * repetitions,
    };
  };
  const { nodes, images, characters } = expand(root);
  const offset = largestLoop(root)?.offset ?? root.offset;
  const check = (count: number, limit: number, what: string, suggestion: string) => {
    if (count > limit)
      problems.error(offset, `A card can have up to ${count} ${what}; the limit is ${limit}`, suggestion);
  };
  const fewer = "Lower `maxItems` of the lists, or remove";
  const shorter = "Lower `maxLength` or `maxItems` of the fields, or show their texts less often.";
  check(nodes, limits.nodes, "elements and texts", `${fewer} elements.`);
  check(images, limits.images, "images", `${fewer} images.`);
  check(characters, limits.characters, "characters", shorter);
}

function lengthOf(part: TextTemplate[number]): number {
  if (typeof part === "string") return part.length;
  return typeof part.field === "object" ? part.field.maxLength : 0;
}

function repetitionsOf({ loop }: TemplateElement, fields: DataFields): number {
  const list = loop && fields.get(loop.list);
  return list?.kind === "list" ? list.maxItems : 1;
}

/** How often an element is on a card, with all lists at their maximum length. */
function instancesOf(element: TemplateElement, fields: DataFields): number {
  const ofParent = element.parent ? instancesOf(element.parent, fields) : 1;
  return ofParent * repetitionsOf(element, fields);
}

function largestLoop(element: TemplateElement): TemplateElement | undefined {
  if (element.loop) return element;
  for (const child of element.children) {
    const found = child.kind === "element" ? largestLoop(child) : undefined;
    if (found) return found;
  }
  return undefined;
}

/** Checks that the styles of a card can be computed in a bounded time. */
export function checkStyleSize(
  { elements, generated, candidates }: StyledElements,
  weights: DeclarationWeights,
  fields: DataFields,
  problems: ProblemList,
): void {
  const weigh = (declarations: readonly Declaration[]) =>
    declarations.reduce((sum, declaration) => sum + (weights.get(declaration) ?? 1), 0);
  const ruleWeights = new Map<StyleRule, number>();
  let total = 0;
  for (const element of elements) {
    const instances = instancesOf(element, fields);
    total += instances * weigh(element.style);
    const styled = [element, ...Object.values(generated.get(element) ?? {})];
    for (const { rule } of styled.flatMap(({ index }) => candidates[index] ?? []))
      total += instances * getOrInsert(ruleWeights, rule, () => 1 + weigh(rule.declarations));
    if (total <= limits.styleWeight) continue;
    problems.error(
      element.offset,
      "Too many declarations apply to the elements of the template",
      "Remove rules that apply to every element.",
    );
    return;
  }
}
