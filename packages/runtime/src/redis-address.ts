/** What REDIS_URL names: one server, or some nodes of a cluster, from which the others are learnt. */
export interface RedisAddress {
  /** One for a server, two and more for a cluster. The default port is 6379. */
  nodes: readonly { host: string; port: number }[];
  tls: boolean;
  username: string | undefined;
  password: string | undefined;
}

/**
 * Reads REDIS_URL: `redis[s]://[user:password@]host[:port][,host[:port]]…`; a later host may also be a whole URL. User
 * and password are those of the first, and percent-encoded where they hold a comma. Throws TypeError where it is none.
 */
export function parseRedisUrl(value: string): RedisAddress {
  const [first = "", ...others] = value.split(",").map((part) => part.trim());
  const { protocol, username, password, pathname, search } = new URL(first);
  const urls = [first, ...others.map((host) => (host.includes("://") ? host : `${protocol}//${host}`))].map(
    (url) => new URL(url),
  );
  const isRedis =
    /^rediss?:$/.test(protocol) && urls.every((url) => url.protocol === protocol && url.hostname);
  const hasDatabase = !/^\/?$/.test(pathname) || search !== ""; // a cluster has one only
  if (!isRedis || (urls.length > 1 && hasDatabase)) throw new TypeError("not a Redis URL");
  return {
    nodes: urls.map(({ hostname, port }) => ({
      host: hostname.replace(/^\[(.*)\]$/, "$1"), // an IPv6 address
      port: Number(port || 6379),
    })),
    tls: protocol === "rediss:",
    username: username ? decodeURIComponent(username) : undefined,
    password: password ? decodeURIComponent(password) : undefined,
  };
}

/** The options of ioredis with which any of its nodes is entered. */
export function accessOf({ tls, username, password }: RedisAddress) {
  return {
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    ...(tls && { tls: {} }),
  };
}

/** Whether parseRedisUrl can read it. */
export function isRedisUrl(value: string): boolean {
  try {
    return parseRedisUrl(value).nodes.length > 0;
  } catch {
    return false;
  }
}

/** The hosts and ports that a Redis URL names, for a person to read: no user and no password. */
export function formatRedisHosts(url: string): string {
  return parseRedisUrl(url)
    .nodes.map(({ host, port }) => `${host}:${port}`)
    .join(", ");
}
