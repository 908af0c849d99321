import { createHash } from "node:crypto";

/**
 * Fetches an image from a gateway, whatever host its link names, and returns the SHA-256 of its bytes.
 * @param url a gateway's base URL
 */
export async function hashImage(url, link) {
  const response = await fetch(new URL(new URL(link).pathname, url));
  if (response.status !== 200) throw new Error(`GET ${link} responded with ${response.status}`);
  return createHash("sha256")
    .update(new Uint8Array(await response.arrayBuffer()))
    .digest("hex");
}
