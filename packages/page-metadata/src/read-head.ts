import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { Parser } from "htmlparser2";

/** A `<meta>` tag with a name and a content. */
export interface MetaTag {
  /** `property` of Open Graph tags, `name` of others, `itemprop` of microdata; in lower case. */
  name: string;
  /** With entities decoded and without surrounding white space; at most 5000 characters. */
  content: string;
}

/** What describes a page in its HTML, in the order of the file. */
export interface PageHead {
  /** The text of `<title>`. */
  title: string | undefined;
  /** `<html lang>`. */
  language: string | undefined;
  /** `<base href>`. */
  baseUrl: string | undefined;
  /** `href` of the first `<link rel="canonical">`. */
  canonicalLink: string | undefined;
  metaTags: MetaTag[];
  /** The contents of `<script type="application/ld+json">`. */
  jsonLdTexts: string[];
}

/** Limits for hostile pages: each is far more than real pages have. */
const maxHtmlChars = 2 * 1024 * 1024;
const maxMetaTags = 1_000;
const maxJsonLdTexts = 50;
const maxJsonLdChars = 256 * 1024;
const maxTextChars = 5_000;
/** Chromium nests no deeper. The parser takes time for each open element at each closing tag. */
const maxDepth = 512;
/** After each chunk, the depth is checked, and others have a turn: a chunk takes at most some 10 ms. */
const chunkChars = 16 * 1024;

const nameAttributes = ["property", "name", "itemprop"] as const;

/**
 * Reads the tags that describe a page, anywhere in the file. Never rejects: invalid HTML is read as far as it
 * can be, and what exceeds the limits is ignored. Takes time in proportion to the size of the file. Yields to
 * the event loop after each chunk.
 */
export async function readHead(html: string): Promise<PageHead> {
  const head: PageHead = {
    title: undefined,
    language: undefined,
    baseUrl: undefined,
    canonicalLink: undefined,
    metaTags: [],
    jsonLdTexts: [],
  };
  let depth = 0;
  let svgDepth = 0;
  let capture: "title" | "jsonLd" | undefined;
  let text = "";
  let jsonLdChars = 0;
  const parser = new Parser({
    onopentag(name, attributes) {
      depth++;
      if (name === "svg") svgDepth++;
      else if (name === "html") head.language ??= trimmed(attributes["lang"]);
      else if (name === "base") head.baseUrl ??= trimmed(attributes["href"]);
      else if (name === "meta") addMetaTag(head.metaTags, attributes);
      else if (name === "link" && isCanonical(attributes)) head.canonicalLink ??= trimmed(attributes["href"]);
      else if (name === "title" && svgDepth === 0 && head.title === undefined) capture = "title";
      else if (name === "script" && isJsonLd(attributes["type"])) capture = "jsonLd";
    },
    ontext(data) {
      const maxChars = capture === "jsonLd" ? maxJsonLdChars + 1 : maxTextChars;
      if (capture && text.length < maxChars) text += data.slice(0, maxChars - text.length);
    },
    onclosetag(name) {
      depth--;
      if (name === "svg") svgDepth--;
      if (capture === "title" && name === "title") head.title = trimmed(text.replace(/\s+/g, " "));
      else if (capture === "jsonLd" && name === "script") {
        jsonLdChars += text.length;
        if (jsonLdChars <= maxJsonLdChars && head.jsonLdTexts.length < maxJsonLdTexts)
          head.jsonLdTexts.push(text);
      } else return;
      capture = undefined;
      text = "";
    },
  });
  for (let at = 0; at < Math.min(html.length, maxHtmlChars) && depth < maxDepth; at += chunkChars) {
    parser.write(html.slice(at, at + chunkChars));
    await yieldToEventLoop();
  }
  parser.end();
  return head;
}

type Attributes = Readonly<Record<string, string>>;

function addMetaTag(tags: MetaTag[], attributes: Attributes): void {
  const content = attributes["content"];
  const name = nameAttributes.map((each) => trimmed(attributes[each])).find((each) => each !== undefined);
  if (name === undefined || content === undefined || tags.length >= maxMetaTags) return;
  tags.push({ name: name.toLowerCase().slice(0, 100), content: content.trim().slice(0, maxTextChars) });
}

function isCanonical({ rel }: Attributes): boolean {
  return trimmed(rel)?.toLowerCase().split(/\s+/).includes("canonical") === true;
}

function isJsonLd(type: string | undefined): boolean {
  return type?.trim().toLowerCase().startsWith("application/ld+json") === true;
}

/** Without surrounding white space; undefined if nothing is left. */
function trimmed(value: string | undefined): string | undefined {
  return value?.trim().slice(0, maxTextChars) || undefined;
}
