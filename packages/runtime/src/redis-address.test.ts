import assert from "node:assert/strict";
import { isRedisUrl, parseRedisUrl, formatRedisHosts } from "./redis-address.ts";

describe("parseRedisUrl", () => {
  it("parses one server, or several nodes of a cluster that share user, password and TLS", () => {
    const { nodes } = parseRedisUrl("redis://localhost");
    assert.deepEqual(nodes, [{ host: "localhost", port: 6379 }]);
    for (const url of [
      "rediss://me:a%2Cb@one:7000,two,[::1]:7002",
      "rediss://me:a%2Cb@one:7000, rediss://two,[::1]:7002",
    ])
      assert.deepEqual(parseRedisUrl(url), {
        nodes: [
          { host: "one", port: 7000 },
          { host: "two", port: 6379 },
          { host: "::1", port: 7002 },
        ],
        tls: true,
        username: "me",
        password: "a,b",
      });
  });

  it("rejects a URL without a host, with mixed schemes, or with a database number for a cluster", () => {
    assert.ok(isRedisUrl("redis://one/3"));
    for (const url of [
      "",
      "one:6379",
      "http://one",
      "redis://",
      "redis://one,",
      "redis://one,rediss://two",
      "redis://one/3,two",
    ])
      assert.equal(isRedisUrl(url), false, url);
  });
});

describe("formatRedisHosts", () => {
  it("omits the password", () => {
    assert.equal(formatRedisHosts("redis://:secret@one:7000,two"), "one:7000, two:6379");
  });
});
