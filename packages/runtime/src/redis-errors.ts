/** The error codes of Node's sockets and name look-ups, and of libuv, for a server that cannot be reached. */
const networkCodes: ReadonlySet<unknown> = new Set([
  "EADDRNOTAVAIL",
  "EAI_AGAIN",
  "ECONNABORTED",
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTDOWN",
  "EHOSTUNREACH",
  "ENETDOWN",
  "ENETUNREACH",
  "ENOTFOUND",
  "EPIPE",
  "ETIMEDOUT",
]);

/** Names of ioredis's errors for a lost connection, and for a cluster none of whose nodes responds. */
const outageNames: readonly string[] = ["MaxRetriesPerRequestError", "AbortError", "ClusterAllFailedError"];

/** Messages of ioredis's other errors. Its version is pinned, and a test provokes each of them. */
const outageMessages: readonly RegExp[] = [
  /^Connection is closed\.$/,
  /^Command timed out$/,
  /^Stream isn't writeable/,
  /^Cluster isn't ready/,
  /^None of startup nodes is available$/,
  /^Too many Cluster redirections/,
];

/**
 * Error codes of replies from a server that cannot serve at present, or not this client. A rejected password
 * is included: it may be changing on both sides.
 */
const outageReplies =
  /^(LOADING|BUSY|MASTERDOWN|READONLY|CLUSTERDOWN|TRYAGAIN|MOVED|ASK|OOM|MISCONF|NOREPLICAS|NOAUTH|WRONGPASS|ERR max)\b/;

/** Whether an error means that Redis is unavailable, rather than that it was used wrongly. */
export function isRedisOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { name, message } = error;
  if (name === "ReplyError") return outageReplies.test(message);
  return (
    ("code" in error && networkCodes.has(error.code)) ||
    outageNames.includes(name) ||
    outageMessages.some((pattern) => pattern.test(message))
  );
}
