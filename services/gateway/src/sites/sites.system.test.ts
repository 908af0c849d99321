import assert from "node:assert/strict";
import { startDns, startPlacard, type Placard, type TestAccount, type TestDns } from "@placard/testing";

describe("sites with settings of their own", () => {
  let dns: TestDns;
  let placard: Placard;
  let account: TestAccount;
  before(async () => {
    dns = await startDns();
    placard = await startPlacard({ env: { DNS_SERVERS: dns.address, MAX_SITES: "2", RATE_LIMIT_API: "50" } });
    account = await placard.createAccount();
  });
  after(async () => {
    await placard?.stop();
    await dns?.stop();
  });

  async function call(method: string, path: string, body?: object) {
    const response = await fetch(`${placard.url}/api/v1/sites${path}`, {
      method,
      headers: { Authorization: `Bearer ${account.key}`, "Content-Type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    const { data, error } = JSON.parse(await response.text());
    return { status: response.status, data, error };
  }

  it("are verified by a TXT record, one of several of its name", async () => {
    const { data: site } = await call("POST", "", { domain: "blog.placard.test" });
    const { name, value } = site.verification.dns;
    const verify = async () => {
      const { data } = await call("POST", `/${site.id}/verify`);
      return { verifiedAt: data.verifiedAt, dns: data.checks[0] };
    };
    const missing = await verify();
    assert.deepEqual([missing.verifiedAt, missing.dns.isFound], [null, false]);
    assert.match(missing.dns.message, /has no TXT record\./);
    await dns.setRecords({ texts: { [name]: ["placard-another"], "blog.placard.test": [value] } });
    const other = await verify();
    assert.deepEqual([other.verifiedAt, other.dns.isFound], [null, false]);
    assert.match(other.dns.message, /no TXT record with this value/);
    await dns.setRecords({ texts: { [name]: ["placard-another", value] } });
    const found = await verify();
    assert.ok(Date.parse(found.verifiedAt) > 0);
    assert.equal(found.dns.isFound, true);
  });

  it("accept no names and addresses of private networks, and no ports", async () => {
    for (const domain of [
      "localhost",
      "intranet",
      "127.0.0.1",
      "10.0.0.1",
      "0x7f.1",
      "blog.localhost",
      "example.com:8080",
      `${"a".repeat(64)}.example`,
    ]) {
      const { status, error } = await call("POST", "", { domain });
      assert.deepEqual([status, error.details[0].path], [400, "/domain"], domain);
    }
  });

  it("are at most MAX_SITES in an account", async () => {
    const statuses = [];
    for (let i = 0; i < 3; i++)
      statuses.push((await call("POST", "", { domain: `${i}.example.com` })).status);
    assert.deepEqual(statuses, [201, 409, 409]);
    const { error } = await call("POST", "", { domain: "example.com" });
    assert.deepEqual([error.code, /at most 2 sites/.test(error.message)], ["limit_reached", true]);
  });

  it("count a verification as ten requests of the rate limit", async () => {
    const { data } = await call("GET", "");
    const statuses: number[] = [];
    while (statuses.length < 6 && statuses.at(-1) !== 429)
      statuses.push((await call("POST", `/${data.sites[0].id}/verify`)).status);
    assert.equal(statuses.at(-1), 429, statuses.join());
  });
});
