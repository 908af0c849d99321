import { NODATA, NOTFOUND } from "node:dns";
import { Resolver } from "node:dns/promises";
import { withoutRootDot } from "./allowed-hosts.ts";

/** Resolves with the IP addresses of a host name, perhaps none. Rejects with the signal's reason. */
export type ResolveHost = (hostname: string, signal: AbortSignal) => Promise<string[]>;

/** Lookups in DNS that a signal ends. */
export interface DnsLookups {
  resolveHost: ResolveHost;
  /**
   * Resolves with the values of the TXT records of a name, each joined from its strings, or with none.
   * Rejects with the resolver's error if no server responds as it should, or with the signal's reason.
   */
  resolveTxt: (name: string, signal: AbortSignal) => Promise<string[]>;
}

/**
 * Creates lookups that query the given servers (`address` or `address:port`), by default the system's. They
 * do not use getaddrinfo: it can't be canceled, and a hostile name server could occupy its thread of libuv's
 * pool. The hosts file is therefore not read.
 */
export function createDnsLookups(servers?: readonly string[]): DnsLookups {
  async function query<T>(signal: AbortSignal, ask: (resolver: Resolver) => Promise<T>): Promise<T> {
    const resolver = new Resolver({ timeout: 1_500, tries: 3 });
    if (servers) resolver.setServers(servers);
    const cancel = () => resolver.cancel();
    signal.addEventListener("abort", cancel);
    try {
      signal.throwIfAborted();
      return await ask(resolver);
    } catch (error) {
      throw signal.aborted ? signal.reason : error; // otherwise an error without the reason
    } finally {
      signal.removeEventListener("abort", cancel);
    }
  }

  return {
    async resolveHost(hostname, signal) {
      const name = withoutRootDot(hostname);
      if (isLocalName(name)) return ["127.0.0.1", "::1"];
      return await query(signal, async (resolver) => {
        const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
        signal.throwIfAborted();
        return answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
      });
    },

    async resolveTxt(name, signal) {
      if (isLocalName(name)) return [];
      try {
        const records = await query(signal, (resolver) => resolver.resolveTxt(name));
        return records.map((strings) => strings.join(""));
      } catch (error) {
        if (error instanceof Error && "code" in error && (error.code === NOTFOUND || error.code === NODATA))
          return [];
        throw error;
      }
    },
  };
}

/** RFC 6761, section 6.3: these names are never looked up in DNS. */
function isLocalName(name: string): boolean {
  return /(^|\.)localhost$/.test(name);
}
