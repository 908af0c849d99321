import assert from "node:assert/strict";
import { SafeFetchError } from "./errors.ts";
import { publicReasonOf } from "./public-reason.ts";

describe("the public reason of a request that failed", () => {
  const url = "https://intranet.example/photo.png";

  it("is the same for unknown hosts, private addresses and failed connections", () => {
    const refused = Object.assign(new Error("connect ECONNREFUSED 10.0.0.7:80"), { code: "ECONNREFUSED" });
    const errors = [
      new SafeFetchError("host_not_found", "host has no address: intranet"),
      new SafeFetchError("address_not_allowed", "intranet has an address that is not public: 10.0.0.7"),
      new SafeFetchError("connection_failed", "connection failed", { cause: refused }),
    ];
    const reasons = errors.map((error) => publicReasonOf(error, url));
    assert.deepEqual([...new Set(reasons)], ["its host is unknown or cannot be reached from the Internet"]);
  });

  it("names local addresses by the text of the URL alone", () => {
    const localUrls = [
      "http://localhost:3000/a.png",
      "http://cdn.LOCALHOST/a.png",
      "http://127.0.0.1/a.png",
      "http://127.1/a.png",
      "http://192.168.0.7/a.png",
      "http://169.254.169.254/a.png",
      "http://[::1]/a.png",
      "http://0.0.0.0/a.png",
    ];
    for (const code of ["host_not_found", "address_not_allowed", "connection_failed"] as const) {
      const error = new SafeFetchError(code, "failed");
      for (const local of localUrls)
        assert.equal(publicReasonOf(error, local), "its URL has a local address; use a public URL", local);
      for (const other of [url, "http://notlocalhost/", "http://1.1.1.1/", "http://localhost.example/"])
        assert.match(publicReasonOf(error, other), /^its host is unknown/, other);
    }
    assert.match(publicReasonOf(new SafeFetchError("host_not_found", "failed")), /^its host is unknown/);
    assert.match(publicReasonOf(new SafeFetchError("port_not_allowed", "port"), localUrls[0]), /its port/);
  });

  it("has the status of the server, and whether its certificate is not valid", () => {
    const status = new SafeFetchError("unexpected_status", "response status 503", { status: 503 });
    assert.equal(publicReasonOf(status, url), "its server answered 503");
    for (const code of ["CERT_HAS_EXPIRED", "DEPTH_ZERO_SELF_SIGNED_CERT", "ERR_TLS_CERT_ALTNAME_INVALID"]) {
      const cause = Object.assign(new Error("certificate"), { code });
      assert.equal(
        publicReasonOf(new SafeFetchError("connection_failed", "connection failed", { cause }), url),
        "the TLS certificate of its server is not valid",
      );
    }
  });

  it("names the limit that was exceeded", () => {
    const redirects = new SafeFetchError("too_many_redirects", "redirects", { limit: 3 });
    assert.equal(publicReasonOf(redirects, url), "its server sent more than 3 redirects");
    const size = new SafeFetchError("body_too_large", "size", { limit: 10 * 1024 * 1024 });
    assert.equal(publicReasonOf(size, url), "it is larger than 10 MiB");
  });
});
