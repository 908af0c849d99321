import assert from "node:assert/strict";
import { isPublicHost } from "./unreachable-notice.tsx";

describe("isPublicHost", () => {
  it("is false for localhost, names without a domain, and addresses of private networks", () => {
    const hosts = [
      "localhost",
      "app.localhost",
      "placard",
      "printer.local",
      "127.0.0.1",
      "10.1.2.3",
      "172.20.0.5",
      "192.168.1.4",
      "169.254.169.254",
      "100.64.0.1",
      "[::1]",
      "[fd00::1]",
      "[fe80::1]",
      "[::ffff:7f00:1]",
    ];
    for (const host of hosts) assert.equal(isPublicHost(host), false, host);
  });

  it("is true for domain names and public addresses", () => {
    for (const host of ["og.example.com", "example.com.", "203.0.113.7", "172.32.0.1", "[2606:4700::1111]"])
      assert.equal(isPublicHost(host), true, host);
  });
});
