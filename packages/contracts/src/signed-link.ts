import { createHmac, timingSafeEqual } from "node:crypto";

/** The parameters of a signed link that are not template data. */
export const linkParameters = ["kid", "exp", "sig", "width", "height", "quality", "brand"] as const;

/** The pattern of a signing key's id, the `kid` of its links. */
export const signingKeyIdPattern = /^[0-9A-Za-z]{16}$/;

/** HMAC-SHA256 as base64url without padding (RFC 4648, clause 5). */
const signaturePattern = /^[A-Za-z0-9_-]{43}$/;
const expiryPattern = /^\d{1,12}$/;

/** A link's parameters, decoded, by name. */
export type LinkQuery = ReadonlyMap<string, string>;

/**
 * Parses a raw query as application/x-www-form-urlencoded (URL Standard, clause 5.1), but strictly: undefined if a name
 * is repeated or a part is not percent-encoded UTF-8.
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
 * The canonical form that is signed, for a file (`<template>.<format>`) and its parameters without `sig`. It is unique,
 * because an encoded parameter contains no LF, `=` or `&`. Throws a URIError for a lone surrogate, which
 * UTF-8 can't encode.
 */
export function canonicalLink(file: string, query: LinkQuery): string {
  const names = [...query.keys()].filter((name) => name !== "sig").sort(); // by UTF-16 code unit
  const pairs = names.map((name) => `${encode(name)}=${encode(query.get(name) ?? "")}`);
  return `placard-link-v1\n${file}\n${pairs.join("&")}`;
}

/** The `sig` of a canonical form: HMAC-SHA256 (RFC 2104) with the UTF-8 bytes of the whole secret as key, in base64url. */
export function signLink(secret: string, canonical: string): string {
  return createHmac("sha256", secret).update(canonical).digest("base64url");
}

/**
 * Whether a link's `sig` matches a secret. Compared in constant time, and as text: the last character has two unused bits,
 * so different texts can decode to the same bytes.
 */
export function isSignedBy(secret: string, file: string, query: LinkQuery): boolean {
  const signature = query.get("sig") ?? "";
  if (!signaturePattern.test(signature)) return false;
  return timingSafeEqual(Buffer.from(signature), Buffer.from(signLink(secret, canonicalLink(file, query))));
}

/** When a link expires, in epoch ms: undefined if it never does, NaN if `exp` is malformed. */
export function linkExpiry(query: LinkQuery): number | undefined {
  const expiry = query.get("exp");
  if (expiry === undefined) return undefined;
  return expiryPattern.test(expiry) ? 1000 * Number(expiry) : Number.NaN;
}

/** The body of the generate request that is equivalent to a link, not yet validated. */
export function linkRequest(template: string, format: string, query: LinkQuery): Record<string, unknown> {
  const reserved: readonly string[] = linkParameters;
  const options = ["width", "height", "quality"].flatMap((name) => {
    const value = query.get(name);
    return value === undefined ? [] : [[name, /^-?\d+$/.test(value) ? Number(value) : value] as const];
  });
  const brand = query.get("brand");
  return {
    template,
    data: Object.fromEntries([...query].filter(([name]) => !reserved.includes(name))),
    options: { ...Object.fromEntries(options), ...(brand !== undefined && { brand }), format },
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
