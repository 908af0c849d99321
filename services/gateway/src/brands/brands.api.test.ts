import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { canonicalLink, signLink } from "@placard/contracts";
import { callGateway, getSharedPlacard, type SharedPlacard, type TestAccount } from "@placard/testing";

const { resolve } = createRequire(import.meta.url);
const fontFile = readFileSync(resolve("@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf"));
const logoFile = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 3 1"><path d="M0 0h3v1z"/></svg>',
);

describe("brands", () => {
  let placard: SharedPlacard;
  let account: TestAccount;
  before(async () => {
    placard = await getSharedPlacard();
  });
  beforeEach(async () => {
    account = await placard.createAccount();
  });

  const call = (method: string, path: string, body?: object, token = account.key) =>
    callGateway(`${placard.url}/api/v1${path}`, method, { token, body });
  const upload = async (file: Buffer) => (await call("POST", "/assets", file)).body.data.id as string;
  const generate = async (options?: object) => {
    const { status, body } = await call("POST", "/og/generate", {
      template: "blog",
      data: { title: "Brand" },
      options,
    });
    return { status, body, url: body.data.url as string };
  };

  it("are created, replaced, listed and deleted", async () => {
    const [logo, font] = await Promise.all([upload(logoFile), upload(fontFile)]);
    const settings = {
      colors: { ground: "#FFF", accent: "#5B34C4", secondary: "#FA0" },
      logo: { onLight: logo, size: "large", place: "start", isAlone: true },
      site: " example.com ",
      displayName: "Example",
      fonts: { heading: font, body: "Source Serif 4" },
      heading: { weight: 500, letterSpacing: -0.02 },
      background: { gradient: "#EEE", image: logo },
      decoration: "dots",
    };
    const created = await call("PUT", "/brands/acme", settings);
    assert.equal(created.status, 201, JSON.stringify(created.body));
    const { updatedAt, ...brand } = created.body.data;
    assert.ok(Date.parse(updatedAt) > 0);
    assert.deepEqual(brand, {
      ...settings,
      name: "acme",
      colors: { ground: "#ffffff", accent: "#5b34c4", secondary: "#ffaa00" },
      background: { gradient: "#eeeeee", image: logo },
      site: "example.com",
      warnings: [],
    });
    assert.deepEqual((await call("GET", "/brands/acme")).body.data, created.body.data);
    const replaced = await call("PUT", "/brands/acme", {
      site: "example.org",
      colors: null,
      logo: { onDark: null },
      heading: { weight: null },
    });
    assert.equal(replaced.status, 200);
    const { updatedAt: _, ...second } = replaced.body.data;
    assert.deepEqual(second, { name: "acme", site: "example.org", warnings: [] });
    await call("PUT", "/brands/a", {});
    const { brands } = (await call("GET", "/brands")).body.data;
    assert.deepEqual(
      brands.map(({ name }: { name: string }) => name),
      ["a", "acme"],
    );
    assert.equal((await call("DELETE", "/brands/acme")).status, 200);
    for (const method of ["GET", "DELETE"]) assert.equal((await call(method, "/brands/acme")).status, 404);
  });

  it("report pairs of text and background with a contrast below 4.5:1", async () => {
    const { body } = await call("PUT", "/brands/pale", {
      colors: { ground: "#ffffff", muted: "#aaaaaa" },
      background: { gradient: "#222222" },
    });
    assert.deepEqual(
      body.data.warnings.slice(1).map(({ field }: { field: string }) => field),
      ["brand/colors/ink", "brand/colors/accent"],
    );
    assert.deepEqual(body.data.warnings.slice(0, 1), [
      {
        code: "low_contrast",
        field: "brand/colors/muted",
        message:
          "The contrast of `muted` on `ground` is 2.3:1, which is hard to read. Use colors with at least 4.5:1.",
      },
    ]);
  });

  it("are rejected with every error", async () => {
    const other = await placard.createAccount();
    const foreign = (await call("POST", "/assets", logoFile, other.key)).body.data.id;
    const logo = await upload(logoFile);
    assert.equal(logo, foreign, "assets are identified by their content");
    const font = await upload(fontFile);
    const stranger = await placard.createAccount();
    for (const [name, body, paths, token] of [
      ["x", { colors: { ground: "red", ink: "#12" }, size: 1 }, ["/colors/ground", "/colors/ink", "/size"]],
      ["x", { logo: { onLight: font }, fonts: { body: logo } }, ["/fonts/body", "/logo/onLight"]],
      ["x", { logo: { onLight: foreign } }, ["/logo/onLight"], stranger.key],
      ["x", { logo: { onDark: "x" } }, ["/logo/onDark"]],
      ["x", { logo: { size: "huge" }, heading: { weight: 450 } }, ["/heading/weight", "/logo/size"]],
      ["x", { background: { image: font }, decoration: null }, ["/background/image"]],
      ["none", {}, ["/name"]],
      ["Acme%20Inc", {}, ["/name"]],
    ] as const) {
      const response = await call("PUT", `/brands/${name}`, body, token);
      assert.equal(response.status, 400, JSON.stringify(response.body));
      const found = response.body.error.details.map(({ path }: { path: string }) => path);
      assert.deepEqual(found.toSorted(), paths);
    }
  });

  it("are at most 20 in an account, at several gateways together", async () => {
    const names = Array.from({ length: 24 }, (_, i) => `brand-${i}`);
    const responses = await Promise.all(names.map((name) => call("PUT", `/brands/${name}`, {})));
    assert.equal(responses.filter(({ status }) => status === 201).length, 20);
    const rejected = responses.filter(({ status }) => status !== 201);
    for (const { status, body } of rejected)
      assert.deepEqual([status, body.error.code], [409, "limit_reached"]);
  });

  it("keep their assets from being deleted", async () => {
    const logo = await upload(logoFile);
    await call("PUT", "/brands/default", { logo: { onDark: logo } });
    const refused = await call("DELETE", `/assets/${logo}`);
    assert.deepEqual([refused.status, refused.body.error.code], [409, "asset_in_use"]);
    await call("DELETE", "/brands/default");
    assert.equal((await call("DELETE", `/assets/${logo}`)).status, 200);
  });

  it("are part of an image's identity: the default one, the named one, or none", async () => {
    const without = await generate();
    await call("PUT", "/brands/default", { colors: { ground: "#ffffff" } });
    await call("PUT", "/brands/other", { colors: { ground: "#000000" } });
    const [byDefault, other, none] = [
      await generate(),
      await generate({ brand: "other" }),
      await generate({ brand: "none" }),
    ];
    assert.equal(none.url, without.url);
    assert.equal(new Set([without.url, byDefault.url, other.url]).size, 3);
    assert.equal((await generate({ brand: "default" })).url, byDefault.url);
    await call("PUT", "/brands/other", { colors: { ground: "#000000" } });
    assert.equal((await generate({ brand: "other" })).url, other.url, "an equal brand has the same images");
    await call("PUT", "/brands/other", { colors: { ground: "#111111" } });
    assert.notEqual((await generate({ brand: "other" })).url, other.url);
    assert.equal(
      (await fetch(other.url.replace(placard.publicUrl, placard.url))).status,
      200,
      "old links keep working",
    );
    const unknown = await generate({ brand: "unknown" });
    assert.deepEqual([unknown.status, unknown.body.error.details[0].path], [400, "/options/brand"]);
  });

  it("can be named in signed links", async () => {
    await call("PUT", "/brands/acme", { colors: { ground: "#ffffff" } });
    const { id, secret } = await account.createSigningKey();
    const follow = async (parameters: Record<string, string>) => {
      const query = new Map(Object.entries({ title: "Brand", ...parameters, kid: id }));
      const sig = signLink(secret, canonicalLink("blog.png", query));
      const response = await fetch(
        `${placard.url}/og/sign/blog.png?${new URLSearchParams([...query, ["sig", sig]]).toString()}`,
      );
      return { status: response.status, image: response.headers.get("content-location") };
    };
    assert.equal((await follow({ brand: "acme" })).image, (await generate({ brand: "acme" })).url);
    assert.equal((await follow({})).image, (await generate()).url);
    assert.equal((await follow({ brand: "unknown" })).status, 400);
  });
});
