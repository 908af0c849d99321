import { firstOf, propertyOf, readJsonLd, textOf, type JsonLdNode, type JsonLdValue } from "./json-ld.ts";
import { readHead, type MetaTag } from "./read-head.ts";

/** An image of a page, with what the page says about it. */
export interface PageImage {
  /** Absolute; undefined if the text is not a URL. */
  url: string | undefined;
  /** As in the tag. */
  href: string;
  /** In pixels, as the page says. */
  width: number | undefined;
  height: number | undefined;
  /** Where the page names it. */
  source: "og:image" | "twitter:image" | "json-ld";
}

export interface PagePrice {
  /** As on the page: `19.90`. */
  amount: string;
  /** ISO 4217, such as `EUR`. */
  currency: string | undefined;
}

/** When and where an event takes place. */
export interface PageEvent {
  /** ISO 8601, as on the page. */
  start: string | undefined;
  end: string | undefined;
  /** The place's name, or its address. */
  location: string | undefined;
}

/** What a page says about itself. Entities are decoded; missing and empty texts are undefined. */
export interface PageMetadata {
  title: string | undefined;
  description: string | undefined;
  siteName: string | undefined;
  author: string | undefined;
  /** ISO 8601, as on the page. */
  publishedTime: string | undefined;
  /** Such as `en_US`, or the language of the page. */
  locale: string | undefined;
  /** `og:type`: `website`, `article`, `product`, … */
  type: string | undefined;
  /** The page's preferred URL, absolute: `og:url`, or else the canonical link. */
  canonicalUrl: string | undefined;
  /** From Open Graph, then Twitter, then JSON-LD; each URL once. */
  images: readonly PageImage[];
  price: PagePrice | undefined;
  event: PageEvent | undefined;
  jsonLd: readonly JsonLdNode[];
  /** The text of `<title>`. */
  documentTitle: string | undefined;
  /** All meta tags of the page in their order, with duplicates. */
  metaTags: readonly MetaTag[];
}

const maxImages = 20;

/** Types of JSON-LD for what a page is about. */
const subjectType = /Article|BlogPosting|Product|Event$|Recipe|Book|Movie|Course|JobPosting|PodcastEpisode/;

/** Types of JSON-LD for the page itself, which describe a page without a subject. */
const pageType = /WebPage$|WebSite$/;

/** Reads what an HTML page says about itself. `url` is the page's own URL, absolute. Never rejects. */
export async function readMetadata(html: string, url: string): Promise<PageMetadata> {
  const head = await readHead(html);
  const { metaTags } = head;
  const jsonLd = readJsonLd(head.jsonLdTexts);
  const base = absoluteUrl(head.baseUrl, url) ?? url;
  const tag = (...names: string[]) => firstContent(metaTags, names);
  const nodeOf = (pattern: RegExp) =>
    jsonLd.find(({ types }) => types.some((type) => pattern.test(type)))?.properties;
  const subject = nodeOf(subjectType);
  const main = subject ?? nodeOf(pageType) ?? jsonLd[0]?.properties;
  /** The name of a node, which may be one that only refers to another node by its ID. */
  const nameOf = (value: JsonLdValue | undefined) =>
    textOf(value) ?? textOf(findNode(jsonLd, propertyOf(firstOf(value), "@id")));
  return {
    title:
      tag("og:title") ??
      textOf(main?.["headline"] ?? subject?.["name"] ?? subject?.["title"]) ??
      tag("twitter:title") ??
      head.title,
    description: tag("og:description", "description", "twitter:description") ?? textOf(main?.["description"]),
    siteName: tag("og:site_name", "application-name") ?? nameOf(main?.["publisher"]),
    // `article:author` is the URL of a profile by its definition; many sites have a name there
    author: [nameOf(main?.["author"]), tag("author"), tag("article:author")].find(
      (name) => name !== undefined && !/^https?:/i.test(name),
    ),
    publishedTime: tag("article:published_time") ?? textOf(main?.["datePublished"]),
    locale: tag("og:locale") ?? head.language,
    type: tag("og:type"),
    canonicalUrl: absoluteUrl(tag("og:url"), base) ?? absoluteUrl(head.canonicalLink, base),
    images: listImages(metaTags, main, base),
    price: readPrice(tag, jsonLd),
    event: readEvent(jsonLd),
    jsonLd,
    documentTitle: head.title,
    metaTags,
  };
}

