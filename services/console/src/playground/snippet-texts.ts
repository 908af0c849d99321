import type { GeneratedImage } from "@placard/client";
import type { CardRequest } from "../card-form/workspace.ts";
import type { PageText } from "./page-text.ts";

/** The tags of a page that don't depend on where its image is. `og:url` is a placeholder. */
export function pageTags({ title, description }: PageText): string[] {
  return [
    metaTag("og:title", title),
    ...(description ? [metaTag("og:description", description)] : []),
    metaTag("og:url", "https://example.com/your-page"),
  ];
}

/** The tags about an image, except its URL. */
export function imageTags(
  { width, height, format }: Pick<GeneratedImage, "width" | "height" | "format">,
  { title }: PageText,
): string[] {
  return [
    metaTag("og:image:type", `image/${format}`),
    metaTag("og:image:width", String(width)),
    metaTag("og:image:height", String(height)),
    metaTag("og:image:alt", title),
    '<meta name="twitter:card" content="summary_large_image" />',
  ];
}

/** The meta tags for a page with an image. */
export function metaTags(image: GeneratedImage, text: PageText): string {
  return [...pageTags(text), metaTag("og:image", image.url), ...imageTags(image, text)].join("\n");
}

/** A curl command for a POSIX shell. It reads the API key from PLACARD_KEY, so that the snippet can be shared. */
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

function metaTag(property: string, content: string) {
  return `<meta property="${property}" content="${escapeHtml(content)}" />`;
}

function escapeHtml(text: string) {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll('"', "&quot;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}
