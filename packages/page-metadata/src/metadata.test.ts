import assert from "node:assert/strict";
import * as fc from "fast-check";
import { readMetadata } from "./metadata.ts";

const url = "https://blog.example/posts/one?x=1";
const jsonLd = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`;

describe("the metadata of a page", () => {
  it("comes from Open Graph tags, with entities decoded and URLs made absolute", async () => {
    const page = await readMetadata(
      `<!doctype html><html lang="en"><head><title>Ignored &amp; short</title>
      <meta property="og:title" content="Caf&eacute; &amp; bar &#x1F600;">
      <META NAME=description CONTENT="  A place to sit.  ">
      <meta property="og:site_name" content="Blog">
      <meta property="og:type" content="article"><meta property="og:locale" content="en_GB">
      <meta property="article:published_time" content="2026-03-01T10:00:00Z">
      <meta name="author" content="Ada">
      <link rel="shortlink canonical" href="/posts/one">
      <meta property="og:image" content="/a.png"><meta property="og:image:width" content="1200">
      <meta property="og:image:height" content="630">
      <meta property="og:image" content="//cdn.example/b.jpg">
      <meta name="twitter:image" content="https://blog.example/a.png">`,
      url,
    );
    assert.equal(page.title, "Café & bar 😀");
    assert.equal(page.documentTitle, "Ignored & short");
    assert.equal(page.description, "A place to sit.");
    assert.deepEqual(
      [page.siteName, page.type, page.locale, page.author, page.publishedTime, page.canonicalUrl],
      ["Blog", "article", "en_GB", "Ada", "2026-03-01T10:00:00Z", "https://blog.example/posts/one"],
    );
    assert.deepEqual(
      page.images.map((image) => ({ ...image })),
      [
        {
          url: "https://blog.example/a.png",
          href: "/a.png",
          source: "og:image",
          width: 1200,
          height: 630,
        },
        {
          url: "https://cdn.example/b.jpg",
          href: "//cdn.example/b.jpg",
          source: "og:image",
          width: undefined,
          height: undefined,
        },
      ],
    );
  });

  it("comes from JSON-LD where tags are missing: an article, in a graph, with nodes as values", async () => {
    const page = await readMetadata(
      `<title>One | Blog</title>${jsonLd({
        "@context": "https://schema.org",
        "@graph": [
          { "@type": "Organization", name: "Blog" },
          {
            "@type": ["NewsArticle", "https://schema.org/Article"],
            headline: "One",
            description: "About one",
            author: [{ "@type": "Person", name: "Ada" }, { name: "Bob" }],
            datePublished: "2026-03-01",
            publisher: { name: "Blog" },
            image: { "@type": "ImageObject", url: "/one.jpg" },
          },
        ],
      })}`,
      url,
    );
    assert.deepEqual(
      [page.title, page.description, page.author, page.publishedTime, page.siteName],
      ["One", "About one", "Ada", "2026-03-01", "Blog"],
    );
    assert.equal(page.images[0]?.url, "https://blog.example/one.jpg");
    assert.deepEqual(
      page.jsonLd.map(({ types }) => types),
      [["Organization"], ["NewsArticle", "Article"]],
    );
  });

  it("has the name of the product, event, job or episode that the page is about as its title", async () => {
    const titleOf = async (node: object, head = "<title>Shop</title>") =>
      (await readMetadata(head + jsonLd([{ "@type": "WebSite", name: "Site" }, node]), url)).title;
    assert.equal(await titleOf({ "@type": "Product", name: "Storm lamp" }), "Storm lamp");
    assert.equal(await titleOf({ "@type": "PodcastEpisode", name: "The lamp" }), "The lamp");
    assert.equal(await titleOf({ "@type": "JobPosting", title: "Keeper" }), "Keeper");
    assert.equal(await titleOf({ "@type": "Organization", name: "Guild" }), "Shop");
    assert.equal(
      await titleOf({ "@type": "Product", name: "A" }, '<meta property="og:title" content="B">'),
      "B",
    );
  });

  it("prefers what the page is about to the page itself, and follows references to other nodes", async () => {
    const page = await readMetadata(
      jsonLd({
        "@graph": [
          { "@type": "WebPage", name: "Page" },
          { "@type": "Article", headline: "One", author: { "@id": "#ada" }, publisher: { "@id": "#blog" } },
          { "@type": "Organization", "@id": "#blog", name: "Blog" },
          { "@type": "Person", "@id": "#ada", name: "Ada" },
        ],
      }),
      url,
    );
    assert.deepEqual([page.title, page.author, page.siteName], ["One", "Ada", "Blog"]);
  });

  it("has HTML entities in JSON-LD decoded", async () => {
    const { title, jsonLd: nodes } = await readMetadata(
      jsonLd({ "@type": "Article", headline: "Salt &amp; pepper&#8217;s R&D", about: { name: "&lt;b&gt;" } }),
      url,
    );
    assert.equal(title, "Salt & pepper’s R&D");
    assert.equal(JSON.stringify(nodes[0]?.properties["about"]), '{"name":"<b>"}');
  });

  it("has no author whose name is a URL", async () => {
    const profile = '<meta property="article:author" content="https://social.example/ada">';
    assert.equal((await readMetadata(profile, url)).author, undefined);
    assert.equal((await readMetadata(`${profile}<meta name="author" content="Ada">`, url)).author, "Ada");
    assert.equal((await readMetadata('<meta property="article:author" content="Bob">', url)).author, "Bob");
  });

  it("has the price of a product and the time and place of an event", async () => {
    const product = { "@type": "Product", name: "Chair" };
    const offers = { price: 19.9, priceCurrency: "EUR" };
    const event = {
      "@type": "MusicEvent",
      startDate: "2026-05-01T19:00",
      endDate: "2026-05-01T22:00",
      location: { "@type": "Place", address: { streetAddress: "Main St 1", addressLocality: "Bonn" } },
    };
    const expected = { amount: "19.9", currency: "EUR" };
    assert.deepEqual(
      { ...(await readMetadata(jsonLd({ ...product, offers: [offers] }), url)).price },
      expected,
    );
    const tags = `<meta property="product:price:amount" content="5"><meta property="product:price:currency" content="USD">`;
    assert.deepEqual({ ...(await readMetadata(tags, url)).price }, { amount: "5", currency: "USD" });
    assert.deepEqual(
      { ...(await readMetadata(jsonLd([event]), url)).event },
      { start: "2026-05-01T19:00", end: "2026-05-01T22:00", location: "Main St 1, Bonn" },
    );
    assert.equal((await readMetadata(jsonLd(product), url)).price, undefined);
    assert.equal((await readMetadata(jsonLd(product), url)).event, undefined);
  });

  it("lists all tags in their order, with duplicates", async () => {
    const { metaTags } = await readMetadata(
      `<meta name="og:title" content="1"><meta property="og:title" content="2"><meta charset="utf-8">
       <meta name="empty"><body><meta itemprop="Name" content="3">`,
      url,
    );
    assert.deepEqual(metaTags, [
      { name: "og:title", content: "1" },
      { name: "og:title", content: "2" },
      { name: "name", content: "3" },
    ]);
  });

  it("ignores tags in comments, scripts and attribute values, and titles of SVG images", async () => {
    const page = await readMetadata(
      `<!-- <meta property="og:title" content="comment"> --><svg><title>Icon</title></svg>
       <script>var x = '<meta property="og:title" content="script">';</script>
       <p data-x='<meta property="og:title" content="attribute">'><title>Page</title>`,
      url,
    );
    assert.deepEqual([page.title, page.metaTags], ["Page", []]);
  });

  it("resolves URLs against <base>, and gives no URL for a scheme other than http and https", async () => {
    const page = await readMetadata(
      `<base href="https://cdn.example/x/"><meta property="og:image" content="a.png">
       <meta property="og:image" content="data:image/png;base64,AA"><meta property="og:image" content="javascript:1">
       <meta property="og:url" content="http://[">`,
      url,
    );
    assert.deepEqual(
      page.images.map((image) => image.url),
      ["https://cdn.example/x/a.png", undefined, undefined],
    );
    assert.equal(page.canonicalUrl, undefined);
  });

  it("treats names such as __proto__ as ordinary ones", async () => {
    const page = await readMetadata(
      `<meta name="__proto__" content="x"><meta constructor="y" name="constructor" content="z">
       <script type="application/ld+json">{"@type":"Article","__proto__":{"headline":"No"},"constructor":{"prototype":{"a":1}}}</script>`,
      url,
    );
    assert.equal(page.title, undefined);
    assert.equal(({} as Record<string, unknown>)["headline"], undefined);
    assert.equal(Object.getPrototypeOf(page.jsonLd[0]?.properties), null);
    assert.deepEqual(
      page.metaTags.map(({ name }) => name),
      ["__proto__", "constructor"],
    );
  });

  it("is read from any text without an error", async () => {
    const fragment = fc.constantFrom(
      "<meta property=og:image content=",
      '<meta name="og:title" content="',
      '<script type="application/ld+json">',
      '{"@type":"Article","image":[',
      "</script>",
      "<title>",
      "<svg>",
      "</svg></title>",
      "<!--",
      "&#xD800;",
      "&#99999999;",
      '">',
      "<base href='",
      "]]>",
      "\0",
    );
    const html = fc.array(fc.oneof(fragment, fc.string({ unit: "binary" }))).map((parts) => parts.join(""));
    await fc.assert(
      fc.asyncProperty(html, fc.webUrl(), async (text, pageUrl) => void (await readMetadata(text, pageUrl))),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.json({ maxDepth: 8 }),
        async (text) => void (await readMetadata(jsonLdText(text), url)),
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.object({ key: fc.constantFrom(...schemaNames), maxDepth: 5 }), async (value) => {
        await readMetadata(jsonLd({ "@type": "Event", ...value }), url);
      }),
    );
  });

  it("is bounded for pages that are huge, deeply nested, or repeat a tag thousands of times", async () => {
    const many = await readMetadata(`<meta property="og:image" content="/a.png?`.repeat(50_000), url);
    assert.ok(many.metaTags.length <= 1_000);
    const tags = Array.from({ length: 20_000 }, (_, i) => `<meta property="og:image" content="/${i}.png">`);
    const { metaTags, images } = await readMetadata(tags.join(""), url);
    assert.deepEqual([metaTags.length, images.length], [1_000, 20]);
    const long = await readMetadata(`<title>${"x".repeat(1_000_000)}</title>`, url);
    assert.equal(long.title?.length, 5_000);
    for (const deep of ["<b>".repeat(200_000) + "</i>".repeat(200_000), "<svg>".repeat(200_000)])
      assert.equal((await readMetadata(deep, url)).title, undefined);
    for (const text of ["[".repeat(400_000), '{"@graph":'.repeat(40_000), "[[".repeat(99) + "]]".repeat(99)])
      assert.deepEqual((await readMetadata(jsonLdText(text), url)).jsonLd, []);
    const nested = `${'{"@type":"A","@graph":['.repeat(1_000)}${"]}".repeat(1_000)}`;
    assert.ok((await readMetadata(jsonLdText(nested), url)).jsonLd.length <= 16);
    const wide = await readMetadata(jsonLd(Array.from({ length: 30_000 }, () => ({ "@type": "A" }))), url);
    assert.equal(wide.jsonLd.length, 0, "more than 256 KiB of JSON-LD");
    const nodes = await readMetadata(jsonLd(Array.from({ length: 3_000 }, () => ({ "@type": "A" }))), url);
    assert.equal(nodes.jsonLd.length, 200);
  });

  it("is read in chunks of 16 KiB, between which other work is done", async () => {
    let turns = 0;
    const count = () => void (turns++, (immediate = setImmediate(count)));
    let immediate = setImmediate(count);
    const unclosed = "<b>".repeat(500);
    await readMetadata((unclosed + "</i>".repeat(300_000)).slice(0, 1024 * 1024), url);
    clearImmediate(immediate);
    assert.ok(turns >= 64, String(turns));
  });
});

const schemaNames = [
  "@type",
  "@graph",
  "image",
  "offers",
  "location",
  "author",
  "headline",
  "address",
  "price",
];

function jsonLdText(text: string): string {
  return `<script type="application/ld+json">${text}</script>`;
}