/** The content of the first tag with the first of the names that a tag with a content has. */
export function firstContent(tags: readonly MetaTag[], names: readonly string[]): string | undefined {
  for (const name of names) {
    const found = tags.find((tag) => tag.name === name && tag.content !== "");
    if (found) return found.content;
  }
  return undefined;
}

/** The properties of the node with this ID (JSON-LD 1.1, section 3.3). */
function findNode(
  nodes: readonly JsonLdNode[],
  id: JsonLdValue | undefined,
): JsonLdNode["properties"] | undefined {
  return typeof id === "string"
    ? nodes.find(({ properties }) => properties["@id"] === id)?.properties
    : undefined;
}

/** A URL resolved against the page's; undefined unless it is http or https. */
function absoluteUrl(href: string | undefined, base: string): string | undefined {
  const parsed = href === undefined ? null : URL.parse(href, base);
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed.href : undefined;
}

function listImages(
  tags: readonly MetaTag[],
  main: JsonLdNode["properties"] | undefined,
  base: string,
): PageImage[] {
  const images: PageImage[] = [];
  const add = (href: string, source: PageImage["source"]): PageImage | undefined => {
    const url = absoluteUrl(href, base);
    const isListed = images.some((image) => image.href === href || (url !== undefined && image.url === url));
    if (isListed || images.length >= maxImages) return undefined;
    return images[images.push({ url, href, source, width: undefined, height: undefined }) - 1];
  };
  let current: PageImage | undefined; // the structured properties of an image follow its tag
  for (const { name, content } of tags) {
    if (content === "") continue;
    if (name === "og:image" || (name === "og:image:url" && current?.href !== content))
      current = add(content, "og:image");
    else if (name === "og:image:secure_url") current ??= add(content, "og:image");
    else if (!current) continue;
    else if (name === "og:image:width") current.width ??= positiveInteger(content);
    else if (name === "og:image:height") current.height ??= positiveInteger(content);
  }
  const twitter = firstContent(tags, ["twitter:image", "twitter:image:src"]);
  if (twitter !== undefined) add(twitter, "twitter:image");
  for (const value of [main?.["image"], main?.["thumbnailUrl"]].flat().slice(0, maxImages)) {
    const href = typeof value === "string" ? value : textOf(propertyOf(value, "url"));
    if (href) add(href, "json-ld");
  }
  return images;
}

function positiveInteger(text: string): number | undefined {
  return /^[1-9]\d{0,5}(px)?$/.test(text) ? Number.parseInt(text, 10) : undefined;
}

function readPrice(
  tag: (...names: string[]) => string | undefined,
  jsonLd: readonly JsonLdNode[],
): PagePrice | undefined {
  const offers = firstOf(jsonLd.find(({ properties }) => properties["offers"])?.properties["offers"]);
  const specification = firstOf(propertyOf(offers, "priceSpecification"));
  const offered = (name: string): JsonLdValue | undefined =>
    propertyOf(offers, name) ?? propertyOf(specification, name);
  const amount =
    tag("product:price:amount", "og:price:amount") ?? textOf(offered("price")) ?? textOf(offered("lowPrice"));
  if (amount === undefined) return undefined;
  return {
    amount,
    currency: tag("product:price:currency", "og:price:currency") ?? textOf(offered("priceCurrency")),
  };
}

function readEvent(jsonLd: readonly JsonLdNode[]): PageEvent | undefined {
  const event = jsonLd.find(({ types }) => types.some((type) => type.endsWith("Event")))?.properties;
  if (!event) return undefined;
  const location = firstOf(event["location"]);
  const address = propertyOf(location, "address");
  const addressParts = ["streetAddress", "addressLocality"].map((name) => textOf(propertyOf(address, name)));
  return {
    start: textOf(event["startDate"]),
    end: textOf(event["endDate"]),
    location: textOf(location) ?? textOf(address) ?? (addressParts.filter(Boolean).join(", ") || undefined),
  };
}
