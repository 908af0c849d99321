import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** Whether an IP address may be connected to. Host names and addresses with a zone are never allowed. */
export type AddressGuard = (address: string) => boolean;

/** The ranges of ipaddr.js that belong to a site's own networks. */
const privateRanges: ReadonlySet<string> = new Set(["private", "carrierGradeNat", "loopback", "uniqueLocal"]);

/**
 * Global unicast addresses (RFC 4291, section 2.4). Every form that can embed an IPv4 address (mapped, compatible,
 * translated, NAT64) is outside this block, except 6to4 and Teredo, which ipaddr.js names.
 */
const globalUnicastIpv6 = ipaddr.IPv6.parseCIDR("2000::/3");

/** The address of Azure's platform services: a public address that answers inside every virtual network. */
const azurePlatform = "168.63.129.16";

/** A guard that allows public addresses only; `allowPrivate` also allows loopback, private and unique local ones. */
export function createAddressGuard({ allowPrivate }: { allowPrivate: boolean }): AddressGuard {
  return (address) => {
    const kind = classify(address);
    return kind === "public" || (allowPrivate && kind === "private");
  };
}

/**
 * The kind of an address by IANA's special-purpose registries (RFC 6890), as ipaddr.js lists them. Node's own parser is
 * asked first because ipaddr.js also accepts octal, hexadecimal and shortened IPv4 addresses.
 */
function classify(address: string): "public" | "private" | "reserved" {
  if (isIP(address) === 0 || address.includes("%")) return "reserved";
  const parsed = ipaddr.parse(address);
  const range = parsed.range();
  if (privateRanges.has(range)) return "private";
  if (range !== "unicast" || address === azurePlatform) return "reserved";
  if (parsed instanceof ipaddr.IPv6 && !parsed.match(globalUnicastIpv6)) return "reserved";
  return "public";
}
