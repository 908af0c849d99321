import assert from "node:assert/strict";
import { createAddressGuard } from "./address-guard.ts";

const publicAddresses = [
  "1.1.1.1",
  "93.184.215.14",
  "172.32.0.1",
  "192.0.1.1",
  "2606:4700::1111",
  "2a00:1450::200e",
];

const privateAddresses = [
  "127.0.0.1",
  "127.8.8.8",
  "10.0.0.1",
  "172.16.0.1",
  "192.168.1.1",
  "100.64.0.1",
  "100.100.100.1",
  "::1",
  "fd00:ec3::254",
];

const reservedAddresses = {
  '"this network" addresses': ["0.0.0.0", "0.1.2.3"],
  "link-local addresses": ["169.254.1.1", "fe80::1", "fe80::1%eth0"],
  "cloud metadata services": [
    "169.254.169.254",
    "169.254.170.2",
    "168.63.129.16",
    "192.0.0.192",
    "100.100.100.200",
    "::ffff:100.100.100.200",
    "fe80::a9fe:a9fe",
    "fd00:ec2::254",
    "fd00:ec2::23",
    "FD00:0EC2:0:0:0:0:0:254",
    "fd20:ce::254",
    "fd00:c1::a9fe:a9fe",
    "fd00:42::42",
  ],
  "multicast addresses": ["224.0.0.1", "239.255.255.250", "ff02::1"],
  "reserved and broadcast addresses": [
    "240.0.0.1",
    "255.255.255.255",
    "192.0.0.8",
    "192.88.99.1",
    "100::1",
    "fec0::1",
    "4000::1",
  ],
  "AS112 and AMT addresses": ["192.31.196.1", "192.52.193.1", "192.175.48.1", "2620:4f:8000::1"],
  "documentation and benchmarking addresses": [
    "192.0.2.1",
    "198.51.100.1",
    "203.0.113.1",
    "198.18.0.1",
    "198.19.255.255",
    "2001:db8::1",
    "3fff::1",
  ],
  "the unspecified address": ["::"],
  "IPv4 addresses embedded in IPv6": [
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "::ffff:1.1.1.1",
    "::ffff:0:1.1.1.1",
    "::127.0.0.1",
    "64:ff9b::7f00:1",
    "64:ff9b:1::1",
    "2002:7f00:1::",
    "2001:0:4136:e378:8000:63bf:3fff:fdd2",
  ],
  "strings that are not an address": ["", "localhost", "1.1.1", "0x7f000001", "2130706433", "127.0.0.01"],
};

describe("address guard", () => {
  const publicOnly = createAddressGuard({ allowPrivate: false });
  const withPrivate = createAddressGuard({ allowPrivate: true });

  it("allows public addresses", () => {
    for (const address of publicAddresses) assert.ok(publicOnly(address) && withPrivate(address), address);
  });

  it("allows private addresses only with allowPrivate", () => {
    for (const address of privateAddresses)
      assert.deepEqual([publicOnly(address), withPrivate(address)], [false, true], address);
  });

  for (const [kind, addresses] of Object.entries(reservedAddresses)) {
    it(`never allows ${kind}`, () => {
      for (const address of addresses)
        assert.deepEqual([publicOnly(address), withPrivate(address)], [false, false], address);
    });
  }
});
