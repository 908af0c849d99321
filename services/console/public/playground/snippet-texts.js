/** @typedef {import("./draw.js").CardRequest} CardRequest */
/** @typedef {import("./draw.js").GeneratedImage} GeneratedImage */

/**
 * The lines for a page's head.
 * @param {GeneratedImage} image
 * @param {string} title
 * @returns {string}
 */
export function metaTags({ url, width, height, format }, title) {
  const properties = [
    ["og:image", url],
    ["og:image:type", `image/${format}`],
    ["og:image:width", String(width)],
    ["og:image:height", String(height)],
    ["og:image:alt", title],
  ];
  const lines = properties.map(
    ([name, content = ""]) => `<meta property="${name}" content="${escaped(content)}" />`,
  );
  return [...lines, '<meta name="twitter:card" content="summary_large_image" />'].join("\n");
}

/**
 * A command for a POSIX shell, which finds the API key in PLACARD_KEY: a snippet is passed on, and a key must not be.
 * @param {CardRequest} request
 * @param {string} base
 * @returns {string}
 */
export function curlCommand(request, base) {
  const body = JSON.stringify(request, undefined, 2).replaceAll("'", "'\\''");
  return [
    `curl ${base}/api/v1/og/generate \\`,
    '  -H "Authorization: Bearer $PLACARD_KEY" \\',
    '  -H "Content-Type: application/json" \\',
    `  -d '${body}'`,
  ].join("\n");
}

/**
 * The same in TypeScript.
 * @param {CardRequest} request
 * @param {string} base
 * @returns {string}
 */
export function typeScript(request, base) {
  const argument = JSON.stringify(request, undefined, 2).replaceAll(/^(\s*)"([A-Za-z_$][\w$]*)":/gm, "$1$2:");
  return [
    'import { createClient } from "@placard/client";',
    "",
    "const placard = createClient({",
    `  baseUrl: ${JSON.stringify(base)},`,
    "  key: process.env.PLACARD_KEY,",
    "});",
    `const { data } = await placard.generateImage(${argument});`,
    "console.log(data.url);",
  ].join("\n");
}

/** @param {string} text */
function escaped(text) {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll('"', "&quot;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}
