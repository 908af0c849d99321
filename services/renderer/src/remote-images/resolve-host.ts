import { Resolver } from "node:dns/promises";
import { withoutRootDot } from "./host-rules.ts";
import { ImageUnavailableError } from "./image-unavailable.ts";

/** All IP addresses of a host's name. Rejects with ImageUnavailableError, and at once when the signal says so. */
export type ResolveHost = (hostname: string, signal: AbortSignal) => Promise<string[]>;

/**
 * Asks the name servers. Not getaddrinfo: that holds one of the few threads that Redis, storage and the encoders need
 * as well, for as long as a hostile name server likes, and can't be called off. Names of the hosts file are not seen.
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
    const addresses = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
    if (addresses.length === 0) throw new ImageUnavailableError("its host has no address");
    return addresses;
  } finally {
    signal.removeEventListener("abort", cancel);
  }
};
