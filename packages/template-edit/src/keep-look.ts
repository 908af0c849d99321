import { apply, inTurn, type Operation } from "./edit.ts";
import { pathsAfter } from "./follow.ts";
import { findElement, type OpenTemplate, type SourceElement } from "./open-template.ts";
import { setDeclarationsAtSize } from "./set-at-size.ts";
import { setDeclarations } from "./set-declarations.ts";
import { declarationsOf, findSetter, overlap, type CardSize, type StyleDeclaration } from "./styles.ts";

type Values = Readonly<Record<string, string>>;

/** An element before and after it got another parent. */
interface Moved {
  readonly before: OpenTemplate;
  readonly old: SourceElement;
  readonly after: OpenTemplate;
  readonly now: SourceElement;
  /** Whether it has another parent itself, and not one around it. */
  readonly isOutermost: boolean;
}

/**
 * A move of elements that keeps their look: what rules such as `.row p` no longer set is set for those that
 * get another parent, and for what is in them, unless rules that match only at the new place set it. They
 * inherit from the new place.
 * @param sizes cards whose `@container` rules count
 */
export function keepLook(move: Operation, sizes: readonly CardSize[]): Operation {
  return (template) => {
    const after = apply(template, move);
    const paths = pathsAfter(template, move);
    const follow = (element: SourceElement | undefined) => {
      const [path] = (element && paths.get(element.path)) ?? [];
      return path === undefined ? undefined : findElement(after, path);
    };
    const keepIn = (old: SourceElement, isInMoved: boolean): Operation[] => {
      const now = follow(old);
      if (!now) return [];
      const isOutermost = now.parent !== follow(old.parent);
      const isMoved = isOutermost || isInMoved;
      const kept = isMoved ? keep({ before: template, old, after, now, isOutermost }, sizes) : [];
      return [...kept, ...old.children.flatMap((child) => keepIn(child, isMoved))];
    };
    const kept = template.root ? keepIn(template.root, false) : [];
    return inTurn([move, ...kept])(template);
  };
}

function keep(moved: Moved, sizes: readonly CardSize[]): Operation[] {
  const { before, old, now } = moved;
  const values = lostValues(moved);
  const atSizes = sizes.flatMap((size) => {
    const declared = declarationsOf(before, old, size);
    const winning = Object.keys(values).flatMap((name) => findSetter(declared, name) ?? []);
    const all = { ...valuesOf(winning), ...lostValues(moved, size) };
    const others = Object.entries(all).filter(([name, value]) => values[name] !== value);
    return others.length > 0 ? [setDeclarationsAtSize(now.path, Object.fromEntries(others), size)] : [];
  });
  const isLost = Object.keys(values).length > 0;
  return [...(isLost ? [setDeclarations(now.path, values, { scope: "element" })] : []), ...atSizes];
}

/** The place of an element in its parent, which is another one. */
const placeProperty =
  /^(?:flex(?:-(?:grow|shrink|basis))?|order|(?:align|justify|place)-self|grid-(?:row|column|area).*|margin.*|position|inset.*|top|right|bottom|left|z-index)$/u;
/** Selectors that depend on the siblings of an element. */
const siblingSelector = /[+~](?!=)|:(?:first|last|only|nth)-/u;

/** What rules no longer set. */
function lostValues({ before, old, after, now, isOutermost }: Moved, size?: CardSize): Values {
  const [was, is] = [declarationsOf(before, old, size), declarationsOf(after, now, size)];
  const keys = was.map(keyOf);
  const lost = was.filter(({ name, origin }, index) => {
    if (origin.kind === "attribute") return false;
    if (isOutermost && (placeProperty.test(name) || siblingSelector.test(origin.selector))) return false;
    // What is before it in the cascade did not win.
    return is.every((each) => {
      const at = keys.indexOf(keyOf(each));
      return !overlap(each.name, name) || (at >= 0 && at < index);
    });
  });
  return valuesOf(lost);
}

function keyOf({ name, value, origin }: StyleDeclaration): string {
  const words = origin.kind === "rule" ? [...origin.rule.conditionTexts, origin.selector] : [];
  return [...words, name, value].join("\n");
}

/** In one line, without comments. */
function valuesOf(declarations: readonly StyleDeclaration[]): Values {
  const inLine = (text: string) => text.replaceAll(/(?:\s|\/\*.*?\*\/)+/gsu, " ");
  return Object.fromEntries(declarations.map(({ name, value }) => [name, inLine(value)]));
}
