import { apply, type Operation } from "./edit.ts";
import { listElements, type OpenTemplate } from "./open-template.ts";

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
