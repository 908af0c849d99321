import assert from "node:assert/strict";
import type { RequestListener } from "node:http";
import {
  poll,
  startDns,
  startHttpServer,
  startPlacard,
  type Placard,
  type TestAccount,
  type TestDns,
  type TestHttpServer,
} from "@placard/testing";

describe("sites with other settings", () => {
  let dns: TestDns;
  let placard: Placard;
  let account: TestAccount;
  before(async () => {
    dns = await startDns();
    placard = await startPlacard({
      inProcess: ["gateway", "renderer"],
      env: { DNS_SERVERS: dns.address, MAX_SITES: "2", RATE_LIMIT_API: "50" },
    });
  });
  beforeEach(async () => {
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
    assert.deepEqual(statuses, [201, 201, 409]);
    const { error } = await call("POST", "", { domain: "example.com" });
    assert.deepEqual([error.code, /at most 2 sites/.test(error.message)], ["limit_reached", true]);
  });

  it("count a verification as ten requests of the rate limit", async () => {
    const { data } = await call("POST", "", { domain: "blog.placard.test" });
    const statuses: number[] = [];
    while (statuses.length < 6 && statuses.at(-1) !== 429)
      statuses.push((await call("POST", `/${data.id}/verify`)).status);
    assert.equal(statuses.at(-1), 429, statuses.join());
  });
});

