import type { GeneratedImage, GeneratedImages } from "@placard/client";
import { cardTag, imageMetaTags, imagePropertyTags, metaTag } from "@placard/contracts/image-tags";
import { titleOf, type CardData, type CardRequest } from "../card-form/card-data.ts";

/** What a page's tags contain besides the image. */
export interface PageText {
  title: string;
  description: string;
}

/** Derives a page's title and description from the data of its card. */
export function pageTextOf(data: CardData): PageText {
  const textOf = (name: string) => (typeof data[name] === "string" ? data[name] : "");
  const facts = ["date", "time", "location", "price"].map(textOf).filter(Boolean).join(" · ");
  const description = [textOf("description"), textOf("tagline"), facts].find(Boolean) ?? "";
  return { title: titleOf(data).replaceAll("\n", " "), description: description.replaceAll("\n", " ") };
}

/** The tags of a page that don't depend on where its image is. `og:url` is a placeholder. */
export function pageTags({ title, description }: PageText): string[] {
  return [
    metaTag("og:title", title),
    ...(description ? [metaTag("og:description", description)] : []),
    metaTag("og:url", "https://example.com/your-page"),
  ];
}

/** The tags that follow an image's URL. */
export function imageTags(
  image: Pick<GeneratedImage, "width" | "height" | "format">,
  { title }: PageText,
): string[] {
  return [...imagePropertyTags(image, title), cardTag];
}

/** The meta tags for a page with an image, or with one of each size. */
export function metaTags({ images, ...image }: GeneratedImages, text: PageText): string {
  return [...pageTags(text), ...imageMetaTags(images ?? [image], text.title)].join("\n");
}

/** The data fields and options of a signed link. Lists can't be part of a link. */
export function linkParametersOf({ data, options = {} }: CardRequest): Record<string, string> {
  const { format: _, ...parameterOptions } = options;
  const parameters = [...Object.entries(data), ...Object.entries(parameterOptions)];
  const texts = parameters.flatMap(([name, value]) =>
    typeof value === "string" || typeof value === "number" ? [[name, String(value)] as const] : [],
  );
  // A lone surrogate can't be encoded as UTF-8.
  return Object.fromEntries(
    texts.map(([name, value]) => [name, value.replaceAll(/\p{Surrogate}/gu, "\ufffd")]),
  );
}

/** A curl command for a POSIX shell. It reads the API key from PLACARD_KEY, so it can be shared. */
export function curlCommand(request: CardRequest, baseUrl: string): string {
  const body = JSON.stringify(request, undefined, 2).replaceAll("'", "'\\''");
  return [
    `curl ${baseUrl}/api/v1/og/generate \\`,
    '  -H "Authorization: Bearer $PLACARD_KEY" \\',
    '  -H "Content-Type: application/json" \\',
    `  -d '${body}'`,
  ].join("\n");
}

/** TypeScript code that sends the request with the client. */
export function typeScriptCode(request: CardRequest, baseUrl: string): string {
  const argument = JSON.stringify(request, undefined, 2).replaceAll(/^(\s*)"([A-Za-z_$][\w$]*)":/gm, "$1$2:");
  return [
    'import { createClient } from "@placard/client";',
    "",
    "const placard = createClient({",
    `  baseUrl: ${JSON.stringify(baseUrl)},`,
    "  key: process.env.PLACARD_KEY,",
    "});",
    `const { data } = await placard.generateImage(${argument});`,
    "console.log(data.url);",
  ].join("\n");
}
