import assert from "node:assert/strict";
import { isRedisUrl, parseRedisUrl, formatRedisHosts } from "./redis-address.ts";

describe("REDIS_URL", () => {
  it("names one server, or nodes of a cluster that share user, password and TLS", () => {
    const one = parseRedisUrl("redis://localhost");
    assert.deepEqual(one.nodes, [{ host: "localhost", port: 6379 }]);
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

  it("is refused where it names none, mixes schemes, or wants a numbered database of a cluster", () => {
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

  it("is shown to people without its password", () => {
    assert.equal(formatRedisHosts("redis://:secret@one:7000,two"), "one:7000, two:6379");
  });
});
