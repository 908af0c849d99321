import type { Direction } from "../../direction.ts";
import type { Compound, PseudoClass, Selector } from "./selector.ts";

/** What selectors know about an element. */
export interface SelectableElement {
  readonly tag: string;
  readonly parent: SelectableElement | undefined;
  readonly hasClass: (name: string) => boolean;
  /** From 1; undefined if unknown: any position is then possible. */
  readonly position: number | undefined;
  readonly siblingCount: number;
  readonly direction: Direction | undefined;
  /** Whether a class or position that it doesn't have is certain. Only then `:not()` rules it out. */
  readonly isCertain: boolean;
}

/** Counts the compound selectors that were compared with elements whose last compound selector matches. */
export interface MatchWork {
  steps: number;
}

/**
 * Whether a selector matches an element. The closest ancestors are tried first, without going back. If any
 * choice matches, the closest does: it leaves most ancestors to the groups before.
 */
export function matches({ groups }: Selector, element: SelectableElement, work?: MatchWork): boolean {
  if (!matchesCompound(groups.at(-1)!.at(-1)!, element)) return false;
  let current: SelectableElement | undefined = element;
  for (let index = groups.length - 1; index >= 0; index--) {
    const group = groups[index]!;
    let rest: SelectableElement | undefined | false = matchGroup(group, current, work);
    if (index < groups.length - 1) {
      while (rest === false && current?.parent) {
        current = current.parent;
        rest = matchGroup(group, current, work);
      }
    }
    if (rest === false) return false;
    current = rest;
    if (!current && index > 0) return false;
  }
  return true;
}

/** The parent of the topmost element that a group of compounds matches; false if it doesn't match. */
function matchGroup(
  group: readonly Compound[],
  element: SelectableElement | undefined,
  work?: MatchWork,
): SelectableElement | undefined | false {
  let current = element;
  for (let index = group.length - 1; index >= 0; index--) {
    if (work) work.steps++;
    if (!current || !matchesCompound(group[index]!, current)) return false;
    current = current.parent;
  }
  return current;
}

function matchesCompound({ tag, classes, pseudos }: Compound, element: SelectableElement): boolean {
  // Loops, because this runs a few hundred thousand times for large templates.
  if (tag !== undefined && tag !== element.tag) return false;
  for (const name of classes) if (!element.hasClass(name)) return false;
  for (const pseudo of pseudos) if (!matchesPseudo(pseudo, element)) return false;
  return true;
}

function matchesPseudo(pseudo: PseudoClass, element: SelectableElement): boolean {
  switch (pseudo.kind) {
    case "root":
      return element.parent === undefined;
    case "dir":
      return element.direction === undefined || element.direction === pseudo.direction;
    case "not":
      return !element.isCertain || !pseudo.compounds.some((compound) => matchesCompound(compound, element));
    case "nth":
      break;
  }
  if (element.position === undefined) return true;
  const position = pseudo.isFromEnd ? element.siblingCount - element.position + 1 : element.position;
  const distance = position - pseudo.offset;
  return pseudo.step === 0 ? distance === 0 : distance % pseudo.step === 0 && distance / pseudo.step >= 0;
}
