import assert from "node:assert/strict";
import { SafeFetchError } from "./errors.ts";

describe("the public reason of a request that failed", () => {
  it("is the same for unknown hosts, private addresses and failed connections", () => {
    const refused = Object.assign(new Error("connect ECONNREFUSED 10.0.0.7:80"), { code: "ECONNREFUSED" });
    const errors = [
      new SafeFetchError("host_not_found", "host has no address: intranet"),
      new SafeFetchError("address_not_allowed", "intranet has an address that is not public: 10.0.0.7"),
      new SafeFetchError("connection_failed", "connection failed", { cause: refused }),
    ];
    const reasons = errors.map(({ publicReason }) => publicReason);
    assert.deepEqual([...new Set(reasons)], ["its host is unknown or cannot be reached from the Internet"]);
  });

  it("has the status of the server, and whether its certificate is not valid", () => {
    const status = new SafeFetchError("unexpected_status", "response status 503", { status: 503 });
    assert.equal(status.publicReason, "its server answered 503");
    for (const code of ["CERT_HAS_EXPIRED", "DEPTH_ZERO_SELF_SIGNED_CERT", "ERR_TLS_CERT_ALTNAME_INVALID"]) {
      const cause = Object.assign(new Error("certificate"), { code });
      assert.equal(
        new SafeFetchError("connection_failed", "connection failed", { cause }).publicReason,
        "the TLS certificate of its server is not valid",
      );
    }
  });

  it("names the limit that was exceeded", () => {
    const redirects = new SafeFetchError("too_many_redirects", "redirects", { limit: 3 });
    assert.equal(redirects.publicReason, "its server sent more than 3 redirects");
    const size = new SafeFetchError("body_too_large", "size", { limit: 10 * 1024 * 1024 });
    assert.equal(size.publicReason, "it is larger than 10 MiB");
  });
});
