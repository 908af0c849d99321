import assert from "node:assert/strict";
import { firstContent, readMetadata } from "@placard/page-metadata";
import * as fc from "fast-check";
import { listProblems } from "./check-page.ts";
import { measureImage } from "./fetch-image.ts";
import type { CardKind, PageProblem } from "./page-check.ts";
import type { ImageFacts, ImageFile, PageFacts } from "./page-facts.ts";
import { platforms } from "./platforms.ts";
import { listPreviews } from "./previews.ts";

const url = "https://www.blog.example/posts/one?utm_source=x";
const goodTags = [
  `<meta property="og:title" content="One">`,
  `<meta property="og:description" content="About one.">`,
  `<meta property="og:type" content="article"><meta property="og:url" content="https://www.blog.example/posts/one">`,
  `<meta property="og:image" content="https://www.blog.example/one.png"><meta property="og:image:alt" content="One">`,
  `<meta property="og:image:width" content="1200"><meta property="og:image:height" content="630">`,
  `<meta name="twitter:card" content="summary_large_image">`,
];
const good = goodTags.join("\n");
const withoutTag = (name: string) => goodTags.filter((tag) => !tag.includes(`"${name}"`)).join("\n");

const goodFile: ImageFile = {
  content: Buffer.alloc(100_000),
  format: "png",
  size: { width: 1200, height: 630 },
  location: undefined,
  redirectCount: 0,
  durationMs: 80,
};

/** The facts about a page whose images all have the same file. */
async function factsOf(
  html: string,
  changes: Partial<PageFacts> = {},
  file: Partial<ImageFile> = {},
): Promise<PageFacts> {
  const page = {
    url,
    status: 200 as const,
    redirects: [],
    headers: {},
    etag: undefined,
    lastModified: undefined,
    durationMs: 100,
    html,
    ...changes.page,
  };
  const metadata = await readMetadata(html, page.url);
  const images = (["og:image", "twitter:image"] as const).flatMap((tag): ImageFacts[] => {
    const image = metadata.images.find(({ source }) => source === tag);
    return image ? [{ ...image, tag, declared: image, file: { ...goodFile, ...file } }] : [];
  });
  const tag = (name: string) => firstContent(metadata.metaTags, [name]);
  return { metadata, images, tag, ...changes, page };
}

const codesOf = (facts: PageFacts) => listProblems(facts).map(({ code }) => code);
const cardsOf = (facts: PageFacts) =>
  Object.fromEntries(listPreviews(facts).map(({ platform, card }) => [platform, card]));
const all = (card: CardKind, others: Record<string, CardKind> = {}) => ({
  ...Object.fromEntries(platforms.map(({ name }) => [name, card])),
  ...others,
});

