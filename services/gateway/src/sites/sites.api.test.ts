import assert from "node:assert/strict";
import {
  getSharedPlacard,
  redirectTo,
  startHttpServer,
  type SharedPlacard,
  type TestAccount,
  type TestHttpServer,
} from "@placard/testing";

interface SiteData {
  id: string;
  verifiedAt: string | null;
  verification: { dns: { name: string; value: string }; file: { url: string; content: string } };
  [member: string]: unknown;
}

describe("sites", () => {
  let placard: SharedPlacard;
  let account: TestAccount;
  before(async () => {
    placard = await getSharedPlacard();
  });
  beforeEach(async () => {
    account = await placard.createAccount();
  });

  async function call(method: string, path: string, body?: object, token = account.key) {
    const response = await fetch(`${placard.url}/api/v1/sites${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, ...(body && { "Content-Type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const { data, error } = JSON.parse(await response.text());
    return { status: response.status, data, error };
  }
  const create = async (body: object, token?: string): Promise<SiteData> => {
    const { status, data, error } = await call("POST", "", body, token);
    assert.equal(status, 201, JSON.stringify(error));
    return data;
  };

  it("are created, listed, read, changed and deleted, with an API key or a session", async () => {
    const site = await create({ domain: "Blog.Example.com" });
    const { token, ...created } = { token: site.verification.dns.value, ...site };
    assert.match(token, /^placard-[\w-]{32}$/);
    assert.deepEqual(created, {
      id: site.id,
      domain: "blog.example.com",
      imageUrl: `${placard.publicUrl}/og/page/${site.id}`,
      verification: {
        dns: { name: "_placard.blog.example.com", value: token },
        file: { url: "https://blog.example.com/.well-known/placard.txt", content: token },
      },
      createdAt: site["createdAt"],
      verifiedAt: null,
    });
    const second = await create(
      { domain: "münchen.example", template: "docs", brand: "none" },
      account.token,
    );
    assert.equal(second["domain"], "xn--mnchen-3ya.example");
    assert.deepEqual((await call("GET", "")).data.sites, [site, second]);
    assert.deepEqual((await call("GET", `/${second.id}`, undefined, account.token)).data, second);
    const settings = { template: "product@1", map: { price: "jsonLd.offers.price" } };
    const changed = await call("PUT", `/${second.id}`, settings);
    const { template: _template, brand: _brand, ...kept } = second;
    assert.deepEqual(changed.data, { ...kept, ...settings });
    assert.deepEqual((await call("GET", `/${second.id}`)).data, changed.data);
    assert.equal((await call("DELETE", `/${site.id}`)).status, 200);
    for (const method of ["GET", "DELETE"]) assert.equal((await call(method, `/${site.id}`)).status, 404);
    assert.equal((await call("PUT", `/${site.id}`, {})).status, 404);
    assert.equal((await call("POST", `/${site.id}/verify`)).status, 404);
    assert.deepEqual((await call("GET", "")).data.sites, [changed.data]);
  });

  it("are not visible to other accounts", async () => {
    const { id } = await create({ domain: "example.com" });
    const other = await placard.createAccount();
    for (const [method, path, body] of [
      ["GET", `/${id}`],
      ["PUT", `/${id}`, {}],
      ["DELETE", `/${id}`],
      ["POST", `/${id}/verify`],
    ] as const)
      assert.equal((await call(method, path, body, other.key)).status, 404, method);
    assert.deepEqual((await call("GET", "", undefined, other.key)).data.sites, []);
    assert.equal((await call("GET", `/${id}`)).status, 200);
  });

  it("can have one domain in several accounts, each with its own token", async () => {
    const other = await placard.createAccount();
    const [one, two] = [
      await create({ domain: "example.com" }),
      await create({ domain: "example.com" }, other.key),
    ];
    assert.notEqual(one.verification.dns.value, two.verification.dns.value);
  });

  it("are rejected with every invalid member", async () => {
    const invalid: [object, string[]][] = [
      [{}, ["/domain"]],
      [{ domain: "https://example.com" }, ["/domain"]],
      [{ domain: "example.com/blog" }, ["/domain"]],
      [{ domain: "user@example.com" }, ["/domain"]],
      [{ domain: "exa mple.com" }, ["/domain"]],
      [{ domain: "" }, ["/domain"]],
      [{ domain: "[::1]" }, ["/domain"]],
      [{ domain: "example.com", template: "unknown", brand: "unknown" }, ["/brand", "/template"]],
      [{ domain: "example.com", map: { title: "title" } }, ["/map"]],
      [
        { domain: "example.com", template: "blog", map: { title: "og:title", author: "meta.author" } },
        ["/map/title"],
      ],
      [{ domain: "example.com", template: "blog", map: { titel: "title" } }, ["/map/titel"]],
      [{ domain: "example.com", template: "blog", map: { title: 5 }, size: 1 }, ["/map/title", "/size"]],
    ];
    for (const [body, paths] of invalid) {
      const { status, error } = await call("POST", "", body);
      assert.equal(status, 400, JSON.stringify(body));
      const found = error.details.map(({ path }: { path: string }) => path);
      assert.deepEqual(found.toSorted(), paths, JSON.stringify(body));
    }
    assert.deepEqual((await call("GET", "")).data.sites, []);
  });

  it("are deleted with the account, and are in its export", async () => {
    const site = await create({ domain: "example.com" });
    const send = (method: string, path: string) =>
      fetch(placard.url + path, { method, headers: { Authorization: `Bearer ${account.token}` } });
    const exported = (await (await send("GET", "/api/v1/account/export")).json()) as {
      data: { sites: unknown };
    };
    assert.deepEqual(exported.data.sites, [site]);
    assert.equal((await send("DELETE", "/api/v1/account")).status, 200);
    const other = await placard.createAccount();
    assert.equal((await call("GET", `/${site.id}`, undefined, other.key)).status, 404);
  });

  describe("are verified by a file", () => {
    let files: TestHttpServer;
    let elsewhere: TestHttpServer;
    let content = "";
    before(async () => {
      elsewhere = await startHttpServer({ "/token.txt": (_req, res) => res.end(content) });
      files = await startHttpServer({
        "/.well-known/placard.txt": (_req, res) => {
          if (content === "") res.writeHead(404).end();
          else if (content === "redirect")
            redirectTo(`http://127.0.0.1:${elsewhere.port}/token.txt`)(_req, res);
          else if (content === "large") res.end(Buffer.alloc(1_000_000, "x\n"));
          else res.end(content);
        },
      });
    });
    after(async () => {
      await files.stop();
      await elsewhere.stop();
    });

    it("which has the token as one of its lines", async () => {
      const site = await create({ domain: `localhost:${files.port}` });
      const { url, content: token } = site.verification.file;
      assert.equal(url, `http://localhost:${files.port}/.well-known/placard.txt`);
      const failures = [
        ["", "its server answered 404"],
        ["large", "is larger than"],
        ["redirect", "from one that it redirects to"],
        [`${token}x\nx${token}\n`, "has no line with the token"],
      ] as const;
      for (const [body, reason] of failures) {
        content = body;
        const { status, data } = await call("POST", `/${site.id}/verify`);
        assert.deepEqual([status, data.verifiedAt], [200, null]);
        const [dns, file] = data.checks;
        assert.deepEqual([dns.method, dns.isFound, file.method, file.isFound], ["dns", false, "file", false]);
        assert.ok(file.message.includes(reason), file.message);
        assert.match(file.message, /(?:Publish|Add) it .*on a separate line\.$/);
      }
      content = `placard-of-another-account\r\n ${token} \r\n`;
      const verified = await call("POST", `/${site.id}/verify`);
      assert.ok(Date.parse(verified.data.verifiedAt) > 0, JSON.stringify(verified.data));
      assert.equal(verified.data.checks[1].isFound, true);
      content = "";
      const again = await call("POST", `/${site.id}/verify`);
      assert.equal(again.data.verifiedAt, verified.data.verifiedAt, "a verified site stays verified");
      assert.equal((await call("GET", `/${site.id}`)).data.verifiedAt, verified.data.verifiedAt);
    });
  });
});
