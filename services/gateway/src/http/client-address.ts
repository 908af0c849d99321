import type { Logger } from "@placard/runtime";
import type { Request, RequestHandler } from "express";
import ipaddr from "ipaddr.js";

/** The IPv6 prefix length, in bits, that limits count as one client: a site gets at least a /64. */
const ipv6PrefixLength = 64;

/**
 * The block of addresses that limits count as one client: an IPv4 address (also IPv4-mapped), or a /64
 * network. A value that is not an address is returned unchanged.
 */
export function addressBlock(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address); // converts IPv4-mapped addresses (RFC 4291, clause 2.5.5.2) to IPv4
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString()}/${ipv6PrefixLength}`);
  return `${network.toString()}/${ipv6PrefixLength}`;
}

/** The address block of a request's client, for limits. */
export function addressOf({ ip }: Pick<Request, "ip">): string {
  return addressBlock(ip ?? "");
}

/**
 * Creates middleware that counts requests with `X-Forwarded-For` while no proxy is trusted, and logs one
 * warning. Limits per client address then count all clients of the proxy as one.
 */
export function warnAboutForwardedFor(logger: Logger, count: () => void): RequestHandler {
  let hasWarned = false;
  return (req, _res, next) => {
    const isForwarded = req.headers["x-forwarded-for"] !== undefined;
    if (isForwarded) count();
    if (isForwarded && !hasWarned) {
      hasWarned = true;
      logger.warn(
        { address: req.ip },
        "X-Forwarded-For received while TRUST_PROXY is off: behind a proxy, set TRUST_PROXY to the number of proxies",
      );
    }
    next();
  };
}
