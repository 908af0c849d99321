import { createHash, randomBytes } from "node:crypto";
import { templates } from "@placard/templates";
import type { Recipe } from "./generate-request.ts";

/** What an image id looks like: 32 characters of base64url, 192 bits. */
export const imageIdPattern = /^[A-Za-z0-9_-]{32}$/;

/**
 * The id that a recipe gives: the same on every gateway, and another one when the template's version, a datum or an
 * option differs. The order of the data's fields makes no difference.
 */
export function deriveImageId({ template, data, width, height, format, quality }: Recipe): string {
  const fields = Object.keys(data).sort();
  const canonical = JSON.stringify([
    template,
    templates[template].version,
    fields.map((field) => [field, data[field]]),
    width,
    height,
    format,
    quality,
  ]);
  return createHash("sha256").update(canonical).digest("base64url").slice(0, 32);
}

/** An id that nothing else has, for an image that is not to be shared. */
export function randomImageId(): string {
  return randomBytes(24).toString("base64url");
}
