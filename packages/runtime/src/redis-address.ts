/** The servers in REDIS_URL, and how to connect to them. */
export interface RedisAddress {
  /** One server, or two or more nodes of a cluster, which name the others. The default port is 6379. */
  nodes: readonly { host: string; port: number }[];
  tls: boolean;
  username: string | undefined;
  password: string | undefined;
}

/**
 * Parses REDIS_URL: `redis[s]://[user:password@]host[:port][,host[:port]]…`. A later host may also be a
 * complete URL. User and password are taken from the first; a comma in them must be percent-encoded. Throws
 * TypeError if it is malformed.
 */
export function parseRedisUrl(value: string): RedisAddress {
  const [first = "", ...others] = value.split(",").map((part) => part.trim());
  const { protocol, username, password, pathname, search } = new URL(first);
  const urls = [first, ...others.map((host) => (host.includes("://") ? host : `${protocol}//${host}`))].map(
    (url) => new URL(url),
  );
  const isRedis =
    /^rediss?:$/.test(protocol) && urls.every((url) => url.protocol === protocol && url.hostname);
  const hasDatabase = !/^\/?$/.test(pathname) || search !== ""; // a cluster has only one database
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

/** The ioredis options with the credentials and the TLS setting that all nodes share. */
export function credentialOptions({ tls, username, password }: RedisAddress) {
  return {
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    ...(tls && { tls: {} }),
  };
}

/** Whether parseRedisUrl accepts the value. */
export function isRedisUrl(value: string): boolean {
  try {
    return parseRedisUrl(value).nodes.length > 0;
  } catch {
    return false;
  }
}

/** The hosts and ports in a Redis URL, for messages: without user and password. */
export function formatRedisHosts(url: string): string {
  return parseRedisUrl(url)
    .nodes.map(({ host, port }) => `${host}:${port}`)
    .join(", ");
}
