import { BlockList, isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** Whether an IP address may be connected to. Host names and addresses with a zone are never allowed. */
export type AddressGuard = (address: string) => boolean;

/** The ranges of ipaddr.js that belong to a site's own networks. */
const privateRanges: ReadonlySet<string> = new Set(["private", "carrierGradeNat", "loopback", "uniqueLocal"]);

/**
 * Global unicast addresses (RFC 4291, section 2.4). Of the forms that embed an IPv4 address, only 6to4 and
 * Teredo are in this block. ipaddr.js names them.
 */
const globalUnicastIpv6 = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Addresses of cloud metadata services outside the link-local block. They give credentials to any client
 * inside the network, so that they are never allowed. The well-known 169.254.169.254 is link-local, which is
 * never allowed either.
 */
const metadataServices = new BlockList();
// Azure: a public address that is available in every virtual network.
metadataServices.addAddress("168.63.129.16");
metadataServices.addAddress("192.0.0.192"); // Oracle Cloud, classic
metadataServices.addAddress("100.100.100.200"); // Alibaba Cloud
// AWS: metadata (::254), credentials of EKS pods (::23), DNS, time.
metadataServices.addSubnet("fd00:ec2::", 32, "ipv6");
metadataServices.addAddress("fd20:ce::254", "ipv6"); // Google Cloud
metadataServices.addAddress("fd00:c1::a9fe:a9fe", "ipv6"); // Oracle Cloud
metadataServices.addAddress("fd00:42::42", "ipv6"); // Scaleway

/**
 * A guard that allows public addresses only. `allowPrivate` also allows loopback, private and unique local
 * addresses, but no cloud metadata services.
 */
export function createAddressGuard({ allowPrivate }: { allowPrivate: boolean }): AddressGuard {
  return (address) => {
    const kind = classify(address);
    return kind === "public" || (allowPrivate && kind === "private");
  };
}

/**
 * The kind of an address by IANA's special-purpose registries (RFC 6890), as ipaddr.js lists them. Node's own
 * parser is asked first because ipaddr.js also accepts octal, hexadecimal and shortened IPv4 addresses.
 */
function classify(address: string): "public" | "private" | "reserved" {
  if (isIP(address) === 0 || address.includes("%")) return "reserved";
  if (metadataServices.check(address, isIP(address) === 6 ? "ipv6" : "ipv4")) return "reserved";
  const parsed = ipaddr.parse(address);
  const range = parsed.range();
  if (privateRanges.has(range)) return "private";
  if (range !== "unicast") return "reserved";
  if (parsed instanceof ipaddr.IPv6 && !parsed.match(globalUnicastIpv6)) return "reserved";
  return "public";
}