describe("pages of a site that has a name in DNS", () => {
  const domainName = "blog.placard.test";
  let dns: TestDns;
  let placard: Placard;
  let server: TestHttpServer;
  let account: TestAccount;
  let siteId = "";
  let page = { title: "First", etag: '"1"', status: 200 };
  let isSlow = true;
  let releaseSlowPage = () => {};
  /** The statuses of all responses. */
  const statuses: number[] = [];

  before(async () => {
    dns = await startDns({ addresses: { [domainName]: "127.0.0.1" } });
    placard = await startPlacard({
      inProcess: ["gateway", "renderer"],
      env: { DNS_SERVERS: dns.address, IMAGE_ALLOW_PRIVATE: "true", PAGE_TTL: "1", RATE_LIMIT_PAGES: "0" },
    });
    account = await placard.createAccount();
    server = await startHttpServer({
      "/slow": (_req, res) => {
        res.writeHead(200, { "content-type": "text/html" });
        const send = () => res.end("<title>Slow</title>");
        if (isSlow) releaseSlowPage = send;
        else send();
      },
      ...Object.fromEntries(
        [0, 1, 2, 3, 4, 5].map((number): [string, RequestListener] => [
          `/visited-${number}`,
          (_req, res) => {
            res.writeHead(200, { "content-type": "text/html" }).end(`<title>Visited ${number}</title>`);
          },
        ]),
      ),
      "/post": (req, res) => {
        const status = req.headers["if-none-match"] === page.etag ? 304 : page.status;
        statuses.push(status);
        res.writeHead(status, { "content-type": "text/html", etag: page.etag });
        res.end(status === 304 ? undefined : `<title>${page.title}</title>`);
      },
    });
    siteId = await createSite();
  });
  after(async () => {
    await placard?.stop();
    await server?.stop();
    await dns?.stop();
  });

  async function createSite({ key } = account): Promise<string> {
    const site = await call("POST", "/sites", { domain: `${domainName}:${server.port}` }, key);
    const { name, value } = site.verification.dns;
    assert.equal(name, `_placard.${domainName}`);
    await dns.setRecords({ addresses: { [domainName]: "127.0.0.1" }, texts: { [name]: [value] } });
    assert.ok((await call("POST", `/sites/${site.id}/verify`, undefined, key)).verifiedAt);
    return site.id;
  }

  async function call(method: string, path: string, body?: object, key = account.key, url = placard.url) {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    return JSON.parse(await response.text()).data;
  }
  async function follow(url = placard.url) {
    const { status, headers } = await fetch(`${url}/og/page/${siteId}/post.png`);
    return { status, page: headers.get("x-page"), image: headers.get("content-location") };
  }
  const imageOf = async (title: string): Promise<string> =>
    (await call("POST", "/og/generate", { template: "blog", data: { title } })).url;

  it("are requested again after PAGE_TTL with their ETag, and keep their image if unchanged", async () => {
    const first = await imageOf("First");
    assert.deepEqual(await follow(), { status: 200, page: "read", image: first });
    await poll("the page to be revalidated", async () => {
      assert.equal((await follow()).image, first);
      return statuses.includes(304);
    });
    page = { title: "First", etag: '"2"', status: 200 };
    const requests = statuses.length;
    await poll("the changed page to be read", async () => {
      assert.equal((await follow()).image, first, "the same metadata has the same image");
      return statuses.slice(requests).includes(200);
    });
    page = { title: "Second", etag: '"3"', status: 200 };
    const second = await imageOf("Second");
    await poll("the image of the changed page", async () => (await follow()).image === second);
  });

  it("keep their card while their server fails, and get the site's card when they are gone", async () => {
    const last = await follow();
    page = { title: "Failure", etag: '"4"', status: 503 };
    await poll("the page to be requested", async () => {
      assert.deepEqual(await follow(), last);
      return statuses.includes(503);
    });
    assert.deepEqual(await follow(), last);
    page = { title: "Missing", etag: '"5"', status: 404 };
    await poll("the page to be gone", async () => (await follow()).page === "gone");
  });

  it("get a fallback image if their server exceeds LINK_BUDGET_MS, and their card afterwards", async () => {
    const gateway = await placard.startGateway({ LINK_BUDGET_MS: "500" });
    const followSlow = async () => (await fetch(`${gateway.url}/og/page/${siteId}/slow.png`)).headers;
    assert.equal((await followSlow()).get("x-cache"), "FALLBACK");
    isSlow = false;
    releaseSlowPage();
    await poll("the card of the page", async () => (await followSlow()).get("x-page") === "read");
  });

  it("are not requested past RATE_LIMIT_PAGES of their account, also for a site created again", async () => {
    await fetch(`${placard.url}/og/page/${siteId}/other.png`); // renders the card of the site
    const gateway = await placard.startGateway({ RATE_LIMIT_PAGES: "1" });
    const pages = new Set<string | null>();
    for (let i = 0; i < 3; i++) {
      const response = await fetch(`${gateway.url}/og/page/${siteId}/other-${i}.png`);
      assert.equal(response.status, 200);
      pages.add(response.headers.get("x-page"));
    }
    assert.ok(pages.has("limited"));
    assert.equal(server.requestedPaths.includes("/other-2"), false);
    const metrics = await (await fetch(`${gateway.adminUrl}/metrics`)).text();
    assert.match(metrics, /placard_page_requests_total\{result="limited"\} [12]/);
    assert.match(metrics, /placard_page_requests_total\{result="gone"\} 1/);
    await call("DELETE", `/sites/${siteId}`);
    const again = `${gateway.url}/og/page/${await createSite()}/again.png`;
    assert.equal((await fetch(again)).headers.get("x-page"), "limited");
  });

  it("are rendered for visitors at separate limits, by client address, apart from the owner's", async () => {
    const gateway = await placard.startGateway({
      DAILY_RENDERS: "3",
      RATE_LIMIT_PAGES: "6",
      TRUST_PROXY: "1",
    });
    const owner = await placard.createAccount();
    const id = await createSite(owner);
    const visit = async (number: number, address: string) =>
      await fetch(`${gateway.url}/og/page/${id}/visited-${number}.png`, {
        headers: { "X-Forwarded-For": address },
      });
    const countPages = () => server.requestedPaths.filter((path) => path.startsWith("/visited-")).length;
    const { headers } = await visit(0, "192.0.2.1");
    assert.equal(headers.get("ratelimit-policy"), '"page-renders";q=6;w=60');
    for (let i = 1; i < 6; i++) assert.equal((await visit(i, "192.0.2.1")).status, 200);
    assert.equal(countPages(), 3, "a page and its card count as two");
    const other = await visit(4, "192.0.2.2");
    assert.equal(other.headers.get("x-cache"), "FALLBACK", "visitors have used up their renders of the day");
    assert.equal(countPages(), 4, "another visitor is not limited");
    const generate = (title: string) =>
      call("POST", "/og/generate", { template: "blog", data: { title } }, owner.key, gateway.url);
    for (const title of ["One", "Two", "Three"]) assert.ok((await generate(title)).url, title);
    assert.equal((await generate("Four")).url, undefined, "past DAILY_RENDERS");
  });
});
