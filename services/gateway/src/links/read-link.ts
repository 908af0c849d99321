import { readReadableLink } from "./readable-link.ts";
import { readShortLink } from "./short-link.ts";
import type { SignedLink } from "./signed-link.ts";

/** Reads a signed link. Undefined if a URL is none of the service with `publicUrl`. */
export function readLink(url: string, publicUrl: string): SignedLink | undefined {
  if (!URL.canParse(url, publicUrl)) return undefined;
  const [, form, segment = ""] = /\/og\/(sign|s)\/([^/]+)$/.exec(new URL(url, publicUrl).pathname) ?? [];
  if (form === undefined) return undefined;
  if (form === "s") return readShortLink(segment);
  try {
    return readReadableLink(decodeURIComponent(segment), queryOf(url));
  } catch {
    return undefined; // not percent-encoded UTF-8
  }
}

/** The raw query, without the fragment. */
function queryOf(url: string): string {
  return /\?([^#]*)/.exec(url)?.[1] ?? "";
}
