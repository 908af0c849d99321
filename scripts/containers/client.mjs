import { createHash } from "node:crypto";
import { performance } from "node:perf_hooks";

/** @typedef {import("../drills/load.mjs").Outcome} Outcome */
/** @typedef {{ template: string, data: object, options?: object }} GenerateRequest */

let serial = 0;

/** A request for a card that was not rendered before. */
const newCard = () => ({
  template: "blog",
  data: { title: `Container test ${serial++}` },
  options: { format: "webp" },
});

/**
 * Sends a generate request. Never rejects.
 * @param {string} url a gateway's base URL
 * @param {string} key an API key
 * @param {GenerateRequest} [request]
 * @returns {Promise<Outcome>}
 */
export async function generate(url, key, request = newCard()) {
  const at = performance.now();
  try {
    const response = await fetch(`${url}/api/v1/og/generate`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${key}` },
      body: JSON.stringify(request),
      signal: AbortSignal.timeout(30_000),
    });
    const { data, error } = JSON.parse(await response.text());
    const retryAfter = response.headers.get("retry-after") ?? undefined;
    return {
      status: response.status,
      code: error?.code,
      ms: performance.now() - at,
      at,
      retryAfter,
      url: data?.url,
    };
  } catch {
    return { status: 0, ms: performance.now() - at, at };
  }
}

/**
 * Fetches an image from a gateway, whatever host its link names, and returns the SHA-256 of its bytes.
 * @param {string} url a gateway's base URL
 * @param {string} link
 */
export async function hashImage(url, link) {
  const response = await fetch(new URL(new URL(link).pathname, url));
  if (response.status !== 200) throw new Error(`GET ${link} responded with ${response.status}`);
  return createHash("sha256")
    .update(new Uint8Array(await response.arrayBuffer()))
    .digest("hex");
}
