import { BlockList, isIPv4, isIPv6 } from "node:net";

type Network = readonly [address: string, prefix: number];

/** Networks of a site's own, which IMAGE_ALLOW_PRIVATE lets in: loopback, private, shared and unique local. */
const ownNetworks = {
  ipv4: [
    ["10.0.0.0", 8],
    ["100.64.0.0", 10],
    ["127.0.0.0", 8],
    ["172.16.0.0", 12],
    ["192.168.0.0", 16],
  ],
  ipv6: [
    ["::1", 128],
    ["fc00::", 7],
  ],
} as const satisfies Record<"ipv4" | "ipv6", readonly Network[]>;

/** The rest of IANA's IPv4 Special-Purpose Address Registry (RFC 6890), multicast (RFC 5771) and Azure's 168.63.129.16. */
const otherSpecialV4 = [
  ["0.0.0.0", 8],
  ["168.63.129.16", 32],
  ["169.254.0.0", 16],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.31.196.0", 24],
  ["192.52.193.0", 24],
  ["192.88.99.0", 24],
  ["192.175.48.0", 24],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const satisfies readonly Network[];

/**
 * IPv6 unicast addresses of the Internet come from one block (RFC 4291, section 2.4). All that may hide an IPv4 address
 * (mapped, compatible, translated, NAT64) lies outside of it; 6to4 and Teredo, which do too, are listed below.
 */
const globalUnicastV6 = ["2000::", 3] as const satisfies Network;

/** What that block keeps for other ends: protocols and Teredo, documentation, AS112, 6to4. */
const otherSpecialV6 = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["2620:4f:8000::", 48],
  ["3fff::", 20],
] as const satisfies readonly Network[];

const own = networks(ownNetworks.ipv4, ownNetworks.ipv6);
const special = networks([...ownNetworks.ipv4, ...otherSpecialV4], otherSpecialV6);
const globalUnicast = networks([], [globalUnicastV6]);

/** Whether an image may be fetched from an IP address. What is not an address, or has a zone, is refused. */
export type AddressGuard = (address: string) => boolean;

/** Lets in the addresses of the public Internet; `allowPrivate` those of a site's own networks too. */
export function createAddressGuard({ allowPrivate }: { allowPrivate: boolean }): AddressGuard {
  return (address) => isPublic(address) || (allowPrivate && isOwn(address));
}

function isPublic(address: string): boolean {
  if (isIPv4(address)) return !special.check(address, "ipv4");
  return isUnzonedV6(address) && globalUnicast.check(address, "ipv6") && !special.check(address, "ipv6");
}

function isOwn(address: string): boolean {
  if (isIPv4(address)) return own.check(address, "ipv4");
  return isUnzonedV6(address) && !isMapped(address) && own.check(address, "ipv6");
}

function isUnzonedV6(address: string): boolean {
  return isIPv6(address) && !address.includes("%");
}

/** A BlockList finds a mapped address (::ffff:0:0/96) among its IPv4 networks; nobody has reason to write one. */
function isMapped(address: string): boolean {
  return mapped.check(address, "ipv6");
}

const mapped = networks([], [["::ffff:0:0", 96]]);

function networks(ipv4: readonly Network[], ipv6: readonly Network[]): BlockList {
  const list = new BlockList();
  for (const [address, prefix] of ipv4) list.addSubnet(address, prefix, "ipv4");
  for (const [address, prefix] of ipv6) list.addSubnet(address, prefix, "ipv6");
  return list;
}
