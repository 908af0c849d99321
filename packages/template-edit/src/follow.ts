import { apply, type Operation } from "./edit.ts";
import { listElements, type OpenTemplate, type SourceElement } from "./open-template.ts";

/** Where the elements of a template are after an operation. A copy is behind its original. */
export type NextPaths = ReadonlyMap<string, readonly string[]>;

/** How attributes with the path before an operation begin. */
export const markerPrefix = "data-path-before";

/**
 * The paths of elements after an operation, by their paths before it. The operation is done with elements that
 * have their path as an attribute. @throws RefusedEdit
 */
export function pathsAfter(template: OpenTemplate, operation: Operation): NextPaths {
  let marker = markerPrefix;
  while (template.html.includes(` ${marker}=`)) marker += "-"; // an operation may follow elements itself
  const marks = listElements(template.root).flatMap(({ path, tag, place }) => {
    const at = place && place.startOffset + `<${tag}`.length;
    return at === undefined ? [] : { from: at, to: at, insert: ` ${marker}="${path}"` };
  });
  const marked = apply(template, () => ({ html: marks }));
  const paths = new Map<string, string[]>();
  for (const { path, node } of listElements(apply(marked, operation).root)) {
    const before = node.attrs.find(({ name }) => name === marker)?.value;
    if (before !== undefined) paths.set(before, [...(paths.get(before) ?? []), path]);
  }
  return paths;
}

/**
 * The paths of elements in another version of a template, as after an edit of its code. An element is found by
 * its source, or else at its path.
 */
export function pathsBetween(before: OpenTemplate, after: OpenTemplate): ReadonlyMap<string, string> {
  const [old, current] = [before, after].map((template) =>
    listElements(template.root).map((element) => ({ ...element, source: sourceOf(template, element) })),
  ) as [Matched[], Matched[]];
  const found = new Map<string, string>();
  const rest = new Set(current);
  const rules: readonly ((a: Matched, b: Matched) => boolean)[] = [
    (a, b) => a.path === b.path && a.source === b.source,
    (a, b) => a.source === b.source,
    // An element around the edit has another source, and mostly the same path.
    (a, b) => a.path === b.path && a.tag === b.tag,
  ];
  for (const isSame of rules)
    for (const element of old) {
      const match = found.has(element.path) ? undefined : [...rest].find((other) => isSame(element, other));
      if (!match) continue;
      found.set(element.path, match.path);
      rest.delete(match);
    }
  return found;
}

type Matched = SourceElement & { source: string };

function sourceOf({ html }: OpenTemplate, { place, path }: SourceElement): string {
  return place ? html.slice(place.startOffset, place.endOffset) : path;
}
