import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { PlacardError, signLink } from "./index.ts";

const secret = "plks_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG";
const base = { baseUrl: "https://og.example.com", kid: "Kid0123456789abc", secret, format: "png" } as const;
const blog = (title: string) => signLink({ ...base, template: "blog", data: { title } });

/** Verifies a link like the server: rebuilds the canonical form and signs it with node:crypto. */
function verifiedParameters(link: string, key = secret): Record<string, string> {
  const url = new URL(link);
  const sent = [...url.searchParams].filter(([name]) => name !== "sig");
  const encode = (text: string) =>
    [...Buffer.from(text, "utf8")]
      .map((byte) => {
        const character = String.fromCharCode(byte);
        const hex = byte.toString(16).toUpperCase().padStart(2, "0");
        return /[A-Za-z0-9._~-]/.test(character) ? character : `%${hex}`;
      })
      .join("");
  const sorted = sent.sort(([one], [other]) => (one < other ? -1 : 1));
  const query = sorted.map(([name, value]) => `${encode(name)}=${encode(value)}`).join("&");
  const file = url.pathname.split("/").at(-1);
  const canonical = `placard-link-v1\n${file}\n${query}`;
  assert.equal(
    url.searchParams.get("sig"),
    createHmac("sha256", key).update(canonical).digest("base64url"),
    canonical,
  );
  return Object.fromEntries(sorted);
}

