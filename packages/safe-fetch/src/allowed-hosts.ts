/** Whether a host may be contacted, by its name from the URL class (lower case, IPv6 in brackets). */
export type HostMatcher = (hostname: string) => boolean;

/**
 * Matches the listed host names; `*.example.com` matches every name below example.com, but not example.com
 * itself. Without a list, every host matches.
 */
export function createHostMatcher(patterns: readonly string[] | undefined): HostMatcher {
  if (patterns === undefined) return () => true;
  return (hostname) => {
    const name = withoutRootDot(hostname);
    return patterns.some((pattern) =>
      pattern.startsWith("*.") ? name.endsWith(pattern.slice(1)) : name === pattern,
    );
  };
}

/** `example.com.` and `example.com` are the same name. */
export function withoutRootDot(hostname: string): string {
  return hostname.endsWith(".") ? hostname.slice(0, -1) : hostname;
}
