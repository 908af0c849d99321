const outages =
  /^(Connection is closed\.|Command timed out|Stream isn't writeable|connect |getaddrinfo |read |write |Client network socket disconnected)/;

/** What ioredis says of a cluster of which no node, or not the one that is needed, can be reached. */
const clusterOutages =
  /^(Failed to refresh slots cache|None of startup nodes|Cluster isn't ready|Cluster is (ended|disconnect)|Too many Cluster redirections)/;

/** What a server answers that can't serve now, or not us: our password may be about to be changed on both sides. */
const refusals =
  /^(LOADING|BUSY|MASTERDOWN|READONLY|CLUSTERDOWN|TRYAGAIN|MOVED|ASK|OOM|MISCONF|NOREPLICAS|NOAUTH|WRONGPASS|ERR max)\b/;

/** Whether an error says that Redis, and not our use of it, is what failed. */
export function isRedisOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === "ReplyError") return refusals.test(error.message);
  return (
    ["MaxRetriesPerRequestError", "AbortError", "ClusterAllFailedError"].includes(error.name) ||
    outages.test(error.message) ||
    clusterOutages.test(error.message)
  );
}

/**
 * Throws the first error among the replies to a pipeline or MULTI: `exec` resolves even if a command failed.
 * @param replies what `exec` resolved to
 */
export function throwPipelineError(replies: readonly [Error | null, unknown][] | null): void {
  const error = replies?.find(([each]) => each !== null)?.[0];
  if (error) throw error;
}
