import { parseJson } from "./json.ts";

/** The content of a short link: a generate request, and who signed it until when. */
export interface ShortLinkContent {
  /** The signing key's id. */
  kid: string;
  template: string;
  data: Readonly<Record<string, unknown>>;
  /** The options of a generate request, without `format`, which is the extension of the link. */
  options: Readonly<Record<string, unknown>>;
  /** When the link expires, in Unix seconds; undefined if it never does. */
  exp: number | undefined;
}

/** The text that is signed: the link itself, with its payload and extension. Nothing is canonicalized. */
export function shortLinkText(payload: string, extension: string): string {
  return `placard-link-v2\n${payload}.${extension}`;
}

/**
 * Decodes the payload of a short link: base64url of the JSON array `[kid, template, data, options?, exp?]`.
 * `options` may be null. Undefined for anything else.
 */
export function decodeShortLink(payload: string): ShortLinkContent | undefined {
  const value = parseJson(Buffer.from(payload, "base64url").toString());
  if (!Array.isArray(value) || value.length < 3 || value.length > 5) return undefined;
  const [kid, template, data, options, exp] = value as unknown[];
  if (typeof kid !== "string" || typeof template !== "string" || !isObject(data)) return undefined;
  if (options !== undefined && options !== null && !isObject(options)) return undefined;
  if (exp !== undefined && !isUnixTime(exp)) return undefined;
  return { kid, template, data, options: options ?? {}, exp };
}

function isUnixTime(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) < 1e12;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
