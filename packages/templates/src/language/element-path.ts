/** The path of something in the element at a path. */
export function pathIn(path: string, name: string): string {
  return path === "" ? name : `${path}/${name}`;
}
