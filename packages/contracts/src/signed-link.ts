import { createHmac, timingSafeEqual } from "node:crypto";
import { parseJson } from "./json.ts";
import { outputOptions } from "./output-options.ts";

/** An option that is a parameter of signed links. The format is the extension of the link. */
type LinkOption = Exclude<keyof typeof outputOptions.properties, "format" | "cache">;

export const linkOptions = Object.keys(outputOptions.properties).filter(
  (name): name is LinkOption => name !== "format" && name !== "cache",
);

/** The parameters of a signed link that are not template data. */
export const linkParameters: ReadonlySet<string> = new Set(["kid", "exp", "sig", ...linkOptions]);

/** The pattern of a signing key's id, the `kid` of its links. */
export const signingKeyIdPattern = /^[0-9A-Za-z]{16}$/;

/** The pattern of a `sig`: HMAC-SHA256 as base64url without padding (RFC 4648, clause 5). */
export const signaturePattern = /^[A-Za-z0-9_-]{43}$/;
const expiryPattern = /^\d{1,12}$/;

/** A link's parameters, decoded, by name. */
export type LinkQuery = ReadonlyMap<string, string>;

/** The parameters of a link, and why it may have to be rejected. */
export interface ParsedLinkQuery {
  /** The first value of each parameter. */
  query: LinkQuery;
  /** The names that occur more than once. */
  repeated: readonly string[];
  /** The names, as they were sent, of the parts that are not percent-encoded UTF-8. */
  malformed: readonly string[];
}

/**
 * Parses a raw query as application/x-www-form-urlencoded (URL Standard, clause 5.1), but strictly: a link
 * with `repeated` or `malformed` parameters is invalid.
 */
export function parseLinkQuery(raw: string): ParsedLinkQuery {
  const query = new Map<string, string>();
  const [repeated, malformed] = [new Set<string>(), new Set<string>()];
  for (const part of raw.split("&")) {
    if (part === "") continue;
    const at = part.indexOf("=");
    const rawName = at === -1 ? part : part.slice(0, at);
    const [name, value] = [decode(rawName), decode(at === -1 ? "" : part.slice(at + 1))];
    if (name === undefined || value === undefined) malformed.add(name ?? rawName);
    else if (query.has(name)) repeated.add(name);
    else query.set(name, value);
  }
  return { query, repeated: [...repeated], malformed: [...malformed] };
}

/**
 * The canonical form that is signed, for a file (`<template>.<format>`) and its parameters without `sig`. It
 * is unique, because an encoded parameter contains no LF, `=` or `&`. Throws a URIError for a lone surrogate,
 * which UTF-8 can't encode.
 */
export function canonicalLink(file: string, query: LinkQuery): string {
  const names = [...query.keys()].filter((name) => name !== "sig").sort(); // by UTF-16 code unit
  const pairs = names.map((name) => `${encodeLinkText(name)}=${encodeLinkText(query.get(name) ?? "")}`);
  return `placard-link-v1\n${file}\n${pairs.join("&")}`;
}

/**
 * The signature of a text, in base64url: HMAC-SHA256 (RFC 2104) with the UTF-8 bytes of the whole secret as
 * key.
 */
export function signLink(secret: string, text: string): string {
  return createHmac("sha256", secret).update(text).digest("base64url");
}

/**
 * Whether a signature belongs to a text. Compared in constant time, and as text: the last character has two
 * unused bits, so different texts can decode to the same bytes.
 */
export function isSignedBy(secret: string, text: string, signature: string): boolean {
  if (!signaturePattern.test(signature)) return false;
  return timingSafeEqual(Buffer.from(signature), Buffer.from(signLink(secret, text)));
}

/** When a link expires, in epoch ms: undefined if it never does, NaN if `exp` is malformed. */
export function linkExpiry(query: LinkQuery): number | undefined {
  const expiry = query.get("exp");
  if (expiry === undefined) return undefined;
  return expiryPattern.test(expiry) ? 1000 * Number(expiry) : Number.NaN;
}

/** The body of the generate request that is equivalent to a link, not yet validated. */
export function linkRequest(template: string, format: string, query: LinkQuery): Record<string, unknown> {
  const options = linkOptions.flatMap((name) => {
    const value = query.get(name);
    return value === undefined ? [] : [[name, optionValue(name, value)]];
  });
  return {
    template,
    data: Object.fromEntries([...query].filter(([name]) => !linkParameters.has(name))),
    options: { ...Object.fromEntries(options), format },
  };
}

/** A decimal integer as a number, and JSON as an object, unless the option is a text. */
function optionValue(name: LinkOption, value: string): unknown {
  const { type } = outputOptions.properties[name] as { type?: string };
  if (type === "object") {
    const parsed = parseJson(value);
    return parsed === undefined ? value : parsed; // the validator rejects other texts
  }
  return type !== "string" && /^-?\d+$/.test(value) ? Number(value) : value;
}

/**
 * Percent-encodes all but unreserved characters (RFC 3986, clause 2.3). Throws a URIError for a lone
 * surrogate.
 */
export function encodeLinkText(text: string): string {
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
