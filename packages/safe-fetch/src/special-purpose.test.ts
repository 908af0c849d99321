import assert from "node:assert/strict";
import { createAddressGuard } from "./address-guard.ts";

/**
 * The blocks of the IANA IPv4 and IPv6 Special-Purpose Address Registries, and of multicast. "private": a
 * site's own networks, which `allowPrivate` allows.
 */
const blocks: readonly (readonly [cidr: string, kind?: "private"])[] = [
  ["0.0.0.0/8"],
  ["0.0.0.0/32"],
  ["10.0.0.0/8", "private"],
  ["100.64.0.0/10", "private"],
  ["127.0.0.0/8", "private"],
  ["169.254.0.0/16"],
  ["172.16.0.0/12", "private"],
  ["192.0.0.0/24"],
  ["192.0.0.0/29"],
  ["192.0.0.8/32"],
  ["192.0.0.9/32"],
  ["192.0.0.10/32"],
  ["192.0.0.170/32"],
  ["192.0.0.171/32"],
  ["192.0.2.0/24"],
  ["192.31.196.0/24"],
  ["192.52.193.0/24"],
  ["192.88.99.0/24"],
  ["192.88.99.2/32"],
  ["192.168.0.0/16", "private"],
  ["192.175.48.0/24"],
  ["198.18.0.0/15"],
  ["198.51.100.0/24"],
  ["203.0.113.0/24"],
  ["224.0.0.0/4"],
  ["240.0.0.0/4"],
  ["255.255.255.255/32"],
  ["::1/128", "private"],
  ["::/128"],
  ["::ffff:0:0/96"],
  ["64:ff9b::/96"],
  ["64:ff9b:1::/48"],
  ["100::/64"],
  ["100:0:0:1::/64"],
  ["2001::/23"],
  ["2001::/32"],
  ["2001:1::1/128"],
  ["2001:1::2/128"],
  ["2001:1::3/128"],
  ["2001:2::/48"],
  ["2001:3::/32"],
  ["2001:4:112::/48"],
  ["2001:10::/28"],
  ["2001:20::/28"],
  ["2001:30::/28"],
  ["2001:db8::/32"],
  ["2002::/16"],
  ["2620:4f:8000::/48"],
  ["3fff::/20"],
  ["5f00::/16"],
  ["fc00::/7", "private"],
  ["fe80::/10"],
  ["ff00::/8"],
];

interface Block {
  cidr: string;
  isPrivate: boolean;
  bits: 32 | 128;
  first: bigint;
  last: bigint;
}

function parseBlock([cidr, kind]: (typeof blocks)[number]): Block {
  const [address = "", prefix] = cidr.split("/");
  const bits = address.includes(":") ? 128 : 32;
  const first = bits === 32 ? parseIpv4(address) : parseIpv6(address);
  const last = first + (1n << BigInt(bits - Number(prefix))) - 1n;
  return { cidr, isPrivate: kind === "private", bits, first, last };
}

const parseIpv4 = (text: string) => text.split(".").reduce((sum, part) => sum * 256n + BigInt(part), 0n);
function parseIpv6(text: string): bigint {
  const [head = [], tail = []] = text.split("::").map((part) => part.split(":").filter(Boolean));
  const groups = [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => "0"), ...tail];
  return groups.reduce((sum, group) => (sum << 16n) + BigInt(`0x${group}`), 0n);
}

function format(value: bigint, bits: 32 | 128): string {
  const length = bits === 32 ? 8n : 16n;
  const parts = Array.from({ length: bits === 32 ? 4 : 8 }, (_, i) => {
    const shift = BigInt(bits) - length * BigInt(i + 1);
    return (value >> shift) & ((1n << length) - 1n);
  });
  return bits === 32 ? parts.join(".") : parts.map((part) => part.toString(16)).join(":");
}

/** Numbers from 0 to below `limit`, the same in each run. */
function createRandom(): (limit: bigint) => bigint {
  let state = 1n;
  return (limit) => {
    let value = 0n;
    for (let i = 0; i < 3; i++) {
      state = (state * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n) % 2n ** 64n;
      value = (value << 48n) + (state >> 16n);
    }
    return value % limit;
  };
}

describe("address guard, by the special-purpose registries of IANA", () => {
  const table = blocks.map(parseBlock);
  const publicOnly = createAddressGuard({ allowPrivate: false });
  const withPrivate = createAddressGuard({ allowPrivate: true });
  const random = createRandom();
  const isListed = (value: bigint, bits: number) =>
    table.some((block) => block.bits === bits && value >= block.first && value <= block.last);

  it("allows no address of a block, and private addresses only with allowPrivate", () => {
    for (const { cidr, isPrivate, bits, first, last } of table) {
      const inner = Array.from({ length: 100 }, () => first + random(last - first + 1n));
      for (const value of [first, last, ...inner]) {
        const address = format(value, bits);
        assert.deepEqual(
          [publicOnly(address), withPrivate(address)],
          [false, isPrivate],
          `${address} (${cidr})`,
        );
      }
    }
  });

  it("allows the addresses before and after each block that no other block contains", () => {
    for (const { cidr, bits, first, last } of table) {
      for (const value of [first - 1n, last + 1n]) {
        const isGlobal = bits === 32 ? value >= 0n && value < 1n << 32n : value >> 125n === 1n;
        if (!isGlobal || isListed(value, bits)) continue;
        assert.ok(publicOnly(format(value, bits)), `${format(value, bits)} next to ${cidr}`);
      }
    }
  });

  it("agrees with the registries on 20,000 random addresses", () => {
    for (let i = 0; i < 10_000; i++) {
      const ipv4 = random(1n << 32n);
      const isMetadata = format(ipv4, 32) === "168.63.129.16";
      assert.equal(publicOnly(format(ipv4, 32)), !isListed(ipv4, 32) && !isMetadata, format(ipv4, 32));
      const ipv6 = random(1n << 128n);
      const isGlobal = ipv6 >> 125n === 1n && !isListed(ipv6, 128);
      assert.equal(publicOnly(format(ipv6, 128)), isGlobal, format(ipv6, 128));
    }
  });

  it("allows no IPv6 address that contains an IPv4 address, public or not", () => {
    const ipv4 = ["127.0.0.1", "10.0.0.1", "169.254.169.254", "192.168.0.1", "1.1.1.1"].map(parseIpv4);
    for (const value of ipv4) {
      const embedded = {
        mapped: (0xffffn << 32n) + value,
        compatible: value,
        translated: (0xffffn << 48n) + value,
        nat64: parseIpv6("64:ff9b::") | value,
        localNat64: parseIpv6("64:ff9b:1::") | value,
        "6to4": parseIpv6("2002::") | (value << 80n),
        teredoServer: parseIpv6("2001::") | (value << 64n),
        teredoClient: parseIpv6("2001::") | (value ^ 0xffffffffn),
      };
      for (const [form, address] of Object.entries(embedded)) {
        const text = format(address, 128);
        assert.deepEqual([publicOnly(text), withPrivate(text)], [false, false], `${form}: ${text}`);
      }
    }
  });
});
