import assert from "node:assert/strict";
import { SafeFetchError } from "./errors.ts";
import { publicReasonOf } from "./public-reason.ts";

describe("the public reason of a request that failed", () => {
  it("is the same for unknown hosts, private addresses and failed connections", () => {
    const refused = Object.assign(new Error("connect ECONNREFUSED 10.0.0.7:80"), { code: "ECONNREFUSED" });
    const errors = [
      new SafeFetchError("host_not_found", "host has no address: intranet"),
      new SafeFetchError("address_not_allowed", "intranet has an address that is not public: 10.0.0.7"),
      new SafeFetchError("connection_failed", "connection failed", { cause: refused }),
    ];
    const reasons = errors.map(publicReasonOf);
    assert.deepEqual([...new Set(reasons)], ["its host is unknown or cannot be reached from the Internet"]);
  });

  it("has the status of the server, and whether its certificate is not valid", () => {
    const status = new SafeFetchError("unexpected_status", "response status 503", { status: 503 });
    assert.equal(publicReasonOf(status), "its server answered 503");
    for (const code of ["CERT_HAS_EXPIRED", "DEPTH_ZERO_SELF_SIGNED_CERT", "ERR_TLS_CERT_ALTNAME_INVALID"]) {
      const cause = Object.assign(new Error("certificate"), { code });
      assert.equal(
        publicReasonOf(new SafeFetchError("connection_failed", "connection failed", { cause })),
        "the TLS certificate of its server is not valid",
      );
    }
  });

  it("names the limit that was exceeded", () => {
    const redirects = new SafeFetchError("too_many_redirects", "redirects", { limit: 3 });
    assert.equal(publicReasonOf(redirects), "its server sent more than 3 redirects");
    const size = new SafeFetchError("body_too_large", "size", { limit: 10 * 1024 * 1024 });
    assert.equal(publicReasonOf(size), "it is larger than 10 MiB");
  });
});
