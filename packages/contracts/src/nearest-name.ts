const longestName = 40;
/** Names that are compared. Comparing more would block the event loop. */
const maxNames = 500;

/** The most similar of the first 500 names; undefined if all differ in more than three letters or a third. */
export function nearestName(name: string, allNames: Iterable<string>): string | undefined {
  if (name.length > longestName) return undefined;
  const names = [...allNames].slice(0, maxNames);
  const lower = name.toLowerCase();
  let nearest: string | undefined;
  let nearestDistance = Math.max(1, Math.min(Math.floor(name.length / 3), 3)) + 1;
  for (const candidate of names) {
    if (Math.abs(candidate.length - name.length) >= nearestDistance) continue;
    const distance = editDistance(lower, candidate.toLowerCase(), nearestDistance);
    if (distance < nearestDistance) [nearest, nearestDistance] = [candidate, distance];
  }
  return nearest ?? findByPrefix(lower, names);
}

const shortestPrefix = 3;

/** A name that another one starts with, or the other way round: `desc` for `description`. */
function findByPrefix(lower: string, names: Iterable<string>): string | undefined {
  for (const candidate of names) {
    const other = candidate.toLowerCase();
    if (Math.min(other.length, lower.length) < shortestPrefix) continue;
    if (other.startsWith(lower) || lower.startsWith(other)) return candidate;
  }
  return undefined;
}

/** “Use `x`.” with the nearest of some names, or a fallback. Comparing names takes long: only if called. */
export function suggestName(name: string, names: Iterable<string>): () => string | undefined;
export function suggestName(name: string, names: Iterable<string>, fallback: string): () => string;
export function suggestName(name: string, names: Iterable<string>, fallback?: string) {
  return () => {
    const nearest = nearestName(name, names);
    return nearest === undefined ? fallback : `Use \`${nearest}\`.`;
  };
}

/**
 * The optimal string alignment distance: letters to insert, remove, replace or swap with a neighbor. Stops at
 * a limit: the result is then a number that is not below it.
 */
function editDistance(a: string, b: string, limit: number): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const substitution = previous[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      let distance = Math.min(substitution, previous[j]! + 1, row[j - 1]! + 1);
      const isSwapped = i > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwapped) distance = Math.min(distance, beforePrevious[j - 2]! + 1);
      row.push(distance);
      least = Math.min(least, distance);
    }
    if (least >= limit) return least;
    [beforePrevious, previous] = [previous, row];
  }
  return previous[b.length]!;
}
