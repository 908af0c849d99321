import { combine, declarationsOf, textOf, type SourceElement } from "@placard/template-edit";
import { propertyTable, type PropertyDescription } from "@placard/templates/vocabulary";
import type { Design } from "./design.ts";

/** What an element looks like, by its properties. */
export interface CopiedStyle {
  readonly values: Readonly<Record<string, string>>;
  /** Whether it is the style of a text: then it has all properties that texts inherit. */
  readonly isOfText: boolean;
}

/** The groups of properties that are copied: not size and position. */
const groups: readonly string[] = ["text", "background", "border", "effects", "image"];
const isLook = ({ name, group }: PropertyDescription) => groups.includes(group) || name.startsWith("padding");
const lookNames = new Set(propertyTable.filter(isLook).map(({ name }) => name));

const inheritedNames = new Set(
  propertyTable.filter(({ isInherited }) => isInherited).map(({ name }) => name),
);
const isInherited = (name: string) =>
  inheritedNames.has(name) ||
  propertyTable.some((each) => each.name === name && each.sets?.some((part) => inheritedNames.has(part)));

/** The style of an element on the shown card: what is set for it, and what its text inherits. */
export function styleOf({ template, card }: Design, element: SourceElement): CopiedStyle {
  const isOfText = Boolean(textOf(template.value, element));
  const declared = (of: SourceElement) =>
    declarationsOf(template.value, of, card.value).filter(({ name }) => lookNames.has(name));
  const inherited = (from: SourceElement | undefined): ReturnType<typeof declared> =>
    from ? [...inherited(from.parent), ...declared(from).filter(({ name }) => isInherited(name))] : [];
  const all = [...(isOfText ? inherited(element.parent) : []), ...declared(element)];
  return { values: Object.fromEntries(all.map(({ name, value }) => [name, value])), isOfText };
}

/** Gives elements a style, without what they have besides it. */
export function pasteStyle(design: Design, elements: readonly SourceElement[], style: CopiedStyle): void {
  const operations = elements.map((element) => {
    const before = styleOf(design, element).values;
    const others = Object.keys(before).filter(
      (name) => !Object.hasOwn(style.values, name) && (style.isOfText || !isInherited(name)),
    );
    const changed = Object.entries(style.values).filter(([name, value]) => before[name] !== value);
    const reset = others.map((name) => [name, "initial"] as const);
    return design.declare(element.path, Object.fromEntries([...reset, ...changed]));
  });
  design.run(combine(operations));
}
