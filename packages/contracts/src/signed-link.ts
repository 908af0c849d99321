import { createHmac, timingSafeEqual } from "node:crypto";

/** Parameters of a signed link that are no fields of a template's data. */
export const linkParameters = ["kid", "exp", "sig", "width", "height", "quality"] as const;

/** What a key's id, the `kid` of its links, looks like. */
export const signingKeyIdPattern = /^[0-9A-Za-z]{16}$/;

/** HMAC-SHA256 as base64url without padding (RFC 4648, clause 5). */
const signaturePattern = /^[A-Za-z0-9_-]{43}$/;
const expiryPattern = /^\d{1,12}$/;

/** A link's parameters, decoded, by name. */
export type LinkQuery = ReadonlyMap<string, string>;

/**
 * Reads a raw query as application/x-www-form-urlencoded (URL Standard, clause 5.1), but strictly: undefined where a
 * name comes twice or something is no percent-encoded UTF-8.
 */
export function parseLinkQuery(raw: string): LinkQuery | undefined {
  const query = new Map<string, string>();
  for (const part of raw.split("&")) {
    if (part === "") continue;
    const at = part.indexOf("=");
    const name = decode(at === -1 ? part : part.slice(0, at));
    const value = decode(at === -1 ? "" : part.slice(at + 1));
    if (name === undefined || value === undefined || query.has(name)) return undefined;
    query.set(name, value);
  }
  return query;
}

/**
 * The text that a link's signature is made of, for a file (`<template>.<format>`) and its parameters; `sig` is left out.
 * No two links share one: an encoded parameter holds no LF, `=` or `&`. Throws a URIError where a text has half of a
 * surrogate pair, which UTF-8 can't say.
 */
export function canonicalLink(file: string, query: LinkQuery): string {
  const names = [...query.keys()].filter((name) => name !== "sig").sort(); // in code-unit order
  const pairs = names.map((name) => `${encode(name)}=${encode(query.get(name) ?? "")}`);
  return `placard-link-v1\n${file}\n${pairs.join("&")}`;
}

/** The `sig` of a canonical form: HMAC-SHA256 (RFC 2104) under the UTF-8 bytes of the whole secret, base64url. */
export function signLink(secret: string, canonical: string): string {
  return createHmac("sha256", secret).update(canonical).digest("base64url");
}

/**
 * Whether a link's `sig` is that of its secret, compared in constant time. As texts, so that the two spare bits of the
 * last character can't give one signature several forms.
 */
export function isSignedBy(secret: string, file: string, query: LinkQuery): boolean {
  const said = query.get("sig") ?? "";
  if (!signaturePattern.test(said)) return false;
  return timingSafeEqual(Buffer.from(said), Buffer.from(signLink(secret, canonicalLink(file, query))));
}

/** When a link ends, in epoch ms: undefined where it never does, NaN where what it says is no time. */
export function linkExpiry(query: LinkQuery): number | undefined {
  const said = query.get("exp");
  if (said === undefined) return undefined;
  return expiryPattern.test(said) ? 1000 * Number(said) : Number.NaN;
}

/** The generate request that a link stands for, unchecked. */
export function linkRequest(template: string, format: string, query: LinkQuery): Record<string, unknown> {
  const own: readonly string[] = linkParameters;
  const options = ["width", "height", "quality"].flatMap((name) => {
    const said = query.get(name);
    return said === undefined ? [] : [[name, /^-?\d+$/.test(said) ? Number(said) : said] as const];
  });
  return {
    template,
    data: Object.fromEntries([...query].filter(([name]) => !own.includes(name))),
    options: { ...Object.fromEntries(options), format },
  };
}

/** RFC 3986, clause 2.3: all but the unreserved characters, as UTF-8. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll("+", "%20"));
  } catch {
    return undefined;
  }
}
