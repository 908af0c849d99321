/** The names in texts, where they are separated by spaces. */
export function namesIn(...texts: readonly string[]): string[] {
  return texts.flatMap((text) => text.split(" "));
}

/** The names in texts, as a set. */
export function nameSet(...texts: readonly string[]): ReadonlySet<string> {
  return new Set(namesIn(...texts));
}

/** What to use instead of each of some names, from groups of names that are separated by spaces. */
export function byName(
  groups: readonly (readonly [suggestion: string, names: string])[],
): ReadonlyMap<string, string> {
  return new Map(
    groups.flatMap(([suggestion, names]) => namesIn(names).map((name) => [name, suggestion] as const)),
  );
}
