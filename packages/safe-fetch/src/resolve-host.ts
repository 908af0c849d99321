import { Resolver } from "node:dns/promises";
import { withoutRootDot } from "./allowed-hosts.ts";

/** Resolves with all IP addresses of a host name, or with none. Rejects with the signal's reason when aborted. */
export type ResolveHost = (hostname: string, signal: AbortSignal) => Promise<string[]>;

/**
 * Resolves a name through DNS. It does not use getaddrinfo, which occupies a thread of libuv's pool for as long as a
 * hostile name server chooses and cannot be canceled. The hosts file is therefore not read.
 */
export const resolveHost: ResolveHost = async (hostname, signal) => {
  const name = withoutRootDot(hostname);
  if (/(^|\.)localhost$/.test(name)) return ["127.0.0.1", "::1"]; // RFC 6761, section 6.3
  const resolver = new Resolver({ timeout: 1_500, tries: 3 });
  const cancel = () => resolver.cancel();
  signal.addEventListener("abort", cancel);
  try {
    signal.throwIfAborted();
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    signal.throwIfAborted();
    return answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
  } finally {
    signal.removeEventListener("abort", cancel);
  }
};
