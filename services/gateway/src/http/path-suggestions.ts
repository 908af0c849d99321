import { nearestName } from "@placard/contracts/nearest-name";

/** Longer paths get no suggestion. */
const maxLength = 200;

/**
 * Creates a function that returns the path that was probably meant by an unknown one. Slashes, case,
 * misspelled segments, or missing and superfluous ones may differ. Routes are in Express's syntax.
 */
export function createPathSuggestions(routePaths: readonly string[]): (path: string) => string | undefined {
  const routes = [...new Set(routePaths)].map(segmentsOf).filter(({ length }) => length > 0);
  const fixedRoutes = routes
    .filter((route) => !route.some(isParameter))
    .toSorted((a, b) => a.length - b.length);

  return (path) => {
    if (path.length > maxLength) return undefined;
    const segments = segmentsOf(path);
    const sameLength = routes.filter(({ length }) => length === segments.length);
    const found =
      firstOf(sameLength, (route) => match(segments, route, equalsIgnoringCase)) ??
      fixedRoutes.find((route) => areMissing(segments, route) || areMissing(route, segments)) ??
      firstOf(sameLength, (route) => match(segments, route, isSimilar)) ??
      fixedRoutes.find((route) => isParentOf(segments, route));
    return found && `/${found.join("/")}`;
  };
}

/** A route's path with the parameters of the request, if every fixed segment fits. */
function match(
  segments: readonly string[],
  route: readonly string[],
  fits: (segment: string, expected: string) => boolean,
): readonly string[] | undefined {
  const isMatch = route.every((expected, i) => isParameter(expected) || fits(segments[i]!, expected));
  return isMatch ? route.map((expected, i) => (isParameter(expected) ? segments[i]! : expected)) : undefined;
}

/** Whether `part` is `whole` without some of the segments before the last one. */
function areMissing(part: readonly string[], whole: readonly string[]): boolean {
  if (part.length === 0 || !equalsIgnoringCase(part.at(-1)!, whole.at(-1) ?? "")) return false;
  let matched = 0;
  for (const segment of whole)
    if (matched < part.length && equalsIgnoringCase(segment, part[matched]!)) matched++;
  return matched === part.length;
}

/** Whether a route has one more segment than a path of the API. */
function isParentOf(segments: readonly string[], route: readonly string[]): boolean {
  const isLong = segments.length > 2 && route.length === segments.length + 1;
  return isLong && segments.every((segment, i) => equalsIgnoringCase(segment, route[i]!));
}

function equalsIgnoringCase(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

function isSimilar(segment: string, expected: string): boolean {
  return nearestName(segment, [expected]) !== undefined;
}

function isParameter(segment: string): boolean {
  return segment.startsWith(":");
}

function segmentsOf(path: string): string[] {
  return path.split("/").filter(Boolean);
}

function firstOf<T, R>(items: readonly T[], find: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
