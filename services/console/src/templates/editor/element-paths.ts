// The path of an element has the indexes of children from the root: `0/2`. The path of the root is empty.

/** The path of an element in the source: all repetitions and pseudo-elements have the same. */
export function sourcePathOf(path: string): string {
  return elementPathOf(path).replaceAll(/:\d+/g, "");
}

/** The path of an element, or of the one that a pseudo-element such as `0/::after` belongs to. */
export function elementPathOf(path: string): string {
  return path.replace(/\/?::.*/, "");
}

export function indexOf(path: string): number {
  return Number(path.split("/").at(-1));
}

/** The path around a path; of the root, the root. */
export function parentOf(path: string): string {
  return path.split("/").slice(0, -1).join("/");
}

export function childPath(parent: string, index: number): string {
  return parent === "" ? `${index}` : `${parent}/${index}`;
}

/** Whether an element is another one or within it. */
export function isWithin(path: string, around: string): boolean {
  return around === "" || `${path}/`.startsWith(`${around}/`);
}

/** The path of the copy of an element when elements are copied. */
export function pathOfCopy(path: string, copied: readonly string[]): string {
  const steps = path.split("/");
  return steps
    .map((step, depth) => {
      const parent = steps.slice(0, depth).join("/");
      const before = copied.filter(
        (other) => parentOf(other) === parent && (indexOf(other) < Number(step) || other === path),
      );
      return Number(step) + before.length;
    })
    .join("/");
}

/**
 * The path of an element that is moved before the child of a parent with an index.
 * @param count of elements: others behind it are moved, too
 */
export function pathAfterMove(path: string, parent: string, index: number, count = 1): string {
  const [from, at] = [path.split("/"), indexOf(path)];
  const to = parent === "" ? [] : parent.split("/");
  const depth = from.length - 1;
  const isSibling = from.slice(0, -1).every((step, position) => to[position] === step);
  // Its removal moves the elements behind it.
  if (isSibling && to.length > depth && Number(to[depth]) > at) to[depth] = String(Number(to[depth]) - count);
  const isSame = isSibling && to.length === depth;
  return [...to, isSame && index > at ? index - count : index].join("/");
}
