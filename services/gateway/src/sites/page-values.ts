import {
  firstContent,
  propertyOf,
  textOf,
  type JsonLdValue,
  type PageMetadata,
} from "@placard/page-metadata";

/** The value of a piece of metadata by name, such as `title` or `jsonLd.offers.price`, if there is one. */
export type PageValues = (name: string) => string | undefined;

/** The names of metadata besides `meta.<name>` and `jsonLd.<path>`. */
export const metadataNames = [
  "title",
  "description",
  "author",
  "date",
  "siteName",
  "locale",
  "image",
  "price",
  "event.date",
  "event.location",
] as const;

/** Whether a page can have a value of this name. */
export function isMetadataName(name: string): boolean {
  return /^(?:meta|jsonLd)\../s.test(name) || (metadataNames as readonly string[]).includes(name);
}

/** A URL that belongs to this service, such as an image link. */
export type IsOwnUrl = (url: string) => boolean;

/** Recognizes the links of images of this service, with either scheme. */
export function createOwnUrlCheck(publicUrl: string): IsOwnUrl {
  const { host, pathname } = new URL(`${publicUrl}/og/`);
  return (url) => {
    const parsed = URL.parse(url);
    return parsed?.host === host && parsed.pathname.startsWith(pathname);
  };
}

/**
 * The values of a page. Besides `metadataNames`, there is `meta.<name>`, the content of a meta tag.
 * `jsonLd.<path>` is the first value in JSON-LD with a path of property names. Images of this service are
 * ignored: the page has the tag of its own card.
 */
export function readPageValues(metadata: PageMetadata, isOwnUrl: IsOwnUrl): PageValues {
  const { event, siteName } = metadata;
  const values: Readonly<Record<(typeof metadataNames)[number], string | undefined>> = {
    title: metadata.title === undefined ? undefined : withoutSiteName(metadata.title, siteName),
    description: metadata.description,
    author: metadata.author,
    date: metadata.publishedTime,
    siteName,
    locale: metadata.locale,
    image: metadata.images.find(({ url }) => url !== undefined && !isOwnUrl(url))?.url,
    price: formatPrice(metadata),
    "event.date": formatRange(event?.start, event?.end),
    "event.location": event?.location,
  };
  return (name) => {
    const [, kind, rest = ""] = /^(meta|jsonLd)\.(.+)$/s.exec(name) ?? [];
    if (kind === "meta") return firstContent(metadata.metaTags, [rest.toLowerCase()]);
    if (kind === "jsonLd") return findInJsonLd(metadata, rest.split("."));
    return Object.hasOwn(values, name) ? values[name as keyof typeof values] : undefined;
  };
}

/** The template for a page by its types: schema.org's in the order of the page, else Open Graph's. */
export function templateOf({ jsonLd, type }: Pick<PageMetadata, "jsonLd" | "type">): string {
  for (const name of jsonLd.flatMap(({ types }) => types)) {
    const found = templatesByType.find(([pattern]) => pattern.test(name));
    if (found) return found[1];
  }
  return type === "product" ? "product" : defaultTemplate;
}

/** The template of pages without a type, and of those whose own template lacks a value that it requires. */
export const defaultTemplate = "blog";

const templatesByType: readonly (readonly [RegExp, string])[] = [
  [/^(?:TechArticle|APIReference)$/, "docs"],
  [/Article$|^BlogPosting$|^Recipe$|^Review$/, "blog"],
  [/^Product(?:Group)?$/, "product"],
  [/Event$/, "event"],
  [/^JobPosting$/, "job"],
  [/^PodcastEpisode$/, "podcast"],
];

/** “My post | Example” is “My post” on a site named “Example”, but “About Example” is all of the title. */
function withoutSiteName(title: string, siteName: string | undefined): string {
  if (siteName === undefined || !title.endsWith(siteName)) return title;
  const start = title.slice(0, -siteName.length).trimEnd();
  const text = start.replace(/[|｜：－]$|(?<=\s)[–—·•・»:-]$/u, "");
  return text === start ? title : text.trimEnd() || title;
}

function findInJsonLd({ jsonLd }: PageMetadata, path: readonly string[]): string | undefined {
  for (const { properties } of jsonLd) {
    let value: JsonLdValue | undefined = properties;
    for (const name of path) value = propertyOf(Array.isArray(value) ? value[0] : value, name);
    const text = textOf(value);
    if (text !== undefined) return text;
  }
  return undefined;
}

/** `€19.90` in the language of the page; as it is on the page if the currency is unknown. */
function formatPrice({ price, locale }: PageMetadata): string | undefined {
  if (price?.currency === undefined || !/^\d+(?:\.\d+)?$/.test(price.amount)) return price?.amount;
  try {
    const style = {
      style: "currency",
      currency: price.currency,
      trailingZeroDisplay: "stripIfInteger",
    } as const;
    return new Intl.NumberFormat(toLanguageTag(locale) ?? "en", style).format(Number(price.amount));
  } catch {
    return `${price.amount} ${price.currency}`; // not a currency code
  }
}

/** The language tag for a locale of Open Graph: `en-US` for `en_US`. Undefined if not well-formed. */
export function toLanguageTag(locale: string | undefined): string | undefined {
  try {
    const [tag] = Intl.getCanonicalLocales(locale?.replaceAll("_", "-"));
    return tag !== undefined && tag.length <= 35 ? tag : undefined;
  } catch {
    return undefined;
  }
}

/** A date, or a range of days. */
function formatRange(start: string | undefined, end: string | undefined): string | undefined {
  const [first, last] = [start?.slice(0, 10), end?.slice(0, 10)];
  return first === undefined || last === undefined || first === last ? start : `${first}/${last}`;
}
