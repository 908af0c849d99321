/** The path of an element in the source: all repetitions have the same. */
export function sourcePathOf(path: string): string {
  return path.replaceAll(/:\d+/g, "");
}