describe("the check of a page's card", () => {
  it("finds nothing wrong with a good page, and shows the large card everywhere", async () => {
    const facts = await factsOf(good);
    assert.deepEqual(listProblems(facts), []);
    assert.deepEqual(cardsOf(facts), all("large"));
    const [x, facebook] = listPreviews(facts);
    assert.deepEqual([x?.title, x?.description, x?.domain], ["One", undefined, "blog.example"]);
    assert.deepEqual(
      [facebook?.description, facebook?.imageUrl],
      ["About one.", "https://www.blog.example/one.png"],
    );
    for (const { sources } of listPreviews(facts)) assert.ok(sources.length > 0);
  });

  it("shows each platform's card by the tags that it reads", async () => {
    const thumbnails = { X: "small", Discord: "small" } as const;
    assert.deepEqual(cardsOf(await factsOf(withoutTag("twitter:card"))), all("large", thumbnails));
    const onlyTitle = await factsOf("<title>One</title>");
    assert.deepEqual(cardsOf(onlyTitle), all("text", { X: "none" }));
    assert.deepEqual(cardsOf(await factsOf("<p>One</p>")), all("none"));
    const onlyTwitter = await factsOf(
      `${withoutTag("og:image")}<meta name="twitter:image" content="https://cdn.example/x.png">`,
    );
    assert.deepEqual(
      cardsOf(onlyTwitter),
      all("large", { Facebook: "text", LinkedIn: "text", WhatsApp: "text" }),
    );
    const own = await factsOf(
      `${good}<meta name="twitter:title" content="For X"><meta name="twitter:image" content="https://cdn.example/x.png">`,
    );
    const [x, facebook] = listPreviews(own);
    assert.deepEqual([x?.title, x?.imageUrl], ["For X", "https://cdn.example/x.png"]);
    assert.deepEqual([facebook?.title, facebook?.imageUrl], ["One", "https://www.blog.example/one.png"]);
  });

  const imageCases: [string, Partial<ImageFile>, PageProblem["code"][], Record<string, CardKind>][] = [
    [
      "of 412 kB",
      { content: Buffer.alloc(412_000) },
      ["image_too_large"],
      all("large", { WhatsApp: "text" }),
    ],
    [
      "of 6 MB",
      { content: Buffer.alloc(6_000_000) },
      ["image_too_large"],
      all("large", { WhatsApp: "text", X: "text", LinkedIn: "text" }),
    ],
    [
      "of 250 × 131 pixels",
      { size: { width: 250, height: 131 } },
      ["image_too_small", "image_too_small"],
      all("large", { X: "text", Facebook: "text", LinkedIn: "small" }),
    ],
    [
      "of 5000 × 2625 pixels",
      { size: { width: 5_000, height: 2_625 } },
      ["image_too_big"],
      all("large", { X: "text" }),
    ],
    ["that is square", { size: { width: 900, height: 900 } }, ["image_ratio"], all("large")],
    ["in SVG", { format: "svg", size: undefined }, ["image_format"], all("text")],
    ["in AVIF", { format: "avif" }, ["image_format"], all("text", { iMessage: "large" })],
    ["that is damaged", { size: undefined }, ["image_format"], all("text")],
    ["that is a web page", { format: undefined, size: undefined }, ["image_format"], all("text")],
    ["that is slow", { durationMs: 4_000 }, ["image_slow"], all("large")],
    ["that redirects", { redirectCount: 1 }, ["image_redirected"], all("large")],
  ];
  for (const [name, file, codes, cards] of imageCases) {
    it(`finds an image ${name}, and says which platforms show no large card`, async () => {
      const facts = await factsOf(good, {}, file);
      assert.deepEqual(
        codesOf(facts).filter((code) => !code.startsWith("image_size")),
        codes,
      );
      assert.deepEqual(cardsOf(facts), cards);
    });
  }

  it("names the platforms that a problem is about, and none if it is about all", async () => {
    const [tooLarge] = listProblems(await factsOf(good, {}, { content: Buffer.alloc(412_000) }));
    assert.deepEqual(tooLarge?.platforms, ["WhatsApp"]);
    assert.match(tooLarge.message, /412 kB. Images are shown up to 300 kB by WhatsApp\./);
    const [slow] = listProblems(await factsOf(good, {}, { durationMs: 4_000 }));
    assert.equal(slow?.platforms, undefined);
  });

  it("finds an image that could not be fetched, is relative, or has a plain http URL", async () => {
    const facts = await factsOf(good);
    const images = facts.images.map((image) => ({
      ...image,
      file: undefined,
      failure: "its server answered 404",
    }));
    const [unavailable] = listProblems({ ...facts, images });
    assert.equal(unavailable?.code, "image_unavailable");
    assert.match(unavailable.message, /its server answered 404/);
    assert.deepEqual(cardsOf({ ...facts, images }), all("text"));
    const relative = await factsOf(good.replace("https://www.blog.example/one.png", "/one.png"));
    const [problem] = listProblems(relative);
    assert.deepEqual(
      [problem?.code, problem?.tag],
      ["image_url_relative", '<meta property="og:image" content="https://www.blog.example/one.png" />'],
    );
    const insecure = await factsOf(
      good.replace("https://www.blog.example/one.png", "http://www.blog.example/one.png"),
    );
    assert.deepEqual(codesOf(insecure), ["image_insecure"]);
  });

  it("finds sizes that the page declares wrongly, or not at all", async () => {
    assert.deepEqual(codesOf(await factsOf(withoutTag("og:image:width"))), ["image_size_missing"]);
    const [wrong] = listProblems(await factsOf(good, {}, { size: { width: 1000, height: 525 } }));
    assert.equal(wrong?.code, "image_size_wrong");
    assert.match(
      wrong.tag ?? "",
      /og:image:width" content="1000" \/>\n<meta property="og:image:height" content="525"/,
    );
  });

  it("finds repeated tags with different contents", async () => {
    assert.deepEqual(codesOf(await factsOf(`${good}<meta property="og:title" content="Two">`)), [
      "tag_repeated",
    ]);
    assert.deepEqual(codesOf(await factsOf(`${good}<meta property="og:title" content="One">`)), []);
  });

  it("finds cards that request a thumbnail", async () => {
    assert.deepEqual(codesOf(await factsOf(good.replace("summary_large_image", "summary"))), [
      "twitter_card_small",
    ]);
  });

  it("finds pages that are slow, redirected or insecure", async () => {
    const { page } = await factsOf(good);
    const withPage = async (changes: Partial<PageFacts["page"]>, html = good) =>
      codesOf(await factsOf(html, { page: { ...page, html, ...changes } }));
    assert.deepEqual(await withPage({ durationMs: 3_000 }), ["page_slow"]);
    assert.deepEqual(await withPage({ redirects: [{ url: "https://blog.example/", status: 301 }] }), [
      "page_redirected",
    ]);
    assert.deepEqual(await withPage({ url: "http://www.blog.example/posts/one" }), ["page_insecure"]);
  });

  it("gives tags that solve their problems when they are pasted into the page", async () => {
    const bare = await factsOf(`<title>"Quotes" & <b>tags</b></title>`);
    const tags = listProblems(bare).flatMap(({ tag }) => tag ?? []);
    const fixed = await factsOf(tags.join("\n"));
    const remaining = listProblems(fixed).filter(({ code }) => !/^image_(size|alt)/.test(code));
    assert.deepEqual(remaining, []);
    assert.equal(fixed.metadata.title, `"Quotes" & <b>tags</b>`);
    const again = listProblems(fixed).flatMap(({ tag }) => tag ?? []);
    assert.deepEqual(listProblems(await factsOf([...tags, ...again].join("\n"))), []);
  });

  it("describes any page without an error", async () => {
    const name = fc.constantFrom(
      "og:title",
      "og:image",
      "og:description",
      "twitter:card",
      "twitter:image",
      "og:url",
    );
    const meta = fc
      .tuple(name, fc.string({ unit: "binary" }), fc.constantFrom("name", "property"))
      .map(([each, content, attribute]) => `<meta ${attribute}="${each}" content="${content}">`);
    const size = fc.option(fc.record({ width: fc.nat(9_000), height: fc.nat(9_000) }), { nil: undefined });
    await fc.assert(
      fc.asyncProperty(fc.array(meta), size, async (tags, measured) => {
        const facts = await factsOf(tags.join(""), {}, { size: measured });
        for (const { message, fix } of listProblems(facts)) assert.ok(message !== "" && fix !== "");
        assert.equal(listPreviews(facts).length, platforms.length);
      }),
    );
  });

  it("measures any file without an error", () => {
    const signatures = [
      "\x89PNG\r\n\x1a\n",
      "\xff\xd8\xff\xe1",
      "GIF89a",
      "RIFF....WEBPVP8 ",
      "\0\0\0\x1cftypavif",
    ];
    const file = fc
      .tuple(fc.constantFrom(...signatures), fc.uint8Array({ maxLength: 2_000 }))
      .map(([signature, rest]) => Buffer.concat([Buffer.from(signature, "latin1"), rest]));
    fc.assert(
      fc.property(file, (content) => {
        const { size } = measureImage(content);
        assert.ok(size === undefined || (size.width > 0 && size.height > 0));
      }),
    );
  });
});
