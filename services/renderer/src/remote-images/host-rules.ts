/** Whether an image may be fetched from a host, by its name as URLs have it (lower case, IPv6 in brackets). */
export type HostRules = (hostname: string) => boolean;

/** Lets in the hosts listed, `*.example.com` standing for all names below that one; no list lets in every host. */
export function createHostRules(patterns: readonly string[] | undefined): HostRules {
  if (patterns === undefined) return () => true;
  return (hostname) => {
    const name = withoutRootDot(hostname);
    return patterns.some((pattern) =>
      pattern.startsWith("*.") ? name.endsWith(pattern.slice(1)) : name === pattern,
    );
  };
}

/** `example.com.` and `example.com` are one name. */
export function withoutRootDot(hostname: string): string {
  return hostname.endsWith(".") ? hostname.slice(0, -1) : hostname;
}
