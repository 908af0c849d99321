import { isElement } from "@placard/templates/source";
import { apply, combine, inTurn, type Operation } from "./edit.ts";
import { moveElement, removeElement } from "./elements.ts";
import { markerPrefix, pathsAfter } from "./follow.ts";
import { keepLook } from "./keep-look.ts";
import {
  findElement,
  getElement,
  listElements,
  type OpenTemplate,
  type SourceElement,
} from "./open-template.ts";
import { removeDeclaration, setDeclarations } from "./set-declarations.ts";
import { declarationOf, declarationsOf } from "./styles.ts";
import type { TextEdit } from "./text-edits.ts";
import { wholeLines } from "./white-space.ts";

/**
 * Removes elements, with the selectors, rules and `@container` blocks that match nothing without them, and the
 * containers around a single other element.
 */
export function removeElements(paths: readonly string[]): Operation {
  const remove = combine(paths.map(removeElement));
  const removal = inTurn([
    (template) => {
      const { html = [] } = remove(template);
      return { html: [...html, ...removeUnusedSelectors(template, apply(template, remove))] };
    },
    // The blocks in style elements that are empty then.
    ({ html }) => ({
      html: [...html.matchAll(/@container[^{}@]*\{\s*\}(?=(?:(?!<style)[^])*<\/style)/giu)].map(
        ({ index, 0: { length } }) => ({ ...wholeLines(html, index, index + length), insert: "" }),
      ),
    }),
  ]);
  return withoutOnlyChildren(paths, removal);
}

/** Takes elements out of containers, and the containers away in which a single one is left. */
function withoutOnlyChildren(taken: readonly string[], change: Operation): Operation {
  return (template) => {
    const paths = pathsAfter(template, change);
    const around = new Set(taken.flatMap((path) => paths.get(getElement(template, path).parent!.path) ?? []));
    return inTurn([change, ...[...around].map(unwrapOnlyChild)])(template);
  };
}

/** Puts the only child of a container in its place if the container only arranged it, and others. */
function unwrapOnlyChild(path: string): Operation {
  return (template) => {
    const container = findElement(template, path)!;
    const { parent, children } = container;
    const [child, other] = children;
    const arranges = /^(?:display|flex.*|gap|min-(?:width|height))$/u;
    const isArranging = declarationsOf(template, container).every(({ name }) => arranges.test(name));
    if (!parent || !child || other || !isArranging || !isPlain(template, container)) return {};
    const share = declarationOf(template, container, "flex-grow")?.value;
    const isColumn = declarationOf(template, container, "flex-direction")?.value === "column";
    const ownShare = declarationsOf(template, child).filter(
      ({ name, origin }) => origin.kind === "attribute" && /^(?:flex|min-width)$/u.test(name),
    );
    const change = [
      ...(share ? [] : ownShare.map(({ name }) => removeDeclaration(child.path, name))),
      ...(share && isColumn
        ? [setDeclarations(child.path, { flex: share, "min-width": "0" }, { scope: "element" })]
        : []),
    ];
    const move = moveElement(child.path, parent.path, parent.children.indexOf(container) + 1);
    return keepLook(inTurn([...change, move, removeElement(path)]), [])(template);
  };
}

/**
 * Moves an element or makes it absolutely positioned, and removes the containers around its old place that have
 * nothing left and show nothing. Absolutely positioned elements in them stay, behind their place.
 */
export function withoutEmptied(path: string, move: Operation): Operation {
  return (template) => {
    const [after, paths] = [apply(template, move), pathsAfter(template, move)];
    let emptied: SourceElement | undefined;
    for (let around = getElement(template, path).parent; around?.parent; around = around.parent) {
      const [at] = paths.get(around.path) ?? [];
      const now = at === undefined ? undefined : findElement(after, at);
      if (!now || !isEmptied(after, now)) break;
      emptied = now;
    }
    if (!emptied) return withoutOnlyChildren([path], move)(template);
    const { path: at, parent } = emptied;
    const free = listElements(emptied).filter((each) => isFree(after, each) && !isFree(after, each.parent!));
    const kept = free.map((each) =>
      moveElement(each.path, parent!.path, parent!.children.indexOf(emptied) + 1),
    );
    return inTurn([move, ...kept.toReversed(), removeElement(at)])(template);
  };
}

function isFree(template: OpenTemplate, element: SourceElement): boolean {
  return declarationOf(template, element, "position")?.value === "absolute";
}

/** Whether there is nothing in the flow of an element, which has at most a style that shows nothing. */
function isEmptied(template: OpenTemplate, element: SourceElement): boolean {
  return (
    isPlain(template, element) &&
    element.children.every((child) => isFree(template, child) || isEmptied(template, child))
  );
}

/** Whether an element has no text, and at most a style that shows nothing. */
function isPlain(template: OpenTemplate, element: SourceElement): boolean {
  const { tag, node } = element;
  return (
    tag === "div" &&
    node.attrs.every(({ name }) => name === "style" || name.startsWith(markerPrefix)) &&
    node.childNodes.every((each) => isElement(each) || ("value" in each && each.value.trim() === "")) &&
    !declarationsOf(template, element).some(({ name }) =>
      /^(?:background|border|box-shadow|position)/u.test(name),
    )
  );
}

/** The edits that remove the selectors that matched elements before a change, and match none after it. */
function removeUnusedSelectors(before: OpenTemplate, after: OpenTemplate): TextEdit[] {
  const [rules, rulesAfter] = [rulesOf(before), rulesOf(after)];
  if (rules.length !== rulesAfter.length) return []; // a style element was removed
  const [used, usedAfter] = [usedSelectors(before), usedSelectors(after)];
  const changed = rules.flatMap(({ selectors, block }, index) => {
    const kept = selectors.filter(
      (selector, at) => !used.has(selector) || usedAfter.has(rulesAfter[index]!.selectors[at]!),
    );
    return kept.length < selectors.length ? [{ selectors, block, kept }] : [];
  });
  const removed = changed.filter(({ kept }) => kept.length === 0);
  return changed.flatMap(({ selectors, block, kept }) => {
    const isInRemoved = removed.some(
      (outer) => outer.block.start < block.start && block.end < outer.block.end,
    );
    const from = selectors[0]!.offset;
    const ends = selectors.map(({ offset, text }) => offset + text.length);
    const to = ends.at(-1)!;
    const isOwnBlock = before.html.slice(to, block.start).trim() === ""; // not of an at-rule in a rule
    if (isInRemoved || !isOwnBlock) return [];
    if (kept.length === 0) return { ...wholeLines(before.html, from, block.end), insert: "" };
    const separator = before.html.slice(ends[0], selectors[1]!.offset);
    return { from, to, insert: kept.map(({ text }) => text).join(separator) };
  });
}

function rulesOf({ checked }: OpenTemplate) {
  return checked?.sheet.rules ?? [];
}

function usedSelectors({ checked }: OpenTemplate) {
  return new Set(checked?.styled.candidates.flat().map(({ selector }) => selector));
}
