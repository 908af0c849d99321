import { withoutSlash } from "./base-url.ts";
import { PlacardError } from "./errors.ts";
import type { ImageFormat, ImageOptions } from "./image-types.ts";
import type { DataOf, TemplateName } from "./template-data.ts";

/** What a signed link says, and what it is signed with. */
export interface SignLinkRequest<Name extends string = TemplateName> {
  /** Where Placard is: absolute, with the path it may be served under. */
  baseUrl: string;
  /** The signing key's id. */
  kid: string;
  /** The signing key's secret (`plks_…`). Whoever has it can sign anything: keep it out of pages. */
  secret: string;
  template: Name;
  format: ImageFormat;
  data: DataOf<Name>;
  options?: Pick<ImageOptions, "width" | "height" | "quality"> | undefined;
  /** When the link ends: a Date, ISO 8601, or Unix seconds. Without it, it lasts as long as the signing key. */
  expiresAt?: Date | string | number | undefined;
}

const reserved: ReadonlySet<string> = new Set(["kid", "exp", "sig", "width", "height", "quality"]);

/**
 * A link to a card that needs no call before: Placard draws it when it is first fetched. Signs by WebCrypto, with no
 * request. The same card, key and expiry give the same link.
 * @throws PlacardError `invalid_request` for a malformed expiry, a field named as a parameter, an empty secret, and
 * where there is no WebCrypto, as on http pages; TypeError for a base URL that is none
 */
export async function signLink<Name extends TemplateName>(request: SignLinkRequest<Name>): Promise<string> {
  const { kid, secret, template, format, data, options = {}, expiresAt } = request;
  const { width, height, quality } = options;
  const clash = Object.keys(data).find((name) => reserved.has(name));
  if (clash !== undefined) throw invalid(`A link's data can't have a field of the name ${clash}.`);
  const exp = expiresAt === undefined ? undefined : unixSeconds(expiresAt);
  const parameters = { ...data, width, height, quality, kid, exp };
  const query = canonicalQuery(parameters);
  const signature = await hmacSha256(secret, `placard-link-v1\n${template}.${format}\n${query}`);
  const file = `${percentEncode(template)}.${format}`;
  return `${withoutSlash(request.baseUrl)}/og/sign/${file}?${query}&sig=${base64url(signature)}`;
}

/** Parameters that are there, sorted by name in code-unit order: what is signed is also what is sent. */
function canonicalQuery(parameters: Readonly<Record<string, unknown>>): string {
  return Object.keys(parameters)
    .filter((name) => parameters[name] !== undefined)
    .sort()
    .map((name) => `${percentEncode(name)}=${percentEncode(String(parameters[name]))}`)
    .join("&");
}

/** All but RFC 3986's unreserved characters. A lone surrogate becomes U+FFFD, as UTF-8 can't say it. */
function percentEncode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function unixSeconds(time: Date | string | number): number {
  const seconds = typeof time === "number" ? time : Math.floor(new Date(time).getTime() / 1000);
  // Milliseconds in place of seconds would make a link that lasts for ever.
  if (Number.isInteger(seconds) && seconds > 0 && seconds < 1e11) return seconds;
  throw invalid("expiresAt must be a Date, an ISO 8601 time or whole Unix seconds.");
}

async function hmacSha256(secret: string, text: string): Promise<Uint8Array> {
  const utf8 = new TextEncoder();
  try {
    const { subtle } = globalThis.crypto;
    const algorithm = { name: "HMAC", hash: "SHA-256" };
    const key = await subtle.importKey("raw", utf8.encode(secret), algorithm, false, ["sign"]);
    return new Uint8Array(await subtle.sign("HMAC", key, utf8.encode(text)));
  } catch (cause) {
    throw invalid("The link can't be signed: the secret is empty, or there is no WebCrypto here.", cause);
  }
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}

function invalid(message: string, cause?: unknown): PlacardError {
  return new PlacardError({ code: "invalid_request", message, cause });
}
