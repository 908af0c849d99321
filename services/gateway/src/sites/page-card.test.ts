import assert from "node:assert/strict";
import { readMetadata } from "@placard/page-metadata";
import { readBuiltInTemplates } from "@placard/template-store";
import { createFixedProvider, createTemplateCatalog } from "@placard/templates";
import { createPageCards } from "./page-card.ts";
import { createOwnUrlCheck, readPageValues, templateOf } from "./page-values.ts";

const catalog = createTemplateCatalog([createFixedProvider(readBuiltInTemplates())]);
const createCard = createPageCards(catalog);

async function cardOf(html: string, settings = {}) {
  const metadata = await readMetadata(html, "https://example.com/page");
  const values = readPageValues(metadata, createOwnUrlCheck("https://og.example.com/placard"));
  return await createCard({ owner: "a", settings, values, template: templateOf(metadata) });
}
const jsonLd = (...nodes: object[]) =>
  nodes.map((node) => `<script type="application/ld+json">${JSON.stringify(node)}</script>`).join("");
const meta = (tags: Record<string, string>) =>
  Object.entries(tags)
    .map(([name, content]) => `<meta property="${name}" content="${content}">`)
    .join("");

describe("the card of a page", () => {
  it("is one of blog for articles and for pages without a type", async () => {
    const tags = meta({
      "og:title": "My post",
      "og:description": "About posts",
      "og:locale": "en_GB",
      "article:section": "Posts",
      "article:published_time": "2027-03-14T10:00:00Z",
    });
    const article = { "@type": "BlogPosting", author: { "@type": "Person", name: "Ada" } };
    assert.deepEqual(await cardOf(tags + jsonLd(article, { "@type": "Product", name: "Lamp" })), {
      template: "blog",
      data: {
        title: "My post",
        description: "About posts",
        author: "Ada",
        date: "2027-03-14T10:00:00Z",
        category: "Posts",
      },
      locale: "en-GB",
    });
    assert.deepEqual(await cardOf("<title>Plain</title>"), { template: "blog", data: { title: "Plain" } });
  });

  it("is one of product, event, job, podcast or docs for pages with that type in their JSON-LD", async () => {
    const title = "<title>Title</title>";
    const cases: [object, string, object][] = [
      [
        { "@type": "Product", offers: { price: "149.00", priceCurrency: "EUR" }, description: "Warm light" },
        "product",
        { name: "Title", tagline: "Warm light", price: "€149" },
      ],
      [
        {
          "@graph": [
            { "@type": "WebPage" },
            {
              "@type": "MusicEvent",
              startDate: "2027-09-18T19:30+02:00",
              location: { "@type": "Place", name: "Kulturhuset" },
              organizer: { "@type": "Organization", name: "Guild" },
            },
          ],
        },
        "event",
        { title: "Title", date: "2027-09-18T19:30+02:00", location: "Kulturhuset", host: "Guild" },
      ],
      [
        { "@type": "Festival_Event", startDate: "2027-06-02T10:00", endDate: "2027-06-04T18:00" },
        "event",
        { title: "Title", date: "2027-06-02/2027-06-04" },
      ],
      [
        {
          "@type": "JobPosting",
          hiringOrganization: { name: "Norte", logo: "https://example.com/logo.png" },
          jobLocation: { address: { addressLocality: "Bergen" } },
        },
        "job",
        { title: "Title", company: "Norte", location: "Bergen", logo: "https://example.com/logo.png" },
      ],
      [
        { "@type": "PodcastEpisode", episodeNumber: 42, partOfSeries: { name: "Quiet Servers" } },
        "podcast",
        { title: "Title", show: "Quiet Servers", episode: "42" },
      ],
      [{ "@type": "TechArticle" }, "docs", { title: "Title" }],
      [{ "@type": ["Recipe", "Thing"] }, "blog", { title: "Title" }],
    ];
    for (const [node, template, data] of cases)
      assert.deepEqual(await cardOf(title + jsonLd(node)), { template, data }, template);
    const product = meta({
      "og:type": "product",
      "product:price:amount": "5",
      "product:price:currency": "USD",
    });
    assert.deepEqual(await cardOf(title + product), {
      template: "product",
      data: { name: "Title", price: "$5" },
    });
  });

  it("is one of blog if the page lacks a required value, and none without a title", async () => {
    const withoutDate = "<title>Title</title>" + jsonLd({ "@type": "Event" });
    assert.deepEqual(await cardOf(withoutDate), { template: "blog", data: { title: "Title" } });
    assert.deepEqual(await cardOf(withoutDate, { template: "event" }), await cardOf(withoutDate));
    assert.deepEqual(await cardOf(withoutDate, { template: "no-longer-there" }), await cardOf(withoutDate));
    for (const html of ["", "<title> \u200b </title>", "<p>text"])
      assert.equal(await cardOf(html), undefined);
  });

  it("has the template and the mapping of the site", async () => {
    const page =
      meta({ "og:title": "T", "twitter:data1": "5 min" }) +
      jsonLd({ "@type": "Article", author: [{ name: "Ada" }], a: { b: [{ c: 3 }] } });
    const map = {
      author: "jsonLd.a.b.c",
      readTime: "meta.twitter:data1",
      description: "title",
      date: "jsonLd.none",
    };
    assert.deepEqual(await cardOf(page, { template: "blog", map }), {
      template: "blog",
      data: { title: "T", author: "3", readTime: "5 min", description: "T" },
    });
    for (const source of [
      "__proto__",
      "constructor",
      "jsonLd.constructor.name",
      "meta.",
      "jsonLd.",
      "toString",
    ])
      assert.deepEqual(
        (await cardOf(page, { template: "blog", map: { author: source } }))?.data["author"],
        undefined,
      );
  });

  it("ignores images of this service, whatever their scheme", async () => {
    const own = "://og.example.com/placard/og/page/q0Zs3VbNf1xYtR7K/page.png";
    const [one, two] = [`https${own}`, `http${own}?x`];
    const images = meta({ "og:image": one, "twitter:image": two });
    const cover = async (html: string) => (await cardOf(`<title>T</title>${html}`))?.data["cover"];
    assert.equal(await cover(images), undefined);
    const article = jsonLd({ "@type": "Article", image: ["/photo.jpg"] });
    assert.equal(await cover(images + article), "https://example.com/photo.jpg");
    assert.equal(
      await cover(meta({ "og:image": "https://og.example.com/other.png" })),
      "https://og.example.com/other.png",
    );
  });

  it("has values that fit: shortened, normalized, valid, and without the name of the site", async () => {
    const tags = meta({
      "og:site_name": "Example",
      "og:image": `https://example.com/${"x".repeat(2_048)}.png`,
    });
    const { data } = (await cardOf(`<title>${"é".repeat(400)} | Example</title>${tags}`)) ?? {};
    assert.deepEqual(data, { title: `${"é".repeat(299)}…` });
    assert.deepEqual((await cardOf(`<title>My post –  Example</title>${tags}`))?.data, { title: "My post" });
    for (const title of ["Example", "About Example", "Counterexample: Anti-Example"])
      assert.deepEqual((await cardOf(`<title>${title}</title>${tags}`))?.data, { title });
    const japanese = meta({ "og:site_name": "海辺の技術ブログ" });
    assert.deepEqual((await cardOf(`<title>灯台の話｜海辺の技術ブログ</title>${japanese}`))?.data, {
      title: "灯台の話",
    });
    const locale = "<html lang='not a language'><title>T</title>";
    assert.deepEqual(await cardOf(locale), { template: "blog", data: { title: "T" } });
    const price = jsonLd({ "@type": "Product", offers: { price: "5", priceCurrency: "euros" } });
    assert.equal((await cardOf(`<title>T</title>${price}`))?.data["price"], "5 euros");
  });
});
