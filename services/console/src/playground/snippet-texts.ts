import type { GeneratedImage, GenerateRequest } from "@placard/client";

/** The meta tags for a page. */
export function metaTags({ url, width, height, format }: GeneratedImage, title: string): string {
  const properties = [
    ["og:image", url],
    ["og:image:type", `image/${format}`],
    ["og:image:width", String(width)],
    ["og:image:height", String(height)],
    ["og:image:alt", title],
  ];
  const lines = properties.map(
    ([name, content = ""]) => `<meta property="${name}" content="${escapeHtml(content)}" />`,
  );
  return [...lines, '<meta name="twitter:card" content="summary_large_image" />'].join("\n");
}

/** A curl command for a POSIX shell. It reads the API key from PLACARD_KEY, so that the snippet can be shared. */
export function curlCommand(request: GenerateRequest<string>, baseUrl: string): string {
  const body = JSON.stringify(request, undefined, 2).replaceAll("'", "'\\''");
  return [
    `curl ${baseUrl}/api/v1/og/generate \\`,
    '  -H "Authorization: Bearer $PLACARD_KEY" \\',
    '  -H "Content-Type: application/json" \\',
    `  -d '${body}'`,
  ].join("\n");
}

/** TypeScript code that sends the request with the client. */
export function typeScriptCode(request: GenerateRequest<string>, baseUrl: string): string {
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

function escapeHtml(text: string) {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll('"', "&quot;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}