describe("signed links", () => {
  it("match these test vectors exactly", async () => {
    const sign = (canonical: string) => createHmac("sha256", secret).update(canonical).digest("base64url");
    const vectors = [
      [
        { ...base, template: "blog", data: { title: "Hello, Placard" } },
        "blog.png",
        "kid=Kid0123456789abc&title=Hello%2C%20Placard",
      ],
      [
        {
          ...base,
          format: "webp",
          template: "product",
          data: { name: "50 % off + tax!", tagline: "", price: "'(*)'", badge: undefined },
          options: { width: 800, height: undefined, quality: 70 },
          expiresAt: 1_800_000_000,
        },
        "product.webp",
        "exp=1800000000&kid=Kid0123456789abc&name=50%20%25%20off%20%2B%20tax%21&price=%27%28%2A%29%27&quality=70&tagline=&width=800",
      ],
      [
        { ...base, template: "blog", data: { title: "Grüße 東京 👩‍🚀", Zebra: "a&b=c#d/e?f", "ä b": "~._-" } },
        "blog.png",
        "Zebra=a%26b%3Dc%23d%2Fe%3Ff&kid=Kid0123456789abc&title=Gr%C3%BC%C3%9Fe%20%E6%9D%B1%E4%BA%AC%20%F0%9F%91%A9%E2%80%8D%F0%9F%9A%80&%C3%A4%20b=~._-",
      ],
    ] as const;
    for (const [request, file, query] of vectors) {
      const sig = sign(`placard-link-v1\n${file}\n${query}`);
      const link = await signLink(request as Parameters<typeof signLink>[0]);
      assert.equal(link, `https://og.example.com/og/sign/${file}?${query}&sig=${sig}`);
    }
  });

  it("have the signature computed by another implementation", async () => {
    assert.equal(
      new URL(await blog("Hello, Placard")).searchParams.get("sig"),
      "tNkyMV16sVQZFkLR8oP8bE_zN2eo5G8WuCIDBUy_cpA",
    );
    assert.equal(
      new URL(await blog("👩‍🚀 +%!'()*")).searchParams.get("sig"),
      "kVtYXru0W4YlCNzupEZJUINGA69m1NdffBTgxU7dq28",
    );
  });

  it("verify with any text", async () => {
    const texts = [
      "",
      " ",
      "+",
      "a+b c%20d",
      "100%",
      "!'()*",
      "-._~",
      "&=#?/\\;:@$,",
      "\n\t\0",
      "é e\u0301",
      "👩‍🚀",
      "\u2028",
    ];
    for (const text of texts) assert.equal(verifiedParameters(await blog(text))["title"], text);
    assert.equal(verifiedParameters(await blog("a\ud800b"))["title"], "a\ufffdb", "a lone surrogate");
  });

  it("sort parameters by code units, independent of the order of the fields", async () => {
    const data = { title: "t", "\u{1F600}": "emoji", "\uFFFD": "bmp", a: "1", B: "2", a1: "3" };
    const link = await signLink({ ...base, template: "mine", data });
    const names = new URL(link).search
      .slice(1)
      .split("&")
      .map((part) => decodeURIComponent(part.split("=")[0]!));
    assert.deepEqual(names, ["B", "a", "a1", "kid", "title", "\u{1F600}", "\uFFFD", "sig"]);
    const reversed = Object.fromEntries(Object.entries(data).toReversed());
    assert.equal(await signLink({ ...base, template: "mine", data: reversed }), link);
  });

  it("expire at a Date, an ISO 8601 time or Unix seconds, and reject any other value", async () => {
    for (const expiresAt of [new Date(1_800_000_000_999), "2027-01-15T08:00:00.000Z", 1_800_000_000]) {
      const link = await signLink({ ...base, template: "blog", data: { title: "t" }, expiresAt });
      assert.equal(verifiedParameters(link)["exp"], "1800000000");
    }
    for (const expiresAt of ["", "tomorrow", NaN, 0, -1, 1.5, 1_800_000_000_000, new Date(NaN)]) {
      const signing = signLink({ ...base, template: "blog", data: { title: "t" }, expiresAt });
      await assert.rejects(signing, { name: "PlacardError", code: "invalid_request" }, String(expiresAt));
    }
  });

  it("keep the path prefix of the base URL", async () => {
    const link = await signLink({
      ...base,
      baseUrl: "http://localhost:3000/cards/",
      template: "blog",
      data: { title: "t" },
    });
    assert.ok(link.startsWith("http://localhost:3000/cards/og/sign/blog.png?"));
  });

  it("contain everything but the format in the payload of their short form", async () => {
    const data = { title: "Open studio", date: "2027-06-01", speakers: [{ name: "Ada \ud800" }] };
    const sign = (request: object) =>
      signLink({ ...base, template: "event", data, form: "short" as const, ...request });
    const cases: [object, unknown[]][] = [
      [{}, []],
      [{ options: {} }, []],
      [{ options: { width: 800, quality: undefined } }, [{ width: 800 }]],
      [{ expiresAt: 1_800_000_000 }, [{}, 1_800_000_000]],
    ];
    for (const [request, others] of cases) {
      const link = await sign(request);
      const [, payload = "", sig, extension] =
        /^https:\/\/og\.example\.com\/og\/s\/([\w-]+)\.([\w-]{43})\.(\w+)$/.exec(link) ?? [];
      const wellFormed = { ...data, speakers: [{ name: "Ada \ufffd" }] };
      assert.deepEqual(JSON.parse(Buffer.from(payload, "base64url").toString()), [
        base.kid,
        "event",
        wellFormed,
        ...others,
      ]);
      const signed = `placard-link-v2\n${payload}.${extension}`;
      assert.equal(sig, createHmac("sha256", secret).update(signed).digest("base64url"));
    }
  });

  it("reject lists in their readable form", async () => {
    const data = { title: "Open studio", date: "June 1, 2027", speakers: [{ name: "Ada Lovelace" }] };
    await assert.rejects(signLink({ ...base, template: "event", data }), {
      code: "invalid_request",
      message: /lists.+speakers/,
    });
  });

  it("reject fields named like a parameter in their readable form", async () => {
    for (const name of ["kid", "exp", "sig", "width", "height", "quality"]) {
      const signing = signLink({ ...base, template: "mine", data: { [name]: "x" } });
      await assert.rejects(signing, { code: "invalid_request" }, name);
    }
  });

  it("reject a kid and a secret that are missing or of another kind, and never show them", async () => {
    const id = "Set it to the ID of a signing key.";
    const hint = "the secret of a signing key, which starts with `plks_`";
    const cases: [object, string][] = [
      [{ kid: undefined }, `kid is undefined. ${id}`],
      [{ kid: null }, `kid is null. ${id}`],
      [{ kid: "" }, `kid is empty. ${id}`],
      [{ kid: secret }, `kid is a secret, which a link must not contain. ${id}`],
      [{ secret: undefined }, `secret is undefined. Set it to ${hint}.`],
      [{ secret: "" }, `secret is empty. Set it to ${hint}.`],
      [{ secret: "plk_0123456789ABCDEFGHIJ" }, `secret is an API key; use ${hint}.`],
    ];
    for (const [key, message] of cases) {
      const request = { ...base, template: "blog", data: { title: "t" }, ...key };
      const error: unknown = await signLink(request).catch((thrown: unknown) => thrown);
      assert.ok(error instanceof PlacardError, message);
      assert.deepEqual([error.code, error.message], ["invalid_request", message]);
    }
  });
});
