import assert from "node:assert/strict";
import { addressBlock } from "./client-address.ts";

describe("addressBlock", () => {
  it("returns the address for IPv4, also if it is IPv4-mapped", () => {
    assert.equal(addressBlock("203.0.113.7"), "203.0.113.7");
    assert.equal(addressBlock("::ffff:203.0.113.7"), "203.0.113.7");
    assert.equal(addressBlock("::ffff:cb00:7107"), "203.0.113.7");
  });

  it("returns the /64 network for IPv6, however the address is written", () => {
    const block = addressBlock("2001:db8:1:2:3:4:5:6");
    assert.equal(block, "2001:db8:1:2::/64");
    for (const address of ["2001:db8:1:2::", "2001:0DB8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff"])
      assert.equal(addressBlock(address), block);
    assert.notEqual(addressBlock("2001:db8:1:3::1"), block);
    assert.equal(addressBlock("::1"), "::/64");
    assert.equal(addressBlock("fe80::1%eth0"), addressBlock("fe80::2"));
  });

  it("returns other values unchanged", () => {
    for (const value of ["", "unknown"]) assert.equal(addressBlock(value), value);
  });
});
