const longestName = 40;

/** The most similar name; undefined if all differ in more than a third of their letters. */
export function nearestName(name: string, names: Iterable<string>): string | undefined {
  if (name.length > longestName) return undefined;
  const lower = name.toLowerCase();
  let nearest: string | undefined;
  let nearestDistance = Math.max(1, Math.floor(name.length / 3)) + 1;
  for (const candidate of names) {
    if (Math.abs(candidate.length - name.length) >= nearestDistance) continue;
    const distance = editDistance(lower, candidate.toLowerCase());
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

/** “Use `x`.” with the nearest of some names, if one is near. */
export function suggestName(name: string, names: Iterable<string>): string | undefined {
  const nearest = nearestName(name, names);
  return nearest === undefined ? undefined : `Use \`${nearest}\`.`;
}

/** The optimal string alignment distance: letters to insert, remove, replace or swap with a neighbor. */
function editDistance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= a.length; i++) {
    const [previous, beforePrevious] = [rows[i - 1]!, rows[i - 2]];
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = previous[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      let distance = Math.min(substitution, previous[j]! + 1, row[j - 1]! + 1);
      const isSwapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwapped && beforePrevious) distance = Math.min(distance, beforePrevious[j - 2]! + 1);
      row.push(distance);
    }
    rows.push(row);
  }
  return rows[a.length]![b.length]!;
}
