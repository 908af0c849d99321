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
