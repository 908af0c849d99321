/**
 * Parses a comma-separated list of ports and ranges, such as `80,443,8000-8100`, to the first and last port
 * of each range. Returns undefined if the list is invalid. Ports are 1 to 65535.
 */
export function parsePortRanges(list: string): [first: number, last: number][] | undefined {
  const ranges = list.split(",").map(parsePortRange);
  return ranges.every((range) => range !== undefined) ? ranges : undefined;
}

function parsePortRange(text: string): [number, number] | undefined {
  const match = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(text.trim());
  if (!match) return undefined;
  const first = Number(match[1]);
  const last = Number(match[2] ?? first);
  return first >= 1 && first <= last && last <= 65_535 ? [first, last] : undefined;
}
