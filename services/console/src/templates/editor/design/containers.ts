import { declarationOf, type OpenTemplate, type SourceElement } from "@placard/template-edit";
import { loopAround } from "./names.ts";

/*
 * Lengths are shares of the shorter side of the card, or of the size of a text: they scale with the card.
 * 1cqmin is 6.3px at 1200 × 630.
 */

/** In an entry, images and labels are beside the text, and other texts below it. */
export const rowOfEntry = { display: "flex", "align-items": "center", gap: "2.5cqmin" };
export const columnOfEntry = { display: "flex", "flex-direction": "column", gap: "0.8cqmin" };
export const gridColumns = "display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 5cqmin";

/**
 * A measure that a card sets for each of its shapes, such as `var(--text)`, which grows in a tall card.
 * @param otherwise its value in a card without that variable
 */
export function fromCard(template: OpenTemplate, variable: string, otherwise: string): string {
  return template.root && declarationOf(template, template.root, variable) ? `var(${variable})` : otherwise;
}

/** The CSS of a column. In an entry of a list, its texts are closer to each other than to the next entry. */
export function columnIn(template: OpenTemplate, place?: SourceElement): string {
  const gap = loopAround(place) ? columnOfEntry.gap : fromCard(template, "--gap", "2.5cqmin");
  return `display: flex; flex-direction: column; gap: ${gap}`;
}

/** The CSS of a row: in a tall card, it may be a column if what is in it shares the room. */
export function rowIn(template: OpenTemplate, isShared = true): string {
  const direction = isShared ? fromCard(template, "--row", "row") : "row";
  return `display: flex; ${direction === "row" ? "" : `flex-direction: ${direction}; `}gap: 5cqmin`;
}

/** The start tag of a row around elements. If one of them fills its container's space, the row does. */
export function rowAroundAll(template: OpenTemplate, elements: readonly SourceElement[]): string {
  const grows = elements.some((element) => declarationOf(template, element, "flex-grow"));
  // A label and a logo have room beside each other on a tall card, too.
  const isSized = elements.every((each) => Object.keys(columnValues(template, each)).length === 0);
  const isShared = grows || elements.length === 1 || !isSized;
  return `<div style="${rowIn(template, isShared)}${grows ? "; flex: 1; min-width: 0; min-height: 25cqmin" : ""}">`;
}

/** What makes an element a column of a row, which takes the room that is left. Its own width or shape stays. */
export function columnValues(
  template: OpenTemplate,
  element: SourceElement,
): Readonly<Record<string, string>> {
  const sizes = ["width", "flex-grow", ...(element.tag === "img" ? ["height"] : [])];
  const isSized = sizes.some((name) => declarationOf(template, element, name));
  return isSized ? {} : { flex: "1", "min-width": "0" };
}

/** The start tag of what is put around two elements, and the CSS that each gets in it. */
interface Around {
  readonly openTag: string;
  readonly values: Readonly<Record<"moved" | "target", Readonly<Record<string, string>>>>;
}

/** A row around an element of a column and one that moves beside it. */
export function rowAround(template: OpenTemplate, moved: SourceElement, target: SourceElement): Around {
  const values = { moved: columnValues(template, moved), target: columnValues(template, target) };
  return { openTag: rowAroundAll(template, [moved, target]), values };
}

/** A column in place of an element of a row, around it and one that moves above or below it. */
export function columnAround(
  template: OpenTemplate,
  moved: SourceElement | undefined,
  target: SourceElement,
): Around {
  const [share, width, shrink] = ["flex-grow", "width", "flex-shrink"].map((name) =>
    declarationOf(template, target, name),
  );
  const sizes = [share, share && { name: "min-width", value: "0" }, width, shrink]
    .filter((each) => each !== undefined)
    .map(({ name, value }) => `${name}: ${value}`);
  const style = [...new Set([columnIn(template, target), ...sizes])].join("; ");
  // Texts would grow to the bottom as they did to the right. Images fill the room.
  const stacked = (element: SourceElement) =>
    declarationOf(template, element, "flex-grow") && element.tag !== "img" ? { flex: "none" } : {};
  const values = {
    moved: moved ? stacked(moved) : {},
    target: { ...stacked(target), ...(width && { width: "auto" }) },
  };
  return { openTag: `<div style="${style}">`, values };
}

/** What makes an element a row of a new column, which looks like the element before, and others. */
export function columnOfOthers(template: OpenTemplate, parent: SourceElement) {
  const valuesOf = (names: readonly string[]) =>
    names.flatMap((name) => {
      const value = declarationOf(template, parent, name)?.value;
      return value === undefined ? [] : [[name, value] as const];
    });
  const isFlex = declarationOf(template, parent, "display")?.value.includes("flex") ?? false;
  const alignment = isFlex ? valuesOf(["align-items", "justify-content"]) : [];
  const kept = isFlex ? [...valuesOf(["display", "flex-direction", "gap"]), ...alignment] : [];
  const style = [...kept, ["flex", "1"], ["min-width", "0"]].map((declaration) => declaration.join(": "));
  return {
    row: {
      ...(isFlex ? {} : { display: "flex" }),
      gap: "5cqmin",
      "flex-direction": fromCard(template, "--row", "row"),
      ...Object.fromEntries(
        alignment.map(([name]) => [name, name === "align-items" ? "stretch" : "flex-start"]),
      ),
    },
    column: `<div style="${style.join("; ")}">`,
  };
}
