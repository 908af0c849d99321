/** A line `allow` or `disallow` of robots.txt. */
interface Rule {
  readonly pattern: string;
  readonly isAllowed: boolean;
}

/**
 * Whether a robots.txt (RFC 9309) keeps a crawler from a path with its query. Takes time in proportion to the
 * length of the text times the length of the path.
 */
export function isDisallowed(robotsTxt: string, robot: string, path: string): boolean {
  const encoded = normalizeEncoding(path);
  const matching = rulesFor(robotsTxt, robot.toLowerCase()).filter(({ pattern }) =>
    matches(pattern, encoded),
  );
  const longest = Math.max(...new Set(matching.map(({ pattern }) => pattern.length)));
  const decisive = matching.filter(({ pattern }) => pattern.length === longest);
  return decisive.length > 0 && !decisive.some(({ isAllowed }) => isAllowed);
}

/** The rules of all groups that name a crawler, or else of those for every crawler (2.2.1). */
function rulesFor(robotsTxt: string, robot: string): readonly Rule[] {
  const groups = new Map<string, Rule[]>();
  let agents = new Set<string>();
  let hasRules = false;
  for (const line of robotsTxt.split(/[\r\n]+/)) {
    const [, key = "", value = ""] = /^\s*([a-z-]+)\s*:([^#]*)/i.exec(line) ?? [];
    const text = value.trim();
    switch (key.toLowerCase()) {
      case "user-agent": {
        if (hasRules) agents = new Set();
        hasRules = false;
        const name = text.toLowerCase().split("/")[0]!.trim(); // without a version
        if (name !== robot && name !== "*") break;
        agents.add(name);
        if (!groups.has(name)) groups.set(name, []);
        break;
      }
      case "allow":
      case "disallow": {
        hasRules = true;
        if (text === "") break;
        const rule = { pattern: normalizeEncoding(text), isAllowed: key.toLowerCase() === "allow" };
        for (const name of agents) groups.get(name)!.push(rule);
      }
    }
  }
  return groups.get(robot) ?? groups.get("*") ?? [];
}

/**
 * Whether a pattern, with `*` for any characters and `$` for the end, matches the start of a path (2.2.3).
 */
function matches(pattern: string, path: string): boolean {
  const isAnchored = pattern.endsWith("$");
  const [first = "", ...rest] = (isAnchored ? pattern.slice(0, -1) : pattern).split("*");
  if (!path.startsWith(first)) return false;
  let end = first.length;
  for (const part of isAnchored ? rest.slice(0, -1) : rest) {
    const start = path.indexOf(part, end);
    if (start < 0) return false;
    end = start + part.length;
  }
  if (!isAnchored) return true;
  const last = rest.at(-1);
  return last === undefined ? path.length === end : path.endsWith(last) && path.length - last.length >= end;
}

/** Percent-encodes what is not ASCII, with digits in upper case (2.2.2). */
function normalizeEncoding(path: string): string {
  return encodeURI(path)
    .replaceAll("%25", "%")
    .replace(/%[\da-f]{2}/gi, (code) => code.toUpperCase());
}
